"""Compares a model in Sight and in LiteRT: the outputs, and the time."""

import numpy

from ai_edge_litert.interpreter import OpResolverType

import agreement
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
