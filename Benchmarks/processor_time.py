#!/usr/bin/env python3
"""Compares the processor time of a run: Sight, LiteRT and OpenVINO, by turns, one thread.

    pip install ai-edge-litert==2.3.0 openvino numpy
    Benchmarks/processor_time.py --models ../shared/fixtures/models
    Benchmarks/processor_time.py --gate OLD_SIGHT    # two builds of Sight instead

Processor time is what the system charges to the threads of a process, to the nanosecond
(/proc/PID/task/*/schedstat, so Linux alone): other programs on the machine change it far less than
wall time. Each engine has a process of its own; they take turns, and the median of the rounds
counts. ONNX Runtime is left out: it reads no .tflite files.

With --write the table goes to Documentation/PROCESSOR_TIME.md, one section for each processor and
tier; other sections stay. Exit status 1 when Sight is slower than the best peer on a model, or, with --gate, when
this build takes more than 2 % longer than the old one in the geometric mean or 5 % on a model.
"""

import argparse
import datetime
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import numpy
from ai_edge_litert.interpreter import OpResolverType

import agreement
import report
from compare import listed_models, name
from turns import Turns

PAGE = pathlib.Path(__file__).parent.parent / "Documentation/PROCESSOR_TIME.md"
HEAD = """# Processor time

This page compares the processor time of one run, one thread, on each processor and tier that was
measured. `Benchmarks/processor_time.py` writes it and describes the method. Milliseconds; *ratio* is
the time of the best peer divided by Sight's: below 1, Sight is slower. A dash means that the engine
does not run the model. The figures hold only for the processor named above each table.
"""
GATE_MEAN, GATE_MODEL = 1.02, 1.05


def processor_milliseconds(engine: Turns) -> float:
    """What all threads of a process have taken so far."""
    total = 0
    for path in pathlib.Path(f"/proc/{engine.process.pid}/task").glob("*/schedstat"):
        try:
            total += int(path.read_text().split()[0])
        except FileNotFoundError:  # the thread has ended
            pass
    return total / 1e6


def round_of(engine: Turns, runs: int) -> float:
    """The processor time of a run, in milliseconds, over a round of runs."""
    before = processor_milliseconds(engine)
    engine.round(runs)
    return (processor_milliseconds(engine) - before) / runs


def measure(engines: dict, options) -> dict[str, float]:
    """The median of the rounds for each engine that runs the model."""
    processes = {}
    for label, start in engines.items():
        try:
            processes[label] = start()
        except agreement.SightFailure:  # whichever engine: its process has ended
            continue
    runs = {label: max(3, round(options.round_milliseconds / max(round_of(each, 3), 1e-3)))
            for label, each in processes.items()}
    times = {label: [] for label in processes}
    for _ in range(options.rounds):
        for label, each in processes.items():
            times[label].append(round_of(each, runs[label]))
    for each in processes.values():
        each.__exit__()
    return {label: statistics.median(values) for label, values in times.items()}


def measure_model(path: pathlib.Path, options) -> dict[str, float]:
    details = agreement.make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_input_details()
    generator = numpy.random.default_rng(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{index}.npy" for index in range(len(details))]
        for file, each in zip(files, details):
            numpy.save(file, agreement.noise(each, generator))
        engines = {"Sight": lambda: Turns.sight(options.sight, path, files, 1)}
        if options.gate:
            engines["old"] = lambda: Turns.sight(options.gate, path, files, 1)
        else:
            engines["LiteRT"] = lambda: Turns.litert(path, files, 1)
            engines["OpenVINO"] = lambda: Turns.openvino(path, files, 1)
        return measure(engines, options)


def tier_of(sight: str) -> str:
    """The tier in use, as `sight --version` names it."""
    text = subprocess.run([sight, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"kernels: (\w+)", text)
    return found[1] if found else "unknown tier"


def ratio(times: dict[str, float]) -> float:
    return min(time for label, time in times.items() if label != "Sight") / times["Sight"]


def summary(rows: dict[str, dict[str, float]]) -> str:
    ratios = {model: ratio(times) for model, times in rows.items()}
    worst = min(ratios, key=ratios.get)
    slower = [model for model, value in ratios.items() if value < 1]
    return (f"{len(rows)} models, best peer / Sight {statistics.geometric_mean(ratios.values()):.2f} "
            f"in the geometric mean; worst: {worst} {ratios[worst]:.2f}; slower than the best peer: "
            f"{', '.join(slower) or 'none'}.")


def section(rows: dict[str, dict[str, float]], heading: str) -> str:
    labels = ["LiteRT", "OpenVINO", "Sight"]
    lines = [heading, "", f"{datetime.date.today()}. {summary(rows)}", "",
             f"| model | {' | '.join(labels)} | ratio |", "|---|" + "--:|" * (len(labels) + 1)]
    for model, times in rows.items():
        cells = [f"{times[label]:.3f}" if label in times else "–" for label in labels]
        lines.append(f"| {model} | {' | '.join(cells)} | {ratio(times):.2f} |")
    return "\n".join(lines) + "\n"


def write(rows: dict[str, dict[str, float]], tier: str) -> None:
    """Puts the section of this processor and tier into the page."""
    heading = f"## {report.processor()}: {tier}"
    text = PAGE.read_text() if PAGE.exists() else ""
    kept = ["## " + each.strip() + "\n" for each in text.split("\n## ")[1:]]
    kept = [each for each in kept if each.splitlines()[0] != heading]
    PAGE.write_text("\n".join([HEAD, *kept, section(rows, heading)]))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=pathlib.Path,
                        default=pathlib.Path(__file__).parent / "../../shared/fixtures/models")
    parser.add_argument("--only", action="append", default=[], help="models whose names contain this")
    parser.add_argument("--sight", default=".build/release/sight", help="the built program")
    parser.add_argument("--gate", help="an older build of the program, to compare with")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--round-milliseconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--write", action="store_true", help="put the table into the documentation")
    return parser.parse_args()


def main() -> int:
    options = parse()
    tier, rows = tier_of(options.sight), {}
    print(f"{report.processor()}: {tier}")
    for path, _ in listed_models(options.models.resolve()):
        if options.only and not any(part in str(path) for part in options.only):
            continue
        try:
            times = measure_model(path, options)
        except (RuntimeError, ValueError, agreement.SightFailure) as error:
            print(f"{name(path)}: {str(error).splitlines()[0]}", file=sys.stderr)
            continue
        if "Sight" not in times or len(times) < 2:
            print(f"{name(path)}: nothing to compare with", file=sys.stderr)
            continue
        rows[name(path)] = times
        cells = "  ".join(f"{label} {time:.3f}" for label, time in times.items())
        print(f"{name(path)[:46]:46} {cells}  ratio {ratio(times):.2f}", flush=True)
    if not rows:
        return 1
    print(summary(rows))
    ratios = [ratio(times) for times in rows.values()]
    if options.gate:
        slow = statistics.geometric_mean(ratios) < 1 / GATE_MEAN or min(ratios) < 1 / GATE_MODEL
        return 1 if slow else 0
    if options.write:
        write(rows, tier)
    return 1 if min(ratios) < 1 else 0


if __name__ == "__main__":
    sys.exit(main())
