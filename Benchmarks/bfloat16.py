#!/usr/bin/env python3
"""Measures float models in bfloat16: Sight with --bfloat16 against OpenVINO with the same precision.

    python3 -m venv .venv && .venv/bin/pip install ai-edge-litert==2.3.0 openvino numpy pillow
    swift build -c release --product sight
    .venv/bin/python Benchmarks/bfloat16.py --models ../shared/fixtures/models \
        --images ../shared/fixtures/images/tflite_support

The script needs a processor of AMD with AVX-512 BF16. It measures processor time as compare.py does, with one thread, and
prints a table. An error is the root mean square of the difference between an engine's outputs in bfloat16 and its
outputs in binary32, divided by the root mean square of the latter: the median over images, for the output where it
is largest. Images are stretched to the input and scaled to -1...1; other inputs are noise. The exit status is 1 if
OpenVINO takes less processor time.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

import numpy
import openvino
from ai_edge_litert.interpreter import OpResolverType
from PIL import Image

import agreement
import compare
import report
from inputs import is_image, noise, stretched
from turns import Turns, measure


def images(folder: pathlib.Path, details: list[dict], most: int) -> list[list[numpy.ndarray]]:
    """Returns the inputs of a model for each image of a folder; inputs that are not float images are noise."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".jpg", ".png", ".webp"))
    found = []
    for path in paths[::max(1, len(paths) // most)][:most]:
        generator = numpy.random.default_rng(len(found))
        with Image.open(path) as image:
            found.append([stretched(image, each["shape"]) / numpy.float32(127.5) - 1
                          if is_image(each) and each["dtype"] == numpy.float32
                          else noise(each, generator) for each in details])
    return found


def error(exact: list[numpy.ndarray], rounded: list[numpy.ndarray]) -> float:
    """Returns the largest relative error of the outputs."""
    return max(float(numpy.sqrt(((a - b) ** 2).mean() / (a ** 2).mean())) for a, b in zip(exact, rounded))


def openvino_runner(path: pathlib.Path, hint: str):
    """Returns a function from a model's inputs to OpenVINO's outputs."""
    request = openvino.Core().compile_model(path, "CPU", {"INFERENCE_PRECISION_HINT": hint}).create_infer_request()
    return lambda values: [numpy.array(each) for each in request.infer(values).values()]


def row(path: pathlib.Path, options) -> tuple[str, float]:
    """Measures a model; returns the line of the table, and OpenVINO's time divided by Sight's."""
    details = agreement.make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_input_details()
    inputs = images(options.images, details, options.most)
    runners = [openvino_runner(path, hint) for hint in ("f32", "bf16")]
    peer = [error(*(run(values) for run in runners)) for values in inputs]
    ours = [error(*(agreement.run_sight(options.sight, path, values, 1, flags) for flags in ((), ("--bfloat16",))))
            for values in inputs]
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{index}.npy" for index in range(len(details))]
        for file, value in zip(files, inputs[0]):
            numpy.save(file, value)
        times = measure({
            "binary32": lambda: Turns.sight(options.sight, path, files, 1),
            "Sight": lambda: Turns.sight(options.sight, path, files, 1, "--bfloat16"),
            "OpenVINO": lambda: Turns.peer("openvino_turns.py", path, files, 1, "--bfloat16")}, options)
    exact, sight, other = (times[label].processor for label in ("binary32", "Sight", "OpenVINO"))
    return (f"| {compare.name(path)} | {other:.3f} | {sight:.3f} | {other / sight:.2f} | {exact / sight:.2f} "
            f"| {100 * statistics.median(peer):.1f} % | {100 * statistics.median(ours):.1f} % |", other / sight)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shared = compare.FOLDER / "../../shared/fixtures"
    parser.add_argument("--models", type=pathlib.Path, default=shared / "models", help="the folder of models.txt")
    parser.add_argument("--images", type=pathlib.Path, default=shared / "images/tflite_support",
                        help="the folder of images")
    parser.add_argument("--most", type=int, default=12, help="the number of images")
    parser.add_argument("--only", action="append", default=[], help="models whose names contain this")
    parser.add_argument("--sight", default=".build/release/sight", help="the built program")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    options.starts, options.round_milliseconds = 1, 60
    print(f"{report.heading(options.sight)}\n\n"
          "| model | OpenVINO, ms | Sight, ms | *ratio* | binary32 / bfloat16 | OpenVINO's error | Sight's error |\n"
          "|---|--:|--:|--:|--:|--:|--:|")
    ratios = []
    for path, group in compare.listed_models(options.models.resolve()):
        if group != "float" or options.only and not any(part in str(path) for part in options.only):
            continue
        try:
            line, ratio = row(path, options)
        except (RuntimeError, ValueError, KeyError, agreement.SightFailure) as failure:
            print(f"{path.name}: {str(failure).splitlines()[0]}", file=sys.stderr)
            continue
        print(line, flush=True)
        ratios.append(ratio)
    return 1 if any(ratio < 1 for ratio in ratios) else 0


if __name__ == "__main__":
    sys.exit(main())
