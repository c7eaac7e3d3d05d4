"""What the peers' processes share: their options, and the answers of `sight model bench --turns --json`.

The first line is about the start; then each line of standard input asks for a round of so many runs.
"""

import argparse
import json
import statistics
import sys
import time


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--input", action="append", default=[], help="a NumPy file for each input")
    return parser.parse_args()


def answer(load_seconds: float, first_seconds: float, growth_bytes: int, run) -> None:
    """Prints the start, then the median time of each round of calls of `run`."""
    print(json.dumps({
        "loadMilliseconds": load_seconds * 1e3, "firstRunMilliseconds": first_seconds * 1e3,
        "growthBytes": growth_bytes}), flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) * 1e3)
        print(json.dumps({"medianMilliseconds": statistics.median(times)}), flush=True)
