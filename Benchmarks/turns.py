"""Two processes that measure the same model in turns."""

import json
import pathlib
import statistics
import subprocess
import sys

from agreement import SightFailure
from row import Measurement


class Turns:
    """A process that measures a round for each line it is sent: the number of runs."""

    def __init__(self, arguments):
        self.process = subprocess.Popen(
            [str(each) for each in arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.start = self.answer()

    @classmethod
    def litert(cls, path, inputs, threads):
        return cls.peer("litert_turns.py", path, inputs, threads)

    @classmethod
    def openvino(cls, path, inputs, threads):
        return cls.peer("openvino_turns.py", path, inputs, threads)

    @classmethod
    def peer(cls, script, path, inputs, threads):
        """Starts a script beside this file that measures another engine."""
        script = pathlib.Path(__file__).parent / script
        files = [argument for file in inputs for argument in ("--input", file)]
        return cls([sys.executable, script, path, "--threads", threads, *files])

    @classmethod
    def sight(cls, sight, path, inputs, threads):
        files = [
            argument for index, file in enumerate(inputs)
            for argument in ("--input", f"{index}={file}")]
        return cls([
            sight, "model", "bench", path, "--turns", "--json", "--threads", threads, *files])

    def answer(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise SightFailure(f"exit status {self.process.wait()} while measuring")
        return json.loads(line)

    def round(self, runs: int) -> float:
        print(runs, file=self.process.stdin, flush=True)
        return self.answer()["medianMilliseconds"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def measure(litert, sight, options) -> Measurement:
    """Measures with two functions that start a process."""
    starts = ([], [])
    for _ in range(options.starts - 1):
        for index, make in enumerate((litert, sight)):
            with make() as process:
                starts[index].append(process.start)
    times = ([], [])
    with litert() as first, sight() as second:
        pair = (first, second)
        for index, process in enumerate(pair):
            starts[index].append(process.start)
        runs = [
            max(3, round(options.round_milliseconds / max(process.round(3), 1e-3)))
            for process in pair]
        for _ in range(options.rounds):
            for index, process in enumerate(pair):
                times[index].append(process.round(runs[index]))
    return Measurement(
        milliseconds=middle(times),
        start_milliseconds=middle([
            [each["loadMilliseconds"] + each["firstRunMilliseconds"] for each in engine]
            for engine in starts]),
        growth_bytes=middle([[max(each["growthBytes"], 1) for each in engine] for engine in starts]))


def middle(pair) -> tuple[float, float]:
    return statistics.median(pair[0]), statistics.median(pair[1])
