"""Measures LiteRT in its own process, one round for each line of standard input.

The output has the format of `sight model bench --turns --json`: one line for the start, then one line
for each round.
"""

import pathlib
import re
import time

import numpy
from ai_edge_litert.interpreter import Interpreter

import peer_turns


def kibibytes(key: str) -> int:
    """Returns a value of /proc/self/status; 0 on systems without this file."""
    status = pathlib.Path("/proc/self/status")
    match = re.search(rf"{key}:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(match[1]) if match else 0


def main() -> None:
    options = peer_turns.options()
    inputs = [numpy.load(path) for path in options.input]

    before = kibibytes("VmRSS")
    start, processor_start = time.perf_counter(), time.process_time()
    interpreter = Interpreter(model_path=options.model, num_threads=options.threads)
    interpreter.allocate_tensors()
    loaded, processor = time.perf_counter(), time.process_time() - processor_start
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    filled, processor_filled = time.perf_counter(), time.process_time()
    interpreter.invoke()
    first = time.perf_counter() - filled
    processor += time.process_time() - processor_filled
    peer_turns.answer(loaded - start, first, processor, (kibibytes("VmHWM") - before) * 1024, interpreter.invoke)


if __name__ == "__main__":
    main()
