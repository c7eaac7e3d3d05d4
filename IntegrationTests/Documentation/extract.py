#!/usr/bin/env python3
"""Turns the Swift blocks of the documentation into sources: a file for each block.

A block is the body of an asynchronous function that may throw; its imports go to the top of the
file. An HTML comment right before a block says what it needs:

    <!-- swift: let models = DefaultModels() -->   code before the block, imports included
    <!-- swift: manifest -->                       a part of a Package.swift: its lines are checked

Usage: extract.py FOLDER FILE.md...
"""
import pathlib
import re
import sys

BLOCK = re.compile(
    r"(?:<!-- swift: (?P<context>.*?) -->\s*\n)?^(?P<indent> *)```swift\n(?P<code>.*?)^ *```",
    re.MULTILINE | re.DOTALL,
)


def parts(text):
    """Imports and the rest of a piece of Swift."""
    lines = text.replace("; import", "\nimport").split("\n")
    imports = [line.strip() for line in lines if re.match(r"\s*(@\w+ )?import ", line)]
    rest = [line for line in lines if not re.match(r"\s*(@\w+ )?import ", line)]
    return imports, "\n".join(rest).strip("\n")


def check_manifest(code, name, products):
    """Products that a piece of a manifest names have to be there."""
    for product in re.findall(r'\.product\(name: "(\w+)"', code):
        if not any(f'"{product}"' in line for line in products):
            sys.exit(f"{name}: there is no product {product}")


def source(name, code, context):
    imports, body = parts(code)
    before, setup = parts(context or "")
    unique = sorted(set(imports + before))
    lines = [f"// {name}", *unique, "", f"func {re.sub(r'[^A-Za-z0-9]', '_', name)}() async throws {{"]
    return "\n".join(lines + [setup, body, "}", ""])


def main():
    folder, files = pathlib.Path(sys.argv[1]), sys.argv[2:]
    root = pathlib.Path(__file__).resolve().parents[2]
    manifests = [root / "Package.swift", *sorted(root.glob("Packages/*/Package.swift"))]
    products = [line for file in manifests for line in file.read_text().split("\n")]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.swift"):
        old.unlink()
    count = 0
    for file in files:
        text = pathlib.Path(file).read_text()
        for number, block in enumerate(BLOCK.finditer(text), 1):
            name = f"{pathlib.Path(file).stem} block {number}"
            code, context = block["code"], block["context"]
            if context == "manifest":
                check_manifest(code, name, products)
                continue
            target = folder / f"{pathlib.Path(file).stem}{number}.swift"
            target.write_text(source(name, code, context))
            count += 1
    print(f"{count} blocks of {len(files)} files")
    if count == 0:
        sys.exit("there are no Swift blocks")


if __name__ == "__main__":
    main()
