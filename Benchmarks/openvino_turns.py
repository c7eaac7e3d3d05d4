"""Measures OpenVINO in a process of its own, as litert_turns.py measures LiteRT."""

import argparse
import json
import statistics
import sys
import time

import numpy
import openvino


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--input", action="append", default=[])
    options = parser.parse_args()
    start = time.perf_counter()
    # float32 is asked for: on processors with bfloat16 the default would compute something else.
    request = openvino.Core().compile_model(options.model, "CPU", {
        "INFERENCE_NUM_THREADS": options.threads, "NUM_STREAMS": 1,
        "INFERENCE_PRECISION_HINT": "f32"}).create_infer_request()
    loaded = time.perf_counter()
    request.infer([numpy.load(path) for path in options.input])
    first = time.perf_counter() - loaded
    print(json.dumps({
        "loadMilliseconds": (loaded - start) * 1e3, "firstRunMilliseconds": first * 1e3,
        "growthBytes": 0}), flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            start = time.perf_counter()
            request.infer()
            times.append((time.perf_counter() - start) * 1e3)
        print(json.dumps({"medianMilliseconds": statistics.median(times)}), flush=True)


if __name__ == "__main__":
    main()
