"""Measures LiteRT in a process of its own, a round for each line of standard input.

Speaks as `sight model bench --turns --json` does: first a line about the start, then one a round.
"""

import argparse
import json
import pathlib
import re
import statistics
import sys
import time

import numpy
from ai_edge_litert.interpreter import Interpreter


def kibibytes(key: str) -> int:
    """A number of this process's status; 0 where there is none."""
    status = pathlib.Path("/proc/self/status")
    match = re.search(rf"{key}:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(match[1]) if match else 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--input", action="append", default=[])
    options = parser.parse_args()
    inputs = [numpy.load(path) for path in options.input]

    before = kibibytes("VmRSS")
    start = time.perf_counter()
    interpreter = Interpreter(model_path=options.model, num_threads=options.threads)
    interpreter.allocate_tensors()
    loaded = time.perf_counter()
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    filled = time.perf_counter()
    interpreter.invoke()
    first = time.perf_counter() - filled
    print(json.dumps({
        "loadMilliseconds": (loaded - start) * 1e3,
        "firstRunMilliseconds": first * 1e3,
        "growthBytes": (kibibytes("VmHWM") - before) * 1024,
    }), flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            start = time.perf_counter()
            interpreter.invoke()
            times.append((time.perf_counter() - start) * 1e3)
        print(json.dumps({"medianMilliseconds": statistics.median(times)}), flush=True)


if __name__ == "__main__":
    main()
