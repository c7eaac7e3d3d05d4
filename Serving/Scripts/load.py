"""Loads a model of a running service at a rate, whether or not answers come in time.

    python Serving/Scripts/load.py --url http://127.0.0.1:8000 --model bird --rate 200 --seconds 60
    python Serving/Scripts/load.py … --rate 400 --seconds 600 --pid $(pgrep -x sight-serve)

Requests are sent on a clock of their own (an open loop): a slow service does not slow the load down.
Prints what became of every request, the latencies of those that were answered, and the service's
memory at the beginning and at the end.
"""

import argparse
import asyncio
import collections
import json
import os
import statistics
import time
import urllib.parse
import urllib.request

import numpy as np


def make_request(url, model):
    with urllib.request.urlopen(f"{url}/v2/models/{model}") as answer:
        metadata = json.load(answer)
    sizes = {"UINT8": 1, "INT8": 1, "BOOL": 1, "INT32": 4, "FP32": 4, "INT64": 8, "FP64": 8}
    inputs, payload = [], b""
    random = np.random.default_rng(1)
    for tensor in metadata["inputs"]:
        shape = [1 if extent == -1 else extent for extent in tensor["shape"]]
        count = int(np.prod(shape))
        data = (random.random(count, dtype=np.float32).tobytes()
                if tensor["datatype"] == "FP32" else os.urandom(count * sizes[tensor["datatype"]]))
        inputs.append({"name": tensor["name"], "shape": shape, "datatype": tensor["datatype"],
                       "parameters": {"binary_data_size": len(data)}})
        payload += data
    header = json.dumps(
        {"inputs": inputs, "parameters": {"binary_data_output": True}}).encode()
    body = header + payload
    host = urllib.parse.urlparse(url).netloc
    return (f"POST /v2/models/{model}/infer HTTP/1.1\r\nHost: {host}\r\n"
            f"Inference-Header-Content-Length: {len(header)}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


class Load:
    """Requests in flight, on connections that are used again."""

    def __init__(self, address, request):
        self.address, self.request = address, request
        self.idle = collections.deque()
        self.outcomes = collections.Counter()
        self.latencies = []

    async def send(self):
        start = time.perf_counter()
        # The service closes connections that idle: those are no connections any more.
        while self.idle and self.idle[-1][0].at_eof():
            self.idle.pop()[1].close()
        try:
            reader, writer = (self.idle.pop() if self.idle
                              else await asyncio.open_connection(*self.address, limit=1 << 22))
            writer.write(self.request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                          if line.startswith(b"content-length:"))
            await reader.readexactly(length)
        except OSError as error:
            self.outcomes[f"refused: {type(error).__name__}"] += 1
            return
        except (asyncio.IncompleteReadError, StopIteration):
            self.outcomes["lost"] += 1
            return
        status = head.split(b" ", 2)[1].decode()
        self.outcomes[status] += 1
        if status == "200":
            self.latencies.append(time.perf_counter() - start)
        if b"connection: close" in head.lower():
            writer.close()
        else:
            self.idle.append((reader, writer))


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


async def run(arguments):
    address = urllib.parse.urlparse(arguments.url)
    load = Load((address.hostname, address.port), make_request(arguments.url, arguments.model))
    tasks, memory = set(), []
    start = time.perf_counter()
    count = int(arguments.rate * arguments.seconds)
    next_note = 0.0
    for number in range(count):
        due = start + number / arguments.rate
        now = time.perf_counter()
        if due > now:
            await asyncio.sleep(due - now)
        elif now - due > 5:  # the machine stood still: what was due then is not sent all at once
            start += now - due
        if arguments.pid and now - start >= next_note:
            memory.append(resident(arguments.pid))
            next_note += max(1.0, arguments.seconds / 60)
        task = asyncio.create_task(load.send())
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    if tasks:
        await asyncio.wait(tasks)
    took = time.perf_counter() - start
    return load, memory, count, took


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--model", required=True)
    parser.add_argument("--rate", type=float, required=True, help="requests a second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pid", type=int, help="the service's process, for its memory")
    arguments = parser.parse_args()
    load, memory, count, took = asyncio.run(run(arguments))
    answered = sum(load.outcomes.values())
    print(f"{count} requests at {arguments.rate}/s, {answered} answered: {dict(load.outcomes)}")
    if load.latencies:
        spots = statistics.quantiles(load.latencies, n=100)
        print(f"{len(load.latencies) / took:.1f} results/s, "
              f"p50 {spots[49] * 1e3:.1f} ms, p99 {spots[98] * 1e3:.1f} ms")
    if memory:
        tenth = max(1, len(memory) // 10)
        print(f"memory: {statistics.mean(memory[tenth:2 * tenth]):.1f} MiB after a tenth, "
              f"{statistics.mean(memory[-tenth:]):.1f} MiB at the end, {max(memory):.1f} at most")


if __name__ == "__main__":
    main()
