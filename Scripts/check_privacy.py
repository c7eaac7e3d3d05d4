#!/usr/bin/env python3
"""Compares the privacy manifests with the functions that the compiled objects call.

    Scripts/check_privacy.py OUTPUT    folder of the objects of a triple, see check-apple.sh

For some functions, Apple requires a reason in the manifest of the bundle that calls them. An object that
calls such a function has its symbol, or its selector among the names of methods, or the symbol of a Swift
property. The script fails if a target calls such a function without its category in
Sources/TARGET/PrivacyInfo.xcprivacy, which a target may lack, or if a manifest has a category that no
function of its target needs.
"""
import pathlib
import plistlib
import re
import subprocess
import sys

SOURCES = pathlib.Path(__file__).parent.parent / "Sources"
# Apple, "Describing use of required reason API": the functions and properties by category.
SYMBOLS = {
    "FileTimestamp": "stat fstat fstatat lstat getattrlist getattrlistbulk fgetattrlist getattrlistat",
    "DiskSpace": "statfs statvfs fstatfs fstatvfs",
    "SystemBootTime": "mach_absolute_time",
}
SELECTORS = {
    "FileTimestamp": "creationDate modificationDate fileModificationDate contentModificationDateKey "
    "creationDateKey NSFileCreationDate NSFileModificationDate NSURLCreationDateKey "
    "NSURLContentModificationDateKey attributesOfItemAtPath:error: contentModificationDate",
    "DiskSpace": "volumeAvailableCapacityKey volumeAvailableCapacityForImportantUsageKey "
    "volumeAvailableCapacityForOpportunisticUsageKey volumeTotalCapacityKey "
    "attributesOfFileSystemForPath:error: volumeAvailableCapacity volumeTotalCapacity "
    "volumeAvailableCapacityForImportantUsage volumeAvailableCapacityForOpportunisticUsage",
    "SystemBootTime": "systemUptime",
    "ActiveKeyboards": "activeInputModes",
    "UserDefaults": "standardUserDefaults NSUserDefaults",
}


def undefined(file):
    text = subprocess.run(["llvm-nm", "--undefined-only", "--just-symbol-name", str(file)],
                          capture_output=True, text=True, check=True).stdout
    return text.split()


def calls(file):
    """Returns {category: functions} for the functions that an object calls."""
    names_used, found = undefined(file), {}
    symbols = {name.split("$")[0].lstrip("_") for name in names_used}
    strings = set(re.findall(rb"[\w:]{6,}", file.read_bytes()))
    for category, names in SYMBOLS.items():
        found.setdefault(category, set()).update(symbols & set(names.split()))
    for category, names in SELECTORS.items():
        found.setdefault(category, set()).update(
            n for n in names.split() if n.encode() in strings or n in symbols
            # A class of Objective-C, or a property of Swift, whose symbol has the length before the name.
            or any(s.endswith(f"CLASS_$_{n}") or f"{len(n)}{n}" in s for s in names_used))
    return {category: names for category, names in found.items() if names}


def reasons(target):
    """Returns {category: reasons} of a target's manifest; empty without a manifest."""
    file = SOURCES / target / "PrivacyInfo.xcprivacy"
    if not file.exists():
        return {}
    listed = plistlib.loads(file.read_bytes())["NSPrivacyAccessedAPITypes"]
    prefix = "NSPrivacyAccessedAPICategory"
    return {entry["NSPrivacyAccessedAPIType"].removeprefix(prefix):
            entry["NSPrivacyAccessedAPITypeReasons"] for entry in listed}


def main():
    failures, count = [], 0
    for folder in sorted(SOURCES.iterdir()):
        target = folder.name
        objects = [file for file in pathlib.Path(sys.argv[1]).glob("*.o")
                   if file.name in (f"{target}.o",) or file.name.startswith(f"{target}-")]
        if not objects:
            continue
        called, given = {}, reasons(target)
        for file in objects:
            for category, names in calls(file).items():
                called.setdefault(category, set()).update(names)
        for category, names in called.items():
            count += 1
            if not given.get(category):
                failures.append(f"{target} calls {', '.join(sorted(names))}: its manifest has no "
                                f"reason for {category}")
        failures += [f"{target}: its manifest has {category}, but it calls no function of this category"
                     for category in given if category not in called]
    for failure in failures:
        print(failure)
    print(f"privacy manifests: {count} uses with a reason, {len(failures)} wrong")
    sys.exit(bool(failures))


main()
