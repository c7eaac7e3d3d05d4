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
import sys

import numpy

import pair
import report
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


def files(folder: pathlib.Path):
    """Yields the name and the type of each network, and its file."""
    for path in sorted(folder.glob("*.tflite")):
        name, _, kind = path.stem.rpartition("-")
        yield (name, kind), path


def means(rows: list[tuple]) -> str:
    kinds = {kind: [row for row in rows if row[1] == kind] for kind in KINDS}
    return ", ".join(f"{kind} {pair.mean(some)}" for kind, some in kinds.items() if some)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where torch_networks.py has written the files")
    pair.add_arguments(parser)
    options = parser.parse_args()
    rows, refused = pair.measure(files(options.folder), options, values)
    if rows and not options.only:
        report.write_section(PAGE, HEAD, pair.table(rows, refused, f"The geometric means of the ratios are {means(rows)}.", "network | type", options))
    return 0 if all(row[4] >= 1 / options.limit for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
