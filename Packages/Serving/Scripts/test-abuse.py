"""Sends invalid requests to a running service, and checks that it keeps working.

    python Packages/Serving/Scripts/test-abuse.py --port 8000 --model bird --pid $(pgrep -x sight-serve)

The service must answer every request with an error of the protocol or close the connection. Afterwards it
must be ready, hold no bytes of requests, and use less than 64 MiB of memory more than before.
"""

import argparse
import json
import os
import random
import socket
import struct
import time
import zlib


def connect(port, source="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", port), timeout=120, source_address=(source, 0))


def answer(connection):
    data = b""
    try:
        while b"\r\n\r\n" not in data:
            more = connection.recv(65536)
            if not more:
                return "closed", b""
            data += more
        head, body = data.split(b"\r\n\r\n", 1)
        length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                       if line.startswith(b"content-length:")), 0)
        while len(body) < length:
            body += connection.recv(65536)
        return head.split(b" ")[1].decode(), body
    except (ConnectionError, socket.timeout) as error:
        return type(error).__name__, b""


def post(port, path, body, length=None, more=""):
    connection = connect(port)
    head = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{more}"
            f"Content-Length: {len(body) if length is None else length}\r\n\r\n").encode()
    try:
        connection.sendall(head + body)
    except ConnectionError:
        pass
    found = answer(connection)
    connection.close()
    return found


def bomb(side):
    """Returns a small PNG file of side x side pixels, whose pixels would take up to gigabytes of memory."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(b"\0" * 65536) for _ in range(200)) + packer.flush()
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", rows) + chunk(b"IEND", b""))


def gigabyte(port, announced):
    """Sends a body of 1 GiB, with its length or in chunks, until the service refuses; returns the outcome."""
    connection = connect(port)
    kind = f"Content-Length: {1 << 30}" if announced else "Transfer-Encoding: chunked"
    connection.sendall(f"POST /v1/detect HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n\r\n".encode())
    part = b"\0" * (1 << 20)
    sent = 0
    try:
        while sent < 1 << 30:
            connection.sendall(part if announced else b"100000\r\n" + part + b"\r\n")
            sent += len(part)
    except (ConnectionError, socket.timeout):
        pass
    found = answer(connection)
    connection.close()
    return found[0]


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) >> 10 for line in file if line.startswith("VmRSS"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--pid", type=int, required=True)
    arguments = parser.parse_args()
    port, infer = arguments.port, f"/v2/models/{arguments.model}/infer"
    random.seed(1)
    before = resident(arguments.pid)

    for body in [b"", b"{", b"[]", b"\0" * 100, b"{" * 100_000, b'{"inputs":' + b"[" * 100_000,
                 b'{"inputs":[{"name":"x","shape":[4294967296,4294967296],"datatype":"FP32",'
                 b'"data":[1]}]}', random.randbytes(100_000)]:
        status, text = post(port, infer, body)
        assert status == "400" and "error" in json.loads(text), (status, text[:200])
    for path in ["/v2/models/none/infer", f"/v2/models/{arguments.model}/versions/99/infer",
                 "/v2/models/..%2f..%2fetc/infer", "/v2/models/%00/infer"]:
        status, text = post(port, path, b"{}")
        assert status == "404", (path, status, text[:200])
    for more in ["Inference-Header-Content-Length: -5\r\n",
                 "Inference-Header-Content-Length: 99999999999999999999\r\n",
                 "Inference-Header-Content-Length: 3\r\n"]:
        assert post(port, infer, b"{}", more=more)[0] == "400"
    for path in ["/v1/detect", "/v1/classify", "/v1/track?session=a"]:
        for body in [b"", b"garbage", random.randbytes(10_000)]:
            assert post(port, path, body)[0] == "400"
        assert post(port, path, bomb(30_000))[0] == "413", path
        assert post(port, path, bomb(3_000))[0] in ("200", "400"), path
    print("garbage, wrong shapes, unknown models, decompression bombs: refused")

    print("1 GiB, announced:", gigabyte(port, True), " in chunks:", gigabyte(port, False))

    # Half-open connections, with no bytes, a part of a head or a part of a body, stay open during the test.
    # They have an address of their own, which may have a quarter of all connections.
    open_ones = [connect(port, "127.0.0.2") for _ in range(200)]
    for index, connection in enumerate(open_ones):
        connection.sendall([b"", b"POST /v1/det", f"POST {infer} HTTP/1.1\r\nHost: localhost\r\n"
                            .encode() + b"Content-Length: 1000000\r\n\r\n{"][index % 3])
    for line in [b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 1000,
                 b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n",
                 b"POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                 b"POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                 b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"]:
        connection = connect(port)
        connection.sendall(line)
        status, _ = answer(connection)
        assert status in ("400", "431", "closed", "ConnectionResetError", "505"), (line[:40], status)
    status, _ = post(port, infer, b"{}")
    assert status == "400"
    print("200 half-open connections: the service answers others")
    for connection in open_ones:
        connection.close()

    # Clients close the connection while the service waits for their bodies.
    for _ in range(200):
        connection = connect(port)
        connection.sendall(f"POST {infer} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
                           .encode() + b"{")
        connection.close()
    time.sleep(1)
    connection = connect(port)
    connection.sendall(b"GET /v2/health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer(connection)[0] == "200"
    connection.close()
    connection = connect(port)
    connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    numbers = answer(connection)[1].decode()
    held = next(line for line in numbers.splitlines() if line.startswith("sight_body_bytes_held "))
    assert held.endswith(" 0.0"), held
    after = resident(arguments.pid)
    print(f"ready; {held}; memory {before} MiB before, {after} MiB after")
    os.kill(arguments.pid, 0)
    assert after < before + 64, (before, after)


if __name__ == "__main__":
    main()
