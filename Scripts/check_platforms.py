#!/usr/bin/env python3
"""Compares the table of platforms in Documentation/MIGRATION.md with the compiled products.

    Scripts/check_platforms.py BUILD    BUILD has compiled/TRIPLE.txt, see check-apple.sh

Every library product must be in exactly one row. A cell that begins with "compiled" or "type-checked"
is a claim for each product of its row and each triple of its column. The script fails if a claimed
product was not compiled; it prints the compiled products without a claim. It does not check the columns
of other platforms, since check-apple.sh does not compile for them.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parent.parent
COLUMNS = {
    "iOS 15, its simulator, macOS 13 (arm64)": (
        "arm64-apple-ios15.0", "arm64-apple-ios15.0-simulator", "arm64-apple-macosx13.0"),
}
NESTED = ["TensorFlowLite", "FirebaseMLModelDownloader", "Firebase", "SightModelSigning"]


def table():
    """Yields (products, {title of the column: text}) for each row of the table."""
    text = (ROOT / "Documentation/MIGRATION.md").read_text()
    lines = text.split("<!-- platforms -->")[1].split("<!-- end of platforms -->")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in lines.strip().splitlines()]
    for row in rows[2:]:
        yield re.findall(r"`([^`]+)`", row[0]), dict(zip(rows[0][1:], row[1:]))


def products(build):
    """Returns the library products of the main package on Apple's platforms, and those of the nested packages."""
    manifest = max(build.glob("arm64-apple-ios15.0/out-*/manifest.json"),
                   key=lambda file: file.stat().st_mtime)
    listed = json.loads(manifest.read_text())["products"]
    # On Apple's platforms, the manifest has no stand-ins for the system's modules.
    shims = {path.name for path in (ROOT / "Sources/Shims").iterdir()}
    return {p["name"] for p in listed if "library" in p["type"]} - shims | set(NESTED)


def main():
    build = pathlib.Path(sys.argv[1])
    failures, rows = [], list(table())
    named = [name for row, _ in rows for name in row]
    failures += [f"the table has no row for {p}" for p in sorted(products(build) - set(named))]
    failures += [f"{name} is in {named.count(name)} rows" for name in sorted(set(named))
                 if named.count(name) > 1]
    claims = 0
    for title, triples in COLUMNS.items():
        done = [set((build / f"compiled/{t}.txt").read_text().split()) for t in triples]
        for row, cells in rows:
            is_claimed = cells[title].startswith(("compiled", "type-checked"))
            for name in row:
                claims += is_claimed
                is_compiled = all(name in names for names in done)
                if is_claimed and not is_compiled:
                    failures.append(f"{name}, {title}: not compiled, but the table says "
                                    f"\"{cells[title]}\"")
                elif is_compiled and not is_claimed:
                    print(f"{name}, {title}: compiled, but the table says \"{cells[title]}\"")
    for failure in failures:
        print(failure)
    print(f"table of platforms: {claims} claims, {len(failures)} wrong")
    sys.exit(bool(failures))


main()
