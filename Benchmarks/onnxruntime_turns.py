"""Measures ONNX Runtime in its own process, as litert_turns.py measures LiteRT."""

import time

import numpy
import onnxruntime

import peer_turns


def main() -> None:
    options = peer_turns.options()
    start, processor = time.perf_counter(), time.process_time()
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
    processor = time.process_time() - processor
    peer_turns.answer(loaded - start, first, processor, 0, lambda: session.run(None, inputs))


if __name__ == "__main__":
    main()
