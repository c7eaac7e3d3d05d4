#!/usr/bin/env python3
"""Writes the models to fuzz from: those of the recorded cases and small ones of the fixtures.

Usage: seeds.py CORPUS LARGEST FOLDER...
"""

import hashlib
import pathlib
import struct
import sys


def recorded(data):
    """The models of a file of recorded cases; see Scripts/goldens/make-operator-goldens.py."""
    position = 4

    def take(layout):
        nonlocal position
        (value,) = struct.unpack_from(layout, data, position)
        position += struct.calcsize(layout)
        return value

    def blob():
        nonlocal position
        size = take("<I")
        position += size
        return data[position - size:position]

    for _ in range(take("<I")):
        blob()
        yield blob()
        for _ in range(take("<B")):
            blob()
        for _ in range(take("<B")):
            for _ in range(take("<B")):
                take("<i")
            blob()


def main():
    corpus, largest = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    count = 0
    for folder in map(pathlib.Path, sys.argv[3:]):
        for path in sorted(folder.rglob("*")):
            if path.suffix == ".golden" and path.parent.name == "operators":
                models = recorded(path.read_bytes())
            elif path.suffix in (".tflite", ".bin", ".lite", ".model"):
                models = [path.read_bytes()]
            else:
                continue
            for model in models:
                if len(model) <= largest:
                    (corpus / hashlib.sha1(model).hexdigest()).write_bytes(model)
                    count += 1
    print(f"{count} models to start from")


main()
