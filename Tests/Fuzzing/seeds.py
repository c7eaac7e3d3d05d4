#!/usr/bin/env python3
"""Writes the first corpus of a fuzz target: files of the tests, of the fixtures, and generated files.

Usage: seeds.py TARGET CORPUS LARGEST FOLDER...
"""

import base64
import gzip
import hashlib
import io
import json
import pathlib
import plistlib
import re
import struct
import sys
import zipfile
import zlib

MODELS = (".tflite", ".bin", ".lite", ".model")
IMAGES = {
    "bmp": (".bmp",), "gif": (".gif",), "heif": (".heic", ".heif", ".avif"), "jpeg": (".jpg", ".jpeg"),
    "png": (".png",), "webp": (".webp",),
}


def recorded(data):
    """Yields the models in a file of recorded cases; see Scripts/goldens/make-operator-goldens.py."""
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


def jpegs(folders):
    """Yields the JPEG files of the folders with an even and an odd length, which selects the size to decode."""
    for image in files(folders, IMAGES["jpeg"]):
        yield from (image, image + b"\0")


def heif(folders):
    """Yields the HEIF files of the folders, and those in the tests of the codec."""
    yield from files(folders, IMAGES["heif"])
    tests = pathlib.Path(__file__).parents[1] / "SightImageIOTests/HEIFCodecTests.swift"
    for text in re.findall(r'static let \w+ =((?:\s*(?:\+ )?"[A-Za-z0-9+/=]*")+)', tests.read_text()):
        yield base64.b64decode("".join(re.findall(r'"([^"]*)"', text)))


def flexbuffer(values):
    """Returns a FlexBuffer map of integers and lists of integers, one byte each."""
    data = bytearray()
    lists = {}
    for key in sorted(values):
        if isinstance(values[key], list):
            lists[key] = len(data) + 1
            data += bytes([len(values[key]), *values[key]])
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
    for key in sorted(values):
        data.append(len(data) - lists[key] if key in lists else values[key])
    data += bytes((11 if key in lists else 1) << 2 for key in sorted(values))
    data += bytes([len(data) - start, 9 << 2, 1])
    return bytes(data)


def node_definition(name, attributes):
    """Returns the options of an operator of TensorFlow: a FlexBuffer list of its name and a NodeDef message.

    An attribute's value is the bytes of an AttrValue message.
    """
    def field(number, data):
        return bytes([number << 3 | 2, len(data)]) + data

    node = field(1, b"n") + field(2, name.encode())
    for key, value in attributes.items():
        node += field(5, field(1, key.encode()) + field(2, value))
    data, places = bytearray(), []
    for text in (name.encode(), node):
        data.append(len(text))
        places.append(len(data))
        data += text + b"\0"
    data.append(2)
    start = len(data)
    for place in places:
        data.append(len(data) - place)
    data += bytes([5 << 2, 5 << 2, len(data) + 2 - start, 10 << 2, 1])
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


def chunk(name, data):
    """Returns a chunk of RIFF."""
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def avi(frame, count):
    """Returns an AVI file with JPEG frames."""
    side = 64
    head = struct.pack("<14I", 40_000, 0, 0, 0x10, count, 0, 1, len(frame), side, side, 0, 0, 0, 0)
    stream = b"vidsMJPG" + struct.pack("<12I", 0, 0, 0, 1, 25, 0, count, len(frame), 0, 0, 0, 0)
    layout = struct.pack("<IiiHH4s5I", 40, side, side, 1, 24, b"MJPG", 3 * side * side, 0, 0, 0, 0)
    lists = chunk(b"LIST", b"hdrl" + chunk(b"avih", head) + chunk(
        b"LIST", b"strl" + chunk(b"strh", stream) + chunk(b"strf", layout)))
    return chunk(b"RIFF", b"AVI " + lists + chunk(b"LIST", b"movi" + chunk(b"00dc", frame) * count))


def element(number, data):
    """Returns an element of EBML: number, length in eight bytes, content."""
    name = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return name + b"\x01" + len(data).to_bytes(7, "big") + data


def matroska(frame, count):
    """Returns a Matroska file with JPEG frames."""
    head = element(0x1A45DFA3, element(0x4282, b"matroska") + element(0x4287, b"\4") + element(0x4285, b"\2"))
    image = element(0xB0, b"\x40") + element(0xBA, b"\x40")
    track = element(0xD7, b"\1") + element(0x73C5, b"\1") + element(0x83, b"\1") + element(
        0x86, b"V_MJPEG") + element(0xE0, image)
    blocks = b"".join(
        element(0xA3, b"\x81" + struct.pack(">H", 40 * i) + b"\x80" + frame) for i in range(count))
    return head + element(0x18538067, element(0x1549A966, element(0x2AD7B1, b"\x0f\x42\x40")) + element(
        0x1654AE6B, element(0xAE, track)) + element(0x1F43B675, element(0xE7, b"\0") + blocks))


def videos(folders):
    yield from files(folders, (".mp4", ".mkv", ".avi", ".mov"))
    frames = sorted(files(folders, IMAGES["jpeg"]), key=len)
    for frame in frames[:2]:
        yield avi(frame, 3)
        yield matroska(frame, 3)


def exif(folders):
    for order, layout in ((b"II", "<"), (b"MM", ">")):
        yield order + struct.pack(layout + "HIHHHIHH", 42, 8, 1, 0x0112, 3, 1, 6, 0) + bytes(4)
        yield b"Exif\0\0" + order + struct.pack(layout + "HIHHHII", 42, 8, 1, 0x0112, 4, 1, 3) + bytes(4)
    for image in files(folders, IMAGES["jpeg"]):
        mark = image.find(b"Exif\0\0")
        if mark >= 0:
            yield image[mark:mark + 512]


def parts(_):
    form = b'--xyz\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nBM\r\n--xyz--\r\n'
    yield from (form, form.replace(b"filename", b"title"), b"boundary=a--a\r\n\r\n\r\nb\r\n--a--")
    yield from (b"bytes=0-5", b"bytes=-5", b"bytes=5-", b"bytes=9-9,1-2", b"gzip, deflate;q=0")
    yield from (b'"a", W/"b"', b"*", b"GET /stream?a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n")
    yield from (b"[::1]:8000", b"127.0.0.1:1", b"\2\0\0\0ab\0\0\0\0", zlib.compress(b"abc" * 50),
                gzip.compress(b"sight" * 20))


def answers(_):
    yield b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nETag: \"a\"\r\nContent-Encoding: identity\r\n\r\nX-A: b\r\n"
    yield b"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5, 5\r\n\r\n"
    yield b"HTTP/1.1 100 Continue\r\n\r\nHTTP/2 503 \r\nRetry-After: 7\r\nX-A: b\r\n c\r\n\r\n"
    yield (b"HTTP/1.0 429 Later\r\nRetry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n"
           b'X-Detail: {"error": {"message": "m"}}\r\nX-Detail: c\r\nETag: W/"a"\r\n\r\n')


def manifests(_):
    def envelope(kind, content):
        return {"payload": base64.b64encode(content).decode(), "payloadType": f"application/vnd.sight.{kind}+json",
                "signatures": [{"keyid": "0" * 16, "sig": "AA=="}]}

    times = {"time": "2026-11-22T10:00:00Z", "expires": "2027-11-22T10:00:00Z"}
    release = json.dumps({"name": "bird", "version": 1, "size": 5, "sha256": "0" * 64, **times}).encode()
    keys = json.dumps({"publisher": "sight", "version": 2, "threshold": 1, "expires": times["expires"],
                       "keys": [base64.b64encode(bytes(32)).decode()]}).encode()
    yield from (release, keys)
    yield json.dumps({"release": envelope("model-release", release),
                      "keys": [envelope("signing-keys", keys)]}).encode()
    values = {"API_KEY": "AIza-x_1", "GOOGLE_APP_ID": "1:2:ios:3", "PROJECT_ID": "sight",
              "BUNDLE_ID": "org.x", "SIGHT_MODEL_HOST": "https://models.example.com"}
    for kind in (plistlib.FMT_XML, plistlib.FMT_BINARY):
        yield plistlib.dumps(values, fmt=kind)


def annotations(folders):
    yield from list(files(folders, (".txt",)))[:50]
    yield b"1,2,3,4,5,6,1,-1,-1,-1\n"
    yield json.dumps({"file": "a.jpg", "boxes": [[0, 0.1, 0.5, 1]], "box_coarse": ["food", None],
                      "ignore": [0, 1], "coverage": "exhaustive"}).encode()


SOURCES = {
    "model": models,
    "prepare": models,
    "metadata": metadata,
    "flexbuffer": lambda _: [flexbuffer(dict(max_detections=9, y_scale=10, use_regular_nms=1)),
                             flexbuffer(dict(left_rotation_idx=0, subset_idxs=[0, 1, 2])),
                             node_definition("Patches", {"ksizes": b"\x0a\x06\x1a\x04\1\3\3\1",
                                                         "padding": b"\x12\4SAME"}),
                             node_definition("Crop", {"extrapolation_value": b"\x25\0\0\x80\x3e",
                                                      "exclusive": b"\x28\1", "begin_mask": b"\x18\5"})],
    "npy": arrays,
    "mot": annotations,
    "inference": requests,
    "service": parts,
    "exif": exif,
    "heif": heif,
    "jpeg": jpegs,
    "video": videos,
    "answer": answers,
    "manifest": manifests,
    "text": texts,
}


def main():
    for name, endings in IMAGES.items():
        SOURCES.setdefault(name, lambda folders, endings=endings: files(folders, endings))
    target, corpus, largest = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    count = 0
    for data in SOURCES[target](sys.argv[4:]):
        if len(data) <= largest:
            (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
            count += 1
    print(f"{count} files in the first corpus", file=sys.stderr)


main()
