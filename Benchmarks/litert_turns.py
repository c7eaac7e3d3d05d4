"""Measures LiteRT in a process of its own, a round for each line of standard input.

Speaks as `sight model bench --turns --json` does: first a line about the start, then one a round.
"""

import pathlib
import re
import time

import numpy
from ai_edge_litert.interpreter import Interpreter

import peer_turns


def kibibytes(key: str) -> int:
    """A number of this process's status; 0 where there is none."""
    status = pathlib.Path("/proc/self/status")
    match = re.search(rf"{key}:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(match[1]) if match else 0


def main() -> None:
    options = peer_turns.options()
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
    peer_turns.answer(loaded - start, first, (kibibytes("VmHWM") - before) * 1024, interpreter.invoke)


if __name__ == "__main__":
    main()
