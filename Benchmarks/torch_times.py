#!/usr/bin/env python3
"""Compares the time of networks of PyTorch in Sight and in LiteRT.

    .venv-torch/bin/python Benchmarks/torch_networks.py FOLDER
    .venv/bin/python Benchmarks/torch_times.py FOLDER [--only swin]

The first script makes the files, with packages of its own. This one measures both engines in turns, with one thread. The table,
worst first, goes to the section of this processor and tier in Documentation/TORCH_TIMES.md, unless networks are chosen. The exit status is 1 if
a file takes more than --limit times LiteRT's processor time.
"""

import argparse
import pathlib
import statistics
import sys

import numpy

import pair
import report
import turns
from inputs import noise

PAGE = pathlib.Path(__file__).parent.parent / "Documentation/TORCH_TIMES.md"
HEAD = """# Times of networks of PyTorch

This page compares the processor time of networks of PyTorch in Sight and in LiteRT. LiteRT Torch has converted them, and AI Edge
Quantizer has quantized them; their weights are random. `Benchmarks/torch_networks.py` makes the files, and `Benchmarks/torch_times.py` writes the page. A ratio above 1 means that Sight
is faster. The figures hold only for the processor in the heading of their table. *Difference* is the largest difference of an output
between the engines: in units of integers, or as a share of the largest magnitude of floats. LiteRT's own kernels differ
from each other by about as much on quantized networks, because they round in the middle of a network in different ways.
*Four* means weights of 4 bits, *dynamic* those of 8 bits; both have floats between layers.
"""
KINDS = ("float32", "dynamic", "four", "int8", "int16")


def values(details: dict, generator: numpy.random.Generator) -> numpy.ndarray:
    """Returns ones for words and their mask, and noise for other inputs."""
    whole = details["dtype"] in (numpy.int32, numpy.int64)
    return numpy.ones(details["shape"], details["dtype"]) if whole else noise(details, generator)


def table(rows: list[tuple], refused: list[str], options) -> str:
    means = ", ".join(f"{kind} {statistics.geometric_mean([row[4] for row in rows if row[1] == kind]):.2f}"
                      for kind in KINDS if any(row[1] == kind for row in rows))
    lines = [report.heading(options.sight), "",
             f"{report.measured()} The geometric means of the ratios are {means}. "
             f"Sight takes more time than LiteRT for {sum(row[4] < 1 for row in rows)} of {len(rows)} files.", ""]
    if refused:
        lines += ["One of the engines refuses these files: " + "; ".join(refused) + ".", ""]
    lines += ["| network | type | difference | LiteRT, ms | Sight, ms | ratio |", "|---|---|--:|--:|--:|--:|"]
    lines += [f"| {name} | {kind} | {difference:.2g} | {litert:.3f} | {sight:.3f} | {ratio:.2f} |"
              for name, kind, litert, sight, ratio, difference in rows]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where torch_networks.py has written the files")
    parser.add_argument("--only", action="append", default=[], help="networks whose names contain this")
    turns.add_arguments(parser, milliseconds=60)
    parser.add_argument("--limit", type=float, default=1.15, help="the most that a file may take, in LiteRT's times")
    options = parser.parse_args()
    rows, refused = [], []
    for path in sorted(options.folder.glob("*.tflite")):
        name, _, kind = path.stem.rpartition("-")
        if options.only and not any(part in name for part in options.only):
            continue
        try:
            difference, measured = pair.compare(path, options, values)
            litert, sight = (measured[each].processor for each in ("LiteRT", "Sight"))
        except pair.REFUSALS as error:
            print(f"{path.stem}: left out: {str(error).splitlines()[0][:200]}", file=sys.stderr)
            refused.append(f"{name} ({kind})")
            continue
        rows.append((name, kind, litert, sight, litert / sight, difference))
        print(f"{name:20} {kind:8} {difference:8.2g} LiteRT {litert:8.3f}  Sight {sight:8.3f}  x{litert / sight:.2f}", flush=True)
    rows.sort(key=lambda row: row[4])
    if rows and not options.only:
        report.write_section(PAGE, HEAD, table(rows, refused, options))
    return 0 if all(row[4] >= 1 / options.limit for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
