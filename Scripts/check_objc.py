#!/usr/bin/env python3
"""Compares the Objective-C interface of the drop-in modules with Scripts/drop-in-objc.txt.

    Scripts/check_objc.py HEADERS           folder of the compiler's MODULE-Swift.h, see check-apple.sh
    Scripts/check_objc.py --contract FILE   compares the list with the tables of a specification

With headers, the script prints every name that is absent or unavailable, every asynchronous method that
appears as `…completionHandler:` although the list does not have it, every class with only one of `init`
and `+new`, and every type without a prefix, which a type of an app may have as its name. With a specification, whose tables have Swift's names in the first column and Objective-C's in
the second, it prints every name of the second column that the list lacks. The script fails if it prints a
name.
"""
import pathlib
import re
import sys

PREFIXES = ("FIR", "GML", "MLK", "MPP", "Sight", "TFL")

HERE = pathlib.Path(__file__).parent


def selectors(line):
    """Returns the selector of a method's declaration, or the name of a property and that of its getter."""
    line = re.sub(r"SWIFT_\w+\([^;]*|SWIFT_\w+|__attribute__.*", "", line)
    method = re.match(r"([+-]) \([^)]*(?:\([^)]*\)[^)]*)*\)(.*)", line)
    if method:
        sign, rest = method.groups()
        labels = re.findall(r"(\w+):", rest) or re.findall(r"^\w+", rest)
        suffix = ":" if ":" in rest else ""
        return [("+" if sign == "+" else "") + "".join(l + suffix for l in labels)]
    found = re.match(r"@property.*?(\w+);?\s*$", line.strip().rstrip(";"))
    getter = re.search(r"getter=(\w+)", line)
    return [n for n in [found and found.group(1), getter and getter.group(1)] if n]


def declared(header):
    """Returns {type: names} of a generated header; the names are selectors, properties and constants.

    A method that the header marks unavailable is left out.
    """
    types, name = {}, None
    for line in header.splitlines():
        start = re.match(r"@(?:interface|protocol) (\w+)", line)
        enum = re.search(r"SWIFT_ENUM(?:_NAMED)?\([^,]*, (\w+)", line)
        if start or enum:
            name = (start or enum).group(1)
            types.setdefault(name, set())
        elif line.startswith(("+ ", "- ", "@property")) and name:
            if "SWIFT_UNAVAILABLE" not in line:
                types[name].update(selectors(line))
        elif name and (constant := re.match(r"\s+(\w+)(?: SWIFT_\S+.*)? = ", line)):
            types[name].add("=" + constant.group(1))
    return types


def ways_to_make(folder):
    """Returns {class: names} of all headers: which of `init` and `+new` each class offers.

    A class has the two of its superclass, unless its header declares them or makes them unavailable;
    NSObject has both.
    """
    parents, told, name = {}, {}, None
    for file in sorted(folder.glob("*-Swift.h")):
        for line in file.read_text().splitlines():
            if start := re.match(r"@interface (\w+)(?: : (\w+))?", line):
                name, parent = start.groups()
                if parent:
                    parents[name] = parent
            elif line.startswith("@protocol"):
                name = None
            elif name and line.startswith(("+ ", "- ")):
                for method in {"init", "+new"}.intersection(selectors(line)):
                    told[name, method] = "SWIFT_UNAVAILABLE" not in line

    def offers(kind, method):
        while kind in parents and (kind, method) not in told:
            kind = parents[kind]
        return told.get((kind, method), True)

    return {kind: {method for method in ("init", "+new") if offers(kind, method)} for kind in parents}


def contract(file):
    """Yields the names in the second column of the tables for Swift and Objective-C, as patterns.

    The pattern `A…B` matches every name that begins with A and ends with B.
    """
    is_table = False
    for line in pathlib.Path(file).read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        if not line.startswith("|"):
            is_table = False
        elif len(cells) > 3 and cells[1] == "Swift":
            is_table = cells[2].startswith("ObjC")
        elif is_table:
            for quoted in re.findall(r"`([^`]+)`", cells[2]):
                if quoted.startswith("org."):  # a domain of errors
                    continue
                for name in re.split(r"[\s/.\[\]]+", quoted):
                    if re.search(r"\w{3}", name):
                        yield name.lstrip("-")


def compare_with_contract(file):
    words = set()
    for line in (HERE / "drop-in-objc.txt").read_text().splitlines():
        words.update(word.lstrip("=+") for word in line.split("#")[0].split())
    wanted = sorted(set(contract(file)))
    missing = []
    for name in wanted:
        pattern = re.escape(name.lstrip("+")).replace("…", ".*")
        if not any(re.fullmatch(pattern, word) for word in words):
            missing.append(name)
            print(f"the list for Objective-C lacks {name}")
    print(f"{len(wanted)} names of the specification's Objective-C columns, {len(missing)} not listed")
    sys.exit(bool(missing))


def main():
    if sys.argv[1] == "--contract":
        compare_with_contract(sys.argv[2])
    folder, failures, count = pathlib.Path(sys.argv[1]), [], 0
    module, types, ways = None, {}, ways_to_make(folder)
    failures += [f"{name} has {', '.join(found)} only" for name, found in ways.items() if len(found) == 1]
    for header in sorted(folder.glob("*-Swift.h")):
        defined = re.findall(r"^@(?:interface|protocol) (\w+)\b(?! ?\()", header.read_text(), re.M)
        failures += [f"{header.stem}: {name} has no prefix" for name in defined if not name.startswith(PREFIXES)]
    listed = (HERE / "drop-in-objc.txt").read_text()
    for line in listed.splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0].startswith("["):
            module = words[0].strip("[]")
            constants = HERE.parent / f"Sources/{module}/include/{module}.h"
            if constants.exists():
                text = constants.read_text()
                names = re.findall(r"\b(\w+) =|\(\^(\w+)\)|^typedef .*?(\w+);$", text, re.M)
                types = {"constants": {name for groups in names for name in groups if name}}
            else:
                text = (folder / f"{module}-Swift.h").read_text()
                failures += [f"{module}: {name} leaked" for name in
                             re.findall(r"\w*ompletionHandler:", text) if f":{name}" not in listed]
                types = declared(text)
            continue
        for name in words:
            count += 1
            names = types.get(words[0], set()) | ways.get(words[0], set())
            if words[0] not in types or name != words[0] and name not in names:
                failures.append(f"{module}: {words[0]} {name if name != words[0] else ''} is absent")
    for failure in failures:
        print(failure)
    print(f"{count} names for Objective-C, {len(failures)} absent, leaked or alone")
    sys.exit(bool(failures))


main()
