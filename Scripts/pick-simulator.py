#!/usr/bin/env python3
"""Prints the destination of an iPhone's simulator that this machine has, for xcodebuild.

    xcodebuild test -destination "$(Scripts/pick-simulator.py)" …
    Scripts/pick-simulator.py devices.json    reads what `xcrun simctl list -j devices available` wrote

Takes the newest iOS, and of its iPhones the last one listed, which is the newest.
"""
import json
import re
import subprocess
import sys


def destination(listing):
    """`id=…` of the newest iPhone; `None` without one."""
    best = None
    for runtime, devices in listing["devices"].items():
        version = re.search(r"\.iOS-([\d-]+)$", runtime)
        phones = [d for d in devices if d["name"].startswith("iPhone") and d.get("isAvailable", True)]
        if not version or not phones:
            continue
        numbers = [int(part) for part in version[1].split("-")]
        if best is None or numbers > best[0]:
            best = numbers, phones[-1]
    return best and f"platform=iOS Simulator,id={best[1]['udid']}"


def main():
    if len(sys.argv) > 1:
        with open(sys.argv[1]) as file:
            text = file.read()
    else:
        text = subprocess.run(["xcrun", "simctl", "list", "-j", "devices", "available"], check=True,
                              capture_output=True, text=True).stdout
    found = destination(json.loads(text))
    if not found:
        sys.exit("no simulator of an iPhone is available: xcodebuild -downloadPlatform iOS fetches one")
    print(found)


if __name__ == "__main__":
    main()
