#!/usr/bin/env python3
"""Compares Sight with LiteRT on the same models and inputs: outputs first, then speed.

    python3 -m venv .venv && .venv/bin/pip install ai-edge-litert numpy
    swift build -c release --product sight
    .venv/bin/python Scripts/compare-litert.py --sight .build/release/sight bird.tflite ssd.tflite

Outputs are held against LiteRT's reference kernels, speed against its default ones (XNNPACK).
An output agrees if one of these holds:

  float      every element within 1e-4 of the reference's largest magnitude
  units      integers: at most 2 units apart, and the same five largest elements
  amplified  quantised models, where one unit early becomes many late: within 1.5 times what
             LiteRT's own optimised kernels differ from its reference on the same input

Speed is measured in turns, a round of LiteRT and a round of Sight, so that a busy machine slows
both; the table has the median of the rounds' medians. Exit status 1 if an output disagrees.
"""

import argparse
import concurrent.futures
import json
import multiprocessing
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType

FLOAT_TOLERANCE = 1e-4
UNIT_TOLERANCE = 2
AMPLIFICATION = 1.5
OPTIMISED = (OpResolverType.AUTO, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)


@dataclass
class Row:
    """One line of the table."""

    model: str
    verdict: str = ""
    rule: str = ""
    deviation: str = ""
    peer_deviation: str = ""
    litert_milliseconds: float | None = None
    sight_milliseconds: float | None = None
    details: list[str] = field(default_factory=list)

    def cells(self) -> list[str]:
        times = (self.litert_milliseconds, self.sight_milliseconds)
        ratio = f"{times[1] / times[0]:.2f}" if all(times) else ""
        return [
            self.model, self.verdict, self.rule, self.deviation, self.peer_deviation,
            *(f"{value:.3f}" if value is not None else "" for value in times), ratio,
        ]


class SightFailure(Exception):
    """Sight cannot run a model; the message is its complaint."""


def noise(details: dict, generator: numpy.random.Generator) -> numpy.ndarray:
    """Seeded values for an input: 0 ≤ x < 1, all bytes, or zero for other types."""
    shape, kind = details["shape"], details["dtype"]
    if kind in (numpy.float32, numpy.float16):
        return generator.random(shape, numpy.float32).astype(kind)
    if kind in (numpy.uint8, numpy.int8):
        limits = numpy.iinfo(kind)
        return generator.integers(limits.min, limits.max, shape, kind, endpoint=True)
    return numpy.zeros(shape, kind)


def make_interpreter(path, kernels, threads) -> Interpreter:
    interpreter = Interpreter(
        model_path=str(path), experimental_op_resolver_type=kernels, num_threads=threads)
    interpreter.allocate_tensors()
    return interpreter


def run_litert(path, kernels, inputs, threads=1) -> list[numpy.ndarray]:
    interpreter = make_interpreter(path, kernels, threads)
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(each["index"]) for each in interpreter.get_output_details()]


def run_sight(sight, path, inputs, threads) -> list[numpy.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        arguments = [sight, "model", "run", path, "--threads", threads, "--output-dir", folder]
        for index, value in enumerate(inputs):
            numpy.save(f"{folder}/in{index}.npy", value)
            arguments += ["--input", f"{index}={folder}/in{index}.npy"]
        run(arguments)
        count = len(list(pathlib.Path(folder).glob("[0-9]*.npy")))
        return [numpy.load(f"{folder}/{index}.npy") for index in range(count)]


def run(arguments) -> str:
    """The standard output of a program; its complaint as an error if it fails."""
    result = subprocess.run([str(each) for each in arguments], capture_output=True, text=True)
    if result.returncode != 0:
        raise SightFailure(result.stderr.strip() or f"exit status {result.returncode}")
    return result.stdout


def largest_difference(left: numpy.ndarray, right: numpy.ndarray) -> float:
    """NaN on one side only counts as endless."""
    left, right = left.astype(numpy.float64), right.astype(numpy.float64)
    if left.size == 0:
        return 0.0
    both = numpy.isnan(left) & numpy.isnan(right)
    difference = numpy.where(both | (left == right), 0.0, numpy.abs(left - right))
    return float(numpy.nan_to_num(difference, nan=numpy.inf).max())


def same_top_five(ours: numpy.ndarray, reference: numpy.ndarray) -> bool:
    """Whether our five largest elements are five largest of the reference; ties may swap."""
    ours, reference = ours.ravel(), reference.ravel()
    chosen = numpy.argsort(-ours.astype(numpy.int64), kind="stable")[:5]
    best = numpy.sort(reference)[::-1][: len(chosen)]
    return bool((numpy.sort(reference[chosen])[::-1] == best).all())


def judge(ours, reference, peers, is_quantised) -> tuple[str, float, float]:
    """The rule that an output passes, or an empty string; our deviation and LiteRT's own."""
    if ours.shape != reference.shape or ours.dtype != reference.dtype:
        return "", float("inf"), 0.0
    deviation = largest_difference(ours, reference)
    peer_deviation = max(largest_difference(peer, reference) for peer in peers)
    if numpy.issubdtype(reference.dtype, numpy.floating):
        finite = numpy.abs(reference[numpy.isfinite(reference)])
        if deviation <= FLOAT_TOLERANCE * float(finite.max(initial=0.0)):
            return "float", deviation, peer_deviation
    elif deviation <= UNIT_TOLERANCE and same_top_five(ours, reference):
        return "units", deviation, peer_deviation
    if is_quantised and deviation <= AMPLIFICATION * peer_deviation:
        return "amplified", deviation, peer_deviation
    return "", deviation, peer_deviation


def compare_outputs(row, sight, path, inputs, threads) -> None:
    reference = run_litert(path, OpResolverType.BUILTIN_REF, inputs)
    peers = [run_litert(path, kernels, inputs) for kernels in OPTIMISED]
    ours = run_sight(sight, path, inputs, threads)
    tensors = make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_tensor_details()
    is_quantised = any(
        each["dtype"] in (numpy.int8, numpy.uint8) and each["quantization"][0] for each in tensors)
    if len(ours) != len(reference):
        row.verdict = "DIFFERS"
        row.details.append(f"{len(ours)} outputs, LiteRT has {len(reference)}")
        return
    rules, deviations, peer_deviations = [], [], []
    for index, expected in enumerate(reference):
        rule, deviation, peer_deviation = judge(
            ours[index], expected, [peer[index] for peer in peers], is_quantised)
        rules.append(rule)
        deviations.append(deviation)
        peer_deviations.append(peer_deviation)
        row.details.append(
            f"output {index} {expected.dtype}{list(expected.shape)}: deviation {deviation:.3g}, "
            f"LiteRT's own {peer_deviation:.3g}, {rule or 'DIFFERS'}")
    row.verdict = "agrees" if all(rules) else "DIFFERS"
    row.rule = " ".join(sorted(set(filter(None, rules))))
    row.deviation = f"{max(deviations):.3g}"
    row.peer_deviation = f"{max(peer_deviations):.3g}"


def time_litert(interpreter, runs) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        interpreter.invoke()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def compare_speed(row, sight, path, inputs, options) -> None:
    interpreter = make_interpreter(path, OpResolverType.AUTO, options.threads)
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    time_litert(interpreter, 5)
    litert, ours = [], []
    for _ in range(options.rounds):
        litert.append(time_litert(interpreter, options.runs))
        report = run([
            sight, "model", "bench", path, "--json", "--runs", options.runs,
            "--threads", options.threads])
        ours.append(json.loads(report)["medianMilliseconds"])
    row.litert_milliseconds = statistics.median(litert)
    row.sight_milliseconds = statistics.median(ours)


def compare(path, options) -> Row:
    row = Row(model=path.name)
    try:
        details = make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_input_details()
        generator = numpy.random.default_rng(options.seed)
        inputs = [noise(each, generator) for each in details]
        compare_outputs(row, options.sight, path, inputs, options.threads)
        if not options.outputs_only:
            compare_speed(row, options.sight, path, inputs, options)
    except SightFailure as failure:
        row.verdict = "FAILED"
        row.details.append(str(failure))
    except (RuntimeError, ValueError) as error:
        row.verdict = "skipped"
        row.details.append(f"LiteRT: {str(error).splitlines()[0]}")
    return row


def compare_apart(path, options) -> Row:
    """Compares in a process of its own: LiteRT aborts on some models."""
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as executor:
        try:
            return executor.submit(compare, path, options).result()
        except concurrent.futures.process.BrokenProcessPool:
            return Row(path.name, verdict="skipped", details=["LiteRT crashed"])


def print_table(rows) -> None:
    table = [[
        "model", "outputs", "rule", "deviation", "LiteRT's own", "LiteRT ms", "Sight ms", "ratio",
    ]] + [row.cells() for row in rows]
    widths = [max(map(len, column)) for column in zip(*table)]
    for line in table:
        cells = (
            cell.ljust(width) if column < 3 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths)))
        print("  ".join(cells).rstrip())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--sight", default=".build/release/sight", help="the built program")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=20, help="runs of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--outputs-only", action="store_true", help="do not measure speed")
    parser.add_argument("--verbose", action="store_true", help="a line for each output")
    options = parser.parse_args()

    rows = []
    for path in options.models:
        row = compare_apart(path, options)
        rows.append(row)
        if options.verbose or row.verdict != "agrees":
            for line in row.details:
                print(f"{row.model}: {line}", file=sys.stderr)
    print_table(rows)
    return 1 if any(row.verdict in ("DIFFERS", "FAILED") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
