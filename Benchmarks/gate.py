#!/usr/bin/env python3
"""Fails when this build of Sight takes more processor time than an older one.

    Benchmarks/gate.py OLD_SIGHT [--sight .build/release/sight] [--models ../shared/fixtures/models]

The two builds take turns on the same inputs, as the engines do in compare.py. The exit status is 1
if this build takes over 2 % more processor time in the geometric mean over the models, or over 5 %
more for one model in two measurements.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

import numpy
from ai_edge_litert.interpreter import OpResolverType

import agreement
from compare import FOLDER, listed_models, name
from inputs import make_inputs, noise
from turns import Turns, measure

MEAN_LIMIT, MODEL_LIMIT = 1.02, 1.05


def ratio(path: pathlib.Path, options) -> float:
    """Returns the processor time of this build divided by that of the older one."""
    details = agreement.make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_input_details()
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{index}.npy" for index in range(len(details))]
        for file, value in zip(files, make_inputs(details, noise, 42)):
            numpy.save(file, value)
        times = measure({
            "old": lambda: Turns.sight(options.old, path, files, 1),
            "new": lambda: Turns.sight(options.sight, path, files, 1)}, options)
    if len(times) < 2:
        raise agreement.SightFailure("one of the builds does not run the model")
    return times["new"].processor / times["old"].processor


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="the older build of the program")
    parser.add_argument("--sight", default=".build/release/sight", help="the build to judge")
    parser.add_argument("--models", type=pathlib.Path, default=FOLDER / "../../shared/fixtures/models")
    parser.add_argument("--only", action="append", default=[], help="models whose names contain this")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--round-milliseconds", type=float, default=60)
    parser.set_defaults(starts=1)
    return parser.parse_args()


def main() -> int:
    options, ratios, failed = parse(), {}, []
    for path, _ in listed_models(options.models.resolve()):
        if options.only and not any(part in str(path) for part in options.only):
            continue
        try:
            value = ratio(path, options)
            if value > MODEL_LIMIT:  # another program may have disturbed the measurement
                value = min(value, ratio(path, options))
        except (RuntimeError, ValueError) as error:
            print(f"{name(path)}: {str(error).splitlines()[0]}", file=sys.stderr)
            continue
        except agreement.SightFailure as error:
            print(f"{name(path)}: {error}", file=sys.stderr)
            failed.append(name(path))
            continue
        ratios[name(path)] = value
        print(f"{name(path)[:46]:46} new / old {value:.3f}", flush=True)
    if not ratios:
        return 1
    mean, worst = statistics.geometric_mean(ratios.values()), max(ratios, key=ratios.get)
    print(f"{len(ratios)} models, new / old {mean:.3f} in the geometric mean; worst: {worst} "
          f"{ratios[worst]:.3f}")
    return 1 if failed or mean > MEAN_LIMIT or ratios[worst] > MODEL_LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
