"""Compares a model in Sight and in LiteRT: the outputs, and the time."""

import argparse
import statistics
import sys

import numpy

from ai_edge_litert.interpreter import OpResolverType

import agreement
import report
import turns
from inputs import make_inputs, noise

# A network or a file is left out for these reasons: one of the engines, or the converter, refuses it.
REFUSALS = (RuntimeError, ValueError, KeyError, agreement.SightFailure)


def difference(ours: numpy.ndarray, theirs: numpy.ndarray) -> float:
    """Returns the largest difference, in units of integers or as a share of the largest magnitude of floats."""
    largest = 1 if theirs.dtype.kind in "iu" else max(numpy.abs(theirs).max(initial=0), 1e-30)
    return numpy.abs(ours.astype(numpy.float64) - theirs.astype(numpy.float64)).max(initial=0) / largest


def compare(path, options, make=noise) -> tuple[float, dict]:
    """Returns the largest difference of the outputs, and the measurements of both engines; `make` makes the inputs.

    LiteRT's reference kernels end the process on some networks, so the outputs are compared with those of its other kernels.
    """
    details = agreement.make_interpreter(path, OpResolverType.AUTO, 1).get_input_details()
    values = make_inputs(details, make, 42)
    ours = agreement.run_sight(options.sight, path, values, 1)
    theirs = agreement.run_litert(path, OpResolverType.AUTO, values)
    return (max(difference(*outputs) for outputs in zip(ours, theirs, strict=True)),
            turns.against_litert(path, values, options))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a script that measures files."""
    parser.add_argument("--only", action="append", default=[], help="models whose names contain this")
    turns.add_arguments(parser, milliseconds=60)
    parser.add_argument("--limit", type=float, default=1.15, help="the most that a file may take, in LiteRT's times")


def measure(files, options, make=noise) -> tuple[list, list]:
    """Measures files, each with two names, and prints a line for each.

    Returns the rows, the slowest in comparison first: both names, the milliseconds of LiteRT and of Sight, the ratio and the
    difference. Returns also the names of the files that are left out.
    """
    rows, refused = [], []
    for names, path in files:
        if options.only and not any(part in " ".join(names) for part in options.only):
            continue
        try:
            difference, measured = compare(path, options, make)
        except REFUSALS as error:
            print(f"{path.stem}: left out: {str(error).splitlines()[0][:200]}", file=sys.stderr)
            refused.append(names)
            continue
        litert, sight = (measured[each].processor for each in ("LiteRT", "Sight"))
        rows.append((*names, litert, sight, litert / sight, difference))
        print(f"{names[0]:24} {names[1]:32} {difference:8.2g} LiteRT {litert:9.4f}  Sight {sight:9.4f}  x{litert / sight:.2f}", flush=True)
    return sorted(rows, key=lambda row: row[4]), refused


def table(rows: list[tuple], refused: list, means: str, names: str, options) -> str:
    """Returns a section of a page; `means` says the geometric means of the ratios, `names` heads the two columns of names."""
    lines = [report.heading(options.sight), "",
             f"{report.measured()} {means} Sight takes more time than LiteRT for {sum(row[4] < 1 for row in rows)} of {len(rows)} files.", ""]
    if refused:
        lines += ["One of the engines refuses these files: " + "; ".join(" ".join(each) for each in refused) + ".", ""]
    lines += [f"| {names} | difference | LiteRT, ms | Sight, ms | ratio |", "|---|---|--:|--:|--:|--:|"]
    lines += [f"| {first} | {second} | {difference:.2g} | {litert:.4f} | {sight:.4f} | {ratio:.2f} |"
              for first, second, litert, sight, ratio, difference in rows]
    return "\n".join(lines) + "\n"


def mean(rows: list[tuple]) -> str:
    """Returns the geometric mean of the ratios."""
    return f"{statistics.geometric_mean([row[4] for row in rows]):.2f}"
