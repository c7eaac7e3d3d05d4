#!/usr/bin/env python3
"""Writes the bill of materials of a package to standard output, in CycloneDX 1.5 JSON.

    Scripts/make_sbom.py VERSION [PACKAGE]      PACKAGE: a folder such as Packages/Host; default: the root

The components are the Swift packages that SwiftPM resolved, with their versions, and the system
libraries that pkg-config finds for the codecs, with their versions on this machine. On Linux, libcurl
is one more, which the programs load when they send a request.
"""

import ctypes
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]
SYSTEM_LIBRARIES = [
    "libturbojpeg", "spng", "libwebp", "libheif",
    "libavformat", "libavcodec", "libavutil", "libswscale", "libavdevice",
]


def swift_packages(folder):
    listing = subprocess.run(
        ["swift", "package", "show-dependencies", "--format", "json"],
        cwd=ROOT / folder, check=True, capture_output=True, text=True).stdout
    found, waiting = {}, list(json.loads(listing)["dependencies"])
    while waiting:
        package = waiting.pop()
        found[package["identity"]] = package
        waiting += package["dependencies"]
    return [
        {
            "type": "library", "name": package["identity"], "version": package["version"],
            "purl": f"pkg:swift/{package['url'].split('://')[-1].removesuffix('.git')}@{package['version']}",
        }
        for _, package in sorted(found.items())
    ]


def system_libraries():
    for name in SYSTEM_LIBRARIES:
        query = subprocess.run(
            ["pkg-config", "--modversion", name], capture_output=True, text=True)
        if query.returncode == 0:
            yield {"type": "library", "name": name, "version": query.stdout.strip()}
    try:
        libcurl = ctypes.CDLL("libcurl.so.4")
    except OSError:
        return
    libcurl.curl_version.restype = ctypes.c_char_p
    version = libcurl.curl_version().decode().split()[0].removeprefix("libcurl/")
    yield {"type": "library", "name": "libcurl", "version": version}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder = sys.argv[2] if len(sys.argv) == 3 else "."
    name = {".": "sight", "Packages/Host": "sight-host", "Packages/Serving": "sight-serve",
            "Packages/Signing": "sight-sign"}.get(folder.rstrip("/"), pathlib.Path(folder).name)
    print(json.dumps({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "name": name, "version": sys.argv[1],
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            }
        },
        "components": swift_packages(folder) + list(system_libraries()),
    }, indent=2))


if __name__ == "__main__":
    main()
