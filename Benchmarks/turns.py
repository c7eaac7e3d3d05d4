"""Runs processes of several engines that measure the same model in turns."""

import argparse
import contextlib
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

import numpy

from agreement import SightFailure
from row import Measurement


class Turns:
    """A process that measures one round for each line that it reads; the line gives the number of runs."""

    def __init__(self, arguments):
        # OpenBLAS, which NumPy loads, starts a thread for each processor. They are busy for some milliseconds, which
        # would count as the peer's start.
        self.process = subprocess.Popen(
            [str(each) for each in arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"})
        self.start = self.answer()

    @classmethod
    def litert(cls, path, inputs, threads):
        return cls.peer("litert_turns.py", path, inputs, threads)

    @classmethod
    def openvino(cls, path, inputs, threads):
        return cls.peer("openvino_turns.py", path, inputs, threads)

    @classmethod
    def onnxruntime(cls, path, inputs, threads):
        return cls.peer("onnxruntime_turns.py", path, inputs, threads)

    @classmethod
    def peer(cls, script, path, inputs, threads, *flags):
        """Starts a script of this folder that measures another engine; `flags` are further options of the script."""
        script = pathlib.Path(__file__).parent / script
        files = [argument for file in inputs for argument in ("--input", file)]
        return cls([sys.executable, script, path, "--threads", threads, *flags, *files])

    @classmethod
    def sight(cls, sight, path, inputs, threads, *flags):
        files = [
            argument for index, file in enumerate(inputs)
            for argument in ("--input", f"{index}={file}")]
        return cls([
            sight, "model", "bench", path, "--turns", "--json", "--threads", threads, *flags, *files])

    def answer(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise SightFailure(f"exit status {self.process.wait()} while measuring")
        return json.loads(line)

    def processor_milliseconds(self) -> float:
        """Returns the time that the system has charged to the threads of the process so far (only on Linux)."""
        total = 0
        for path in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            try:
                total += int(path.read_text().split()[0])
            except FileNotFoundError:  # the thread has ended
                pass
        return total / 1e6

    def round(self, runs: int) -> tuple[float, float]:
        """Measures a round; returns the milliseconds per run: the median by the clock, the mean of processor time."""
        before = self.processor_milliseconds()
        print(runs, file=self.process.stdin, flush=True)
        wall = self.answer()["medianMilliseconds"]
        return wall, (self.processor_milliseconds() - before) / runs

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


@contextlib.contextmanager
def bound(count: int):
    """Binds the processes that start meanwhile to `count` processors, the same ones for all engines (only on Linux).

    On a virtual machine, a small model took one of two times in each process at random; in bound processes it nearly
    always took the same time.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[-count:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def measure(engines: dict, options, threads: int = 1) -> dict[str, Measurement]:
    """Measures the engines in turns; `engines` has a function for each that starts its process.

    The processes are bound to as many processors as there are threads. An engine that does not run the model is
    removed from `engines`.
    """
    starts, processes = {}, {}
    for turn in range(options.starts):
        for label, make in list(engines.items()):
            try:
                with bound(threads):
                    process = make()
            except SightFailure:  # the process of this engine, which may be another one than Sight, has ended
                del engines[label]
                continue
            starts.setdefault(label, []).append(process.start)
            if turn < options.starts - 1:
                process.__exit__()
            else:
                processes[label] = process
    runs = {label: max(3, round(options.round_milliseconds / max(each.round(3)[1], 1e-3)))
            for label, each in processes.items()}
    rounds = {label: [] for label in processes}
    for _ in range(options.rounds):
        for label, each in processes.items():
            rounds[label].append(each.round(runs[label]))
    for each in processes.values():
        each.__exit__()
    return {label: summary(rounds[label], starts[label]) for label in processes}


def against_litert(path: pathlib.Path, inputs: list[numpy.ndarray], options) -> dict[str, Measurement]:
    """Measures a model in LiteRT and in Sight, with one thread; the files of the inputs lie beside the model."""
    files = [path.with_suffix(f".{index}.npy") for index in range(len(inputs))]
    for file, value in zip(files, inputs):
        numpy.save(file, value)
    return measure({"LiteRT": lambda: Turns.litert(path, files, 1),
                    "Sight": lambda: Turns.sight(options.sight, path, files, 1)}, options)


def add_arguments(parser: argparse.ArgumentParser, milliseconds: float) -> None:
    """Adds the options of `measure` for scripts that compare with LiteRT, which start each engine once."""
    parser.add_argument("--sight", default=".build/release/sight", help="the built program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--round-milliseconds", type=float, default=milliseconds)
    parser.set_defaults(starts=1)


def summary(rounds: list[tuple[float, float]], starts: list[dict]) -> Measurement:
    """Returns the medians of an engine's rounds and starts."""
    return Measurement(
        wall=statistics.median(wall for wall, _ in rounds),
        processor=statistics.median(processor for _, processor in rounds),
        # An older build of Sight, which gate.py compares, does not tell.
        start=statistics.median(each.get("processorMilliseconds", math.nan) for each in starts),
        growth_bytes=statistics.median(max(each["growthBytes"], 1) for each in starts))
