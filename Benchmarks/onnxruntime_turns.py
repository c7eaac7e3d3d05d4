"""Measures ONNX Runtime in a process of its own, as litert_turns.py measures LiteRT."""

import argparse
import json
import statistics
import sys
import time

import numpy
import onnxruntime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--input", action="append", default=[])
    options = parser.parse_args()
    start = time.perf_counter()
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        options.model, settings, providers=["CPUExecutionProvider"])
    loaded = time.perf_counter()
    inputs = {each.name: numpy.load(path)
              for each, path in zip(session.get_inputs(), options.input)}
    session.run(None, inputs)
    first = time.perf_counter() - loaded
    print(json.dumps({
        "loadMilliseconds": (loaded - start) * 1e3, "firstRunMilliseconds": first * 1e3,
        "growthBytes": 0}), flush=True)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            start = time.perf_counter()
            session.run(None, inputs)
            times.append((time.perf_counter() - start) * 1e3)
        print(json.dumps({"medianMilliseconds": statistics.median(times)}), flush=True)


if __name__ == "__main__":
    main()
