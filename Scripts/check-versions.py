#!/usr/bin/env python3
"""Compares the packages that SwiftPM resolved with the reviewed ones in Scripts/versions.txt.

    Scripts/check-versions.py [--write] FOLDER...    build folders, such as .build .build-servers

A line of the list is `package version`. The script fails if a build has another version than the list, or
a package that the list lacks. It does not detect a moved tag, because a mirror has other commits. With
--write, the script writes the versions of the builds into the list; review the changes before you commit.
"""

import json
import pathlib
import sys

LIST = pathlib.Path(__file__).with_name("versions.txt")


def resolved(folder):
    """Returns {package: version} of a build; empty if the folder has no build."""
    state = pathlib.Path(folder) / "workspace-state.json"
    if not state.exists():
        print(f"SKIPPED: {folder} has no build")
        return {}
    found = {}
    for package in json.loads(state.read_text())["object"]["dependencies"]:
        checkout = package["state"].get("checkoutState", package["state"])
        if "version" in checkout:
            found[package["packageRef"]["identity"]] = checkout["version"]
    return found


def listed():
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def main():
    folders = [word for word in sys.argv[1:] if word != "--write"]
    if not folders:
        sys.exit(__doc__)
    known, problems = listed(), []
    for folder in folders:
        for package, found in sorted(resolved(folder).items()):
            if known.get(package) == found:
                continue
            if "--write" in sys.argv:
                known[package] = found
                continue
            problems.append(
                f"{folder}: {package} is {found}, the list has {known.get(package, 'nothing')}")
    if "--write" in sys.argv:
        head = "# The reviewed versions of the packages; Scripts/check-versions.py compares the builds with them.\n"
        lines = [f"{package} {known[package]}\n" for package in sorted(known)]
        LIST.write_text(head + "".join(lines))
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(known)} packages have the versions of Scripts/versions.txt")


main()
