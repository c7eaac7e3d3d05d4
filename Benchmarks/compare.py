#!/usr/bin/env python3
"""Compares Sight with LiteRT, OpenVINO and ONNX Runtime: outputs first, then time and memory.

    python3 -m venv .venv && .venv/bin/pip install ai-edge-litert==2.3.0 openvino onnxruntime numpy pillow
    swift build -c release --product sight
    .venv/bin/python Benchmarks/compare.py --models ../shared/fixtures/models

Each engine has its own process. The engines take turns on the same inputs, so that other load on the
machine slows all of them, and on Linux all are bound to the same processors, as many as there are
threads. *Processor time* is the time that the system charges to the threads of a process
(/proc/PID/task/*/schedstat, only on Linux); other programs change it much less than the *time by the
clock*. Both are medians over rounds. A cold start is the processor time of loading, allocating and the
first run in a new process with loaded libraries; memory is the growth of the peak resident size from
the start of the loading. LiteRT runs its default kernels (XNNPACK), OpenVINO computes in float32. ONNX
Runtime does not read .tflite files: it is compared if the folder --onnx has NAME.onnx. A dash means
that an engine does not run a model.

An input that is an image is a photograph; the outputs are compared on noise, too. Other inputs are noise.

The script writes the results to Documentation/BENCHMARKS.md, into the section of this processor and
tier; other sections stay. It writes nothing if models are missing, as with --only. SIGHT_TIER sets
the tier of Sight only. The exit status is 1 if an output disagrees, if Sight cannot run a model, or if
Sight takes more processor time than the best other engine. With --keep FILE --resume, an interrupted
comparison continues.
"""

import argparse
import concurrent.futures
import multiprocessing
import pathlib
import sys
import tempfile

import numpy
from ai_edge_litert.interpreter import OpResolverType

import agreement
import report
from inputs import is_image, make_inputs, noise, photograph
from turns import Turns, measure
from row import Row, finished, keep, kept

FOLDER = pathlib.Path(__file__).parent
# The verdicts for outputs that differ from LiteRT's, and for models that Sight cannot run.
WRONG = ("DIFFERS", "FAILED")


def listed_models(folder: pathlib.Path) -> list[tuple[pathlib.Path, str]]:
    """Returns the models of models.txt whose files exist, with their groups."""
    lines = (line.split("#")[0].split() for line in open(FOLDER / "models.txt"))
    models = [((FOLDER.parent if words[0].startswith("Sources/") else folder) / words[0], words[1])
              for words in lines if words]
    for path, _ in models:
        if not path.exists():
            print(f"{path} is missing and left out", file=sys.stderr)
    return [model for model in models if model[0].exists()]


def name(path: pathlib.Path) -> str:
    return path.parent.name if path.stem == "model" else path.stem


def engines(path: pathlib.Path, files: list[str], threads: int, options) -> dict:
    """Returns a function for each engine that starts its process."""
    found = {
        "LiteRT": lambda: Turns.litert(path, files, threads),
        "OpenVINO": lambda: Turns.openvino(path, files, threads),
        "Sight": lambda: Turns.sight(options.sight, path, files, threads)}
    onnx = options.onnx / f"{name(path)}.onnx" if options.onnx else None
    if onnx and onnx.exists():
        found["ONNX Runtime"] = lambda: Turns.onnxruntime(onnx, files, threads)
    return found


def checks(path: pathlib.Path, details: list[dict], values: list, options) -> tuple[list[str], list[str]]:
    """Returns the rules that the outputs pass, and lines of text: for these inputs, and for noise if one is an image.
    On noise, LiteRT's own kernels find different numbers of boxes."""
    rules, lines = agreement.check_outputs(options.sight, path, values, 1)
    if any(is_image(each) for each in details):
        further, texts = agreement.check_outputs(
            options.sight, path, make_inputs(details, noise, options.seed), 1, counts=False)
        rules, lines = rules + further, lines + [f"noise: {text}" for text in texts]
    return rules, lines


def compare(path: pathlib.Path, group: str, options) -> Row:
    row = Row(name(path), group)
    try:
        details = agreement.make_interpreter(
            path, OpResolverType.BUILTIN_REF, 1).get_input_details()
        values = make_inputs(details, photograph, options.seed)
        if not options.skip_outputs:
            rules, row.details = checks(path, details, values, options)
            row.rule = " ".join(sorted(set(rules))) if all(rules) else "DIFFERS"
        if row.rule not in WRONG:
            with tempfile.TemporaryDirectory() as folder:
                files = [f"{folder}/{index}.npy" for index in range(len(values))]
                for file, value in zip(files, values):
                    numpy.save(file, value)
                for threads in options.threads:
                    row.measurements[threads] = measure(
                        engines(path, files, threads, options), options, threads)
    except agreement.SightFailure as failure:
        row.rule, row.details = "FAILED", [str(failure)]
    except (RuntimeError, ValueError) as error:
        row.details = [f"LiteRT: {str(error).splitlines()[0]}"]
    return row


def compare_apart(path, group, options) -> Row:
    """Compares a model in a separate process, since LiteRT aborts on some models."""
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as executor:
        try:
            return executor.submit(compare, path, group, options).result()
        except concurrent.futures.process.BrokenProcessPool:
            return Row(name(path), group, details=["LiteRT crashed"])


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=pathlib.Path, default=FOLDER / "../../shared/fixtures/models",
                        help="the folder to which the paths in models.txt are relative")
    parser.add_argument("--only", action="append", default=[], help="models whose names contain this")
    parser.add_argument("--sight", default=".build/release/sight", help="the built program")
    parser.add_argument("--onnx", type=pathlib.Path, help="a folder with the same models as .onnx files")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--round-milliseconds", type=float, default=60)
    parser.add_argument("--starts", type=int, default=5, help="number of cold starts")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--keep", type=pathlib.Path,
                        help="add the results to this file, for a comparison in several parts")
    parser.add_argument("--resume", action="store_true",
                        help="with --keep: skip the models whose results the file has")
    parser.add_argument("--skip-outputs", action="store_true", help="do not compare outputs")
    parser.add_argument("--busy", action="store_true",
                        help="other programs use the processor: leave out times by the clock")
    parser.add_argument("--quick", action="store_true", help="run few short rounds and do not write the page")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.round_milliseconds, options.starts = 5, 25, 1
    return options


def main() -> int:
    options = parse()
    rows = []
    done = finished(options.keep, options.threads) if options.resume and options.keep else set()
    for path, group in listed_models(options.models.resolve()):
        if options.only and not any(part in str(path) for part in options.only):
            continue
        if name(path) in done:
            continue
        row = compare_apart(path, group, options)
        rows.append(row)
        if options.keep:  # after each model, so that an interrupted comparison can continue
            keep(options.keep, [row])
        print(row.line(options.threads), flush=True)
        for line in row.details if row.rule in WRONG else []:
            print(f"    {line}", file=sys.stderr)
    if options.keep:
        rows = kept(options.keep)
    threads = sorted({count for row in rows for count in row.measurements})
    print(report.heading(options.sight))
    for line in report.summary(rows, threads, options.busy):
        print(line)
    missing = {name(path) for path, _ in listed_models(options.models.resolve())} - {row.model for row in rows}
    if missing:
        print(f"Documentation/BENCHMARKS.md is unchanged, because {len(missing)} models were not compared")
    elif not options.quick:
        report.write(rows, threads, FOLDER.parent / "Documentation", options.sight, options.busy)
    slower = [row for row in rows for count in threads
              if row.is_compared(count) and row.ratio(count) < 1]
    return 1 if slower or any(row.rule in WRONG for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
