"""Runs the service at twice its capacity with hostile clients, and checks that no request is lost.

    pip install grpcio numpy
    python Packages/Serving/Scripts/long-run.py --serve …/sight-serve MODEL.tflite [--seconds 600]

Half of the requests use REST with binary tensors, half use gRPC. The load is an open loop: requests do not
wait for the answers of earlier ones. The rate is twice that of sixteen clients in ten seconds before. At the
same time, hostile clients open connections without sending, send partial requests, garbage, bodies byte by
byte, many inputs and images with huge announced sizes, and close connections early. They have another
address (127.0.0.2) than the valid clients, because the service limits the connections and the bytes of each
address. The service has a lower priority than the clients, which are on other machines in practice: on the
same cores it would take the time that they need to send and to receive.

The run passes if each valid request was answered with a result or with "too many" (429, RESOURCE_EXHAUSTED),
if the service still runs at the end and holds no bytes of requests, and if its memory in the last quarter
exceeds that in the second quarter by at most 32 MiB.
"""

import argparse
import asyncio
import collections
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import grpc

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import load  # noqa: E402  (in the folder of this script)


def field(number, content):
    """Returns a length-delimited field of protobuf."""
    head, length = bytes([number << 3 | 2]), len(content)
    while length > 127:
        head += bytes([length & 127 | 128])
        length >>= 7
    return head + bytes([length]) + content


def number_field(number, value):
    head = bytes([number << 3])
    while value > 127:
        head += bytes([value & 127 | 128])
        value >>= 7
    return head + bytes([value])


def rpc_request(url, model):
    """Returns a ModelInferRequest with inputs of the shapes in load.py's request, filled with zeros."""
    import json
    with urllib.request.urlopen(f"{url}/v2/models/{model}") as answer:
        metadata = json.load(answer)
    sizes = {"UINT8": 1, "INT8": 1, "BOOL": 1, "INT32": 4, "FP32": 4, "INT64": 8, "FP64": 8}
    request, raw = field(1, model.encode()), b""
    for tensor in metadata["inputs"]:
        shape = [1 if extent == -1 else extent for extent in tensor["shape"]]
        count = 1
        for extent in shape:
            count *= extent
        request += field(5, field(1, tensor["name"].encode()) + field(2, tensor["datatype"].encode())
                         + b"".join(number_field(3, extent) for extent in shape))
        raw += field(7, bytes(count * sizes[tensor["datatype"]]))
    return request + raw


class Hostile(threading.Thread):
    """A hostile client, which repeats harmful actions in random order."""

    def __init__(self, port, model, number):
        super().__init__(daemon=True)
        self.port, self.model, self.chance = port, model, random.Random(number)
        self.counts, self.ended = collections.Counter(), threading.Event()

    def connect(self):
        import socket
        return socket.create_connection(
            ("127.0.0.1", self.port), timeout=15, source_address=("127.0.0.2", 0))

    def run(self):
        kinds = [self.idle, self.half, self.garbage, self.slow, self.bomb, self.leave, self.greedy]
        while not self.ended.is_set():
            kind = self.chance.choice(kinds)
            try:
                kind()
                self.counts[kind.__name__] += 1
            except OSError:
                self.counts[kind.__name__ + ", cut off"] += 1
            self.ended.wait(0.05)

    def post(self, body, length=None, path="infer"):
        return (f"POST /v2/models/{self.model}/{path} HTTP/1.1\r\nHost: localhost\r\n"
                f"Content-Length: {len(body) if length is None else length}\r\n\r\n").encode() + body

    def idle(self):
        connection = self.connect()
        self.ended.wait(2)
        connection.close()

    def half(self):
        connection = self.connect()
        connection.sendall(self.post(b"{", 64 << 20))
        self.ended.wait(2)
        connection.close()

    def garbage(self):
        connection = self.connect()
        connection.sendall(self.chance.randbytes(self.chance.choice([10, 1000, 100_000])))
        connection.recv(1 << 16)
        connection.close()

    def slow(self):
        connection = self.connect()
        connection.sendall(self.post(b"", 100_000))
        for _ in range(30):
            connection.sendall(b"\0")
            if self.ended.wait(0.5):
                break
        connection.close()

    def bomb(self):
        # The header of a BMP of 30,000 by 30,000 pixels, without the pixels.
        head = b"BM" + bytes(8) + (54).to_bytes(4, "little") + (40).to_bytes(4, "little")
        head += (30_000).to_bytes(4, "little") * 2 + b"\1\0\x18\0" + bytes(24)
        connection = self.connect()
        connection.sendall(b"POST /v1/detect HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
                           % len(head) + head)
        connection.recv(1 << 16)
        connection.close()

    def leave(self):
        connection = self.connect()
        connection.sendall(self.post(b'{"inputs":[]}'))
        connection.close()

    def greedy(self):
        connection = self.connect()
        connection.sendall(self.post(b'{"inputs":[' + b"{}," * 100_000 + b"{}]}"))
        connection.recv(1 << 16)
        connection.close()


class RPC:
    """Sends requests by gRPC over four channels."""

    def __init__(self, address, request):
        self.request, self.outcomes = request, collections.Counter()
        self.channels = [grpc.aio.insecure_channel(
            address, options=[("grpc.use_local_subchannel_pool", 1)]) for _ in range(4)]
        self.calls = [channel.unary_unary("/inference.GRPCInferenceService/ModelInfer")
                      for channel in self.channels]
        self.latencies = []

    async def send(self, number):
        start = time.perf_counter()
        try:
            await self.calls[number % len(self.calls)](self.request, timeout=60)
            self.outcomes["OK"] += 1
            self.latencies.append(time.perf_counter() - start)
        except grpc.aio.AioRpcError as error:
            self.outcomes[error.code().name] += 1


async def capacity(rest, rpc, seconds):
    """Returns the answers per second for sixteen clients that wait for each answer."""
    end, count = time.perf_counter() + seconds, 0

    async def client(number):
        nonlocal count
        while time.perf_counter() < end:
            await (rest.send() if number % 2 else rpc.send(number))
            count += 1
    await asyncio.gather(*(client(number) for number in range(16)))
    return count / seconds


async def run(options, service, port, rpc_port):
    url = f"http://127.0.0.1:{port}"
    rest = load.Load(("127.0.0.1", port), load.make_request(url, "m"))
    rpc = RPC(f"127.0.0.1:{rpc_port}", rpc_request(url, "m"))
    rate = 2 * await capacity(rest, rpc, min(10, options.seconds / 4))
    print(f"twice the capacity: {rate:.0f} requests/s", flush=True)
    for part in (rest, rpc):
        part.outcomes.clear()
        part.latencies.clear()
    hostile = [Hostile(port, "m", number) for number in range(options.hostile)]
    for client in hostile:
        client.start()
    start, tasks, number, memory = time.perf_counter(), set(), 0, []
    next_note = 0.0
    while (now := time.perf_counter() - start) < options.seconds:
        if now >= next_note:
            memory.append(load.resident(service.pid))
            print(f"{now:6.0f} s  {memory[-1]:6.1f} MiB  REST {dict(rest.outcomes)}  "
                  f"gRPC {dict(rpc.outcomes)}", flush=True)
            next_note += max(1, options.seconds / 20)
        # Sends the requests that are due, at most 200 at once, because this machine may have been blocked.
        due = min(int(now * rate), number + 200)
        while number < due:
            task = asyncio.create_task(rest.send() if number % 2 else rpc.send(number))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            number += 1
        await asyncio.sleep(0.005)
    if tasks:
        await asyncio.wait(tasks)
    for client in hostile:
        client.ended.set()
    for client in hostile:
        client.join()
    return rest, rpc, hostile, number, memory


def text(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read().decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--serve", required=True, help="the program sight-serve")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--hostile", type=int, default=4, help="number of hostile clients")
    parser.add_argument("--isolate-decoding", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/m/1")
        with open(options.model, "rb") as source, open(f"{folder}/m/1/model.tflite", "wb") as target:
            target.write(source.read())
        words = [options.serve, "--repository", folder, "--port", "0", "--grpc-port", "0",
                 "--instances", "1", "--maximum-pixels", "10", "--log", "error"]
        words += ["--isolate-decoding"] if options.isolate_decoding else []
        service = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(5))
        try:
            ports = {}
            for line in (service.stdout.readline(), service.stdout.readline()):
                ports[line.split()[0]] = int(re.search(r":(\d+)/?$", line)[1])
            port, rpc_port = ports["sight-serve"], ports["gRPC"]
            while True:
                try:
                    text(f"http://127.0.0.1:{port}/v2/health/ready")
                    break
                except OSError:
                    time.sleep(0.1)
            check(options, service, port, *asyncio.run(run(options, service, port, rpc_port)))
        finally:
            service.kill()


def check(options, service, port, rest, rpc, hostile, number, memory):
    counts = sum((client.counts for client in hostile), collections.Counter())
    print(f"{number} requests in {options.seconds:.0f} s: REST {dict(rest.outcomes)}, gRPC "
          f"{dict(rpc.outcomes)}; hostile: {dict(counts)}")
    for name, part in (("REST", rest), ("gRPC", rpc)):
        if len(part.latencies) > 100:
            spots = statistics.quantiles(part.latencies, n=100)
            print(f"{name}: p50 {spots[49] * 1e3:.0f} ms, p99 {spots[98] * 1e3:.0f} ms")
    answered = {"200", "429"} , {"OK", "RESOURCE_EXHAUSTED"}
    for part, known in zip((rest, rpc), answered):
        assert set(part.outcomes) <= known, part.outcomes
    assert sum(rest.outcomes.values()) + sum(rpc.outcomes.values()) == number, "requests are lost"
    time.sleep(2)
    assert service.poll() is None, "the service ended"
    numbers = text(f"http://127.0.0.1:{port}/metrics")
    held = re.search(r"^sight_body_bytes_held (\S+)$", numbers, re.M)[1]
    assert float(held) == 0, f"the service still holds {held} bytes of requests"
    quarter = len(memory) // 4
    early, late = max(memory[quarter:2 * quarter] or memory), max(memory[-quarter:])
    print(f"memory: {memory[0]:.0f} MiB at first, at most {early:.0f} in the second quarter, "
          f"{late:.0f} in the last")
    assert late <= early + 32, "the memory grows"
    print("long run: passed")


if __name__ == "__main__":
    main()
