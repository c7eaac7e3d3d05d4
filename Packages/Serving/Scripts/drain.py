"""Ends a service under load and counts the lost requests; it must answer each request that it accepted.

A silent client of gRPC must not hold up the end.

    python Packages/Serving/Scripts/drain.py --serve …/sight-serve --repository models/ --model bird --rounds 5
"""

import argparse
import asyncio
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from load import Load, make_request


def start(arguments):
    process = subprocess.Popen(
        [arguments.serve, "--repository", arguments.repository, "--port", "0", "--grpc-port", "0",
         "--drain-delay", "0.5", "--queue", "256"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.readline() + process.stdout.readline()
    url = re.search(r"http://\S+:\d+", text)[0]
    silent = socket.create_connection(("127.0.0.1", int(re.search(r"gRPC at \S+:(\d+)", text)[1])))
    silent.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
    while True:
        try:
            with urllib.request.urlopen(f"{url}/v2/health/ready"):
                return process, url, silent
        except urllib.error.HTTPError:
            pass


async def load_and_end(process, url, arguments):
    """Sends requests until the service accepts no more connections, and ends the service meanwhile."""
    host, port = re.search(r"//(\S+):(\d+)", url).groups()
    load = Load((host, int(port)), make_request(url, arguments.model))

    async def client():
        while not any(name.startswith("refused") for name in load.outcomes):
            await load.send()

    clients = [asyncio.create_task(client()) for _ in range(arguments.clients)]
    while load.outcomes["200"] < 50:
        await asyncio.sleep(0.01)
    process.terminate()
    await asyncio.wait(clients)
    return load.outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--serve", required=True)
    parser.add_argument("--repository", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    lost = 0
    for number in range(arguments.rounds):
        process, url, silent = start(arguments)
        outcomes = asyncio.run(load_and_end(process, url, arguments))
        began = time.monotonic()
        status = process.wait()
        print(f"round {number + 1}: {dict(outcomes)}, exit {status} after "
              f"{time.monotonic() - began:.1f} s")
        silent.close()
        lost += (status != 0) + sum(
            count for name, count in outcomes.items() if name.startswith("lost"))
    sys.exit(f"{lost} requests lost" if lost else 0)


if __name__ == "__main__":
    main()
