"""Measures OpenVINO in its own process, as litert_turns.py measures LiteRT."""

import time

import numpy
import openvino

import peer_turns


def main() -> None:
    options = peer_turns.options()
    start, processor = time.perf_counter(), time.process_time()
    # Without a hint, OpenVINO computes in bfloat16 on processors that have it.
    request = openvino.Core().compile_model(options.model, "CPU", {
        "INFERENCE_NUM_THREADS": options.threads, "NUM_STREAMS": 1,
        "INFERENCE_PRECISION_HINT": "bf16" if options.bfloat16 else "f32"}).create_infer_request()
    loaded = time.perf_counter()
    request.infer([numpy.load(path) for path in options.input])
    first = time.perf_counter() - loaded
    processor = time.process_time() - processor
    peer_turns.answer(loaded - start, first, processor, 0, request.infer)


if __name__ == "__main__":
    main()
