#!/usr/bin/env python3
"""Writes the files to fuzz a target from: those of the tests, of the fixtures, and made ones.

Usage: seeds.py TARGET CORPUS LARGEST FOLDER...
"""

import hashlib
import io
import json
import pathlib
import struct
import sys
import zipfile

MODELS = (".tflite", ".bin", ".lite", ".model")
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".bmp", ".gif")


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


def files(folders, endings):
    for folder in map(pathlib.Path, folders):
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in endings and path.is_file():
                yield path.read_bytes()


def models(folders):
    yield from files(folders, MODELS)
    for folder in map(pathlib.Path, folders):
        for path in sorted(folder.rglob("*.golden")):
            if path.parent.name == "operators":
                yield from recorded(path.read_bytes())


def flexbuffer(values):
    """A map of integers, one byte each."""
    data = bytearray()
    keys = []
    for key in sorted(values):
        keys.append(len(data))
        data += key.encode() + b"\0"
    vector = len(data) + 1
    data.append(len(keys))
    for key in keys:
        data.append(len(data) - key)
    data += bytes([len(data) - vector, 1, len(keys)])
    start = len(data)
    data += bytes(values[key] for key in sorted(values))
    data += bytes([1 << 2] * len(keys))
    data += bytes([len(data) - start, 9 << 2, 1])
    return bytes(data)


def archive(names):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, content in names.items():
            file.writestr(name, content)
    return packed.getvalue()


def metadata(folders):
    yield archive({"labels.txt": "cat\ndog\n", "labels-de.txt": "Katze\nHund\n"})
    for model in files(folders, MODELS):
        mark = model.find(b"M001")
        if mark >= 4:
            yield model[mark - 4:mark + 8192]
        end = model.rfind(b"PK\x05\x06")
        if end >= 0:
            yield model[max(0, end - 8192):]


def arrays(folders):
    yield from files(folders, (".npy",))
    for version, order, kind in ((1, False, "<f4"), (2, True, ">i2"), (3, False, "|u1")):
        size = int(kind[2])
        header = repr({"descr": kind, "fortran_order": order, "shape": (2, 3)}) + "\n"
        length = struct.pack("<H" if version == 1 else "<I", len(header))
        yield b"\x93NUMPY" + bytes([version, 0]) + length + header.encode() + bytes(6 * size)


def requests(_):
    tensor = {"name": "x", "shape": [2], "datatype": "FP32", "data": [1, 2.5]}
    texts = {"name": "t", "shape": [1, 1], "datatype": "BYTES", "data": [["a\u00e9"]]}
    binary = {"name": "b", "shape": [3], "datatype": "UINT8",
              "parameters": {"binary_data_size": 3}}
    for inputs in ([tensor], [tensor, texts], [binary]):
        body = json.dumps({"id": "q", "inputs": inputs, "outputs": [{"name": "y"}],
                           "parameters": {"timeout": 5, "binary_data_output": True}}).encode()
        yield body
        yield body + b"\1\2\3"

    def field(number, content):
        return bytes([number << 3 | 2, len(content)]) + content

    header = field(1, b"x") + field(2, b"FP32") + field(3, bytes([2]))
    yield field(1, b"m") + field(5, header) + field(6, field(1, b"y")) + field(7, bytes(8))
    yield field(1, b"m") + field(5, header + field(5, field(6, bytes(8))))
    integers = field(1, b"i") + field(2, b"INT32") + field(3, bytes([2]))
    yield field(5, integers + field(5, field(2, bytes([1, 2]))))


def texts(_):
    yield from (
        b"Wed, 21 Oct 2026 07:28:00 GMT", b"2026-11-22T10:00:00.5Z", b"../bird", b"a" * 200,
        b"0123456789abcdef" * 4, b'{"modelFile": "m,}.tflite", "labelsFile": "dict.txt"}',
        json.dumps({"format": 1, "name": "bird", "size": 5, "sha256": "0" * 64, "installed": 1,
                    "revision": "1"}).encode())


SOURCES = {
    "model": models,
    "prepare": models,
    "metadata": metadata,
    "flexbuffer": lambda _: [flexbuffer(dict(max_detections=9, y_scale=10, use_regular_nms=1))],
    "npy": arrays,
    "mot": lambda folders: list(files(folders, (".txt",)))[:50] + [b"1,2,3,4,5,6,1,-1,-1,-1\n"],
    "inference": requests,
    "picture": lambda folders: files(folders, PICTURES),
    "text": texts,
}


def main():
    target, corpus, largest = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    count = 0
    for data in SOURCES[target](sys.argv[4:]):
        if len(data) <= largest:
            (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
            count += 1
    print(f"{count} files to start from", file=sys.stderr)


main()
