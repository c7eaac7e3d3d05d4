"""The options and the output of the processes that measure other engines.

The output has the format of `sight model bench --turns --json`. The first line describes the start. Then each
line of standard input requests a round and gives its number of runs.
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
    parser.add_argument("--bfloat16", action="store_true", help="compute in bfloat16, which only OpenVINO does")
    return parser.parse_args()


def answer(load_seconds: float, first_seconds: float, processor_seconds: float,
           growth_bytes: int, run) -> None:
    """Prints the times of the start and their processor time, then the median time of the calls of `run` in each round."""
    print(json.dumps({
        "loadMilliseconds": load_seconds * 1e3, "firstRunMilliseconds": first_seconds * 1e3,
        "processorMilliseconds": processor_seconds * 1e3,
        "growthBytes": growth_bytes}), flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) * 1e3)
        print(json.dumps({"medianMilliseconds": statistics.median(times)}), flush=True)
