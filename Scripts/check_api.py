#!/usr/bin/env python3
"""Compares the public declarations of the drop-in modules with Scripts/drop-in-api.txt.

    Scripts/check_api.py SYMBOL_GRAPHS    folder of MODULE.symbols.json, see check-api.sh

The list has one declaration a line, as users of the original spell it, under the name of its module
in brackets: `Type.member` with argument labels, then what its Swift declaration must contain. Prints
each line as present, different or absent; fails when one is absent or different.
"""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent


def declarations(folder):
    """Symbols by module: path such as `ObjectDetector.process(_:completion:)` to declarations."""
    found = {}
    for file in sorted(pathlib.Path(folder).glob("*.symbols.json")):
        module = file.name.split(".")[0].split("@")[0]
        names = found.setdefault(module, {})
        for symbol in json.loads(file.read_text())["symbols"]:
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            names.setdefault(".".join(symbol["pathComponents"]), []).append(text)
    return found


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


def wanted():
    """(module, path, text) of every line of the list."""
    module = None
    for line in (HERE / "drop-in-api.txt").read_text().splitlines():
        line = line.split(" //")[0].strip()
        if line.startswith("["):
            module = line.strip("[]")
        elif line and not line.startswith("#"):
            path, _, text = line.partition(" = ")
            yield module, path.strip(), squeezed(text)


def main():
    built = declarations(sys.argv[1])
    counts = {"present": 0, "different": 0, "absent": 0}
    for module, path, text in wanted():
        texts = [squeezed(one) for one in built.get(module, {}).get(path, [])]
        state = "absent"
        if texts:
            state = "present" if any(text in one for one in texts) else "different"
        counts[state] += 1
        if state != "present" or "--all" in sys.argv:
            print(f"{state:9} {module} {path}: {text or '-'}" + (f", is {texts}" if texts else ""))
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    sys.exit(1 if counts["absent"] or counts["different"] else 0)


main()
