"""The cases of recurrent layers; see operator_cases.py."""

import numpy as np

from case_parts import case, options, out
from flatmodel import Tensor

random = np.random.default_rng(20240611)
# tanh in the schema's ActivationFunctionType
TANH = 4


def reals(shape, size=0.6, constant=True):
    return Tensor("float32", shape, random.uniform(-size, size, shape).astype("float32"),
                  constant=constant)


def weights(kind, shape):
    if kind == "float32":
        return reals(shape)
    return Tensor("int8", shape, random.integers(-127, 128, shape).astype("int8"), 0.005, 0, True)


def state(shape):
    tensor = Tensor("float32", shape, np.zeros(shape, "float32"))
    tensor.variable = True
    return tensor


def memory(kind, shape, cells, cifg, peephole, projection, norm, size=24):
    """The inputs of a long short-term memory, in the operator's order."""
    inputs, batches = shape[-1], shape[0]
    outputs = projection or cells
    tensors = [None] * size
    tensors[0] = reals(shape, 2, constant=False)
    for gate in range(4):
        if gate == 0 and cifg:
            continue
        tensors[1 + gate] = weights(kind, [cells, inputs])
        tensors[5 + gate] = weights(kind, [cells, outputs])
        tensors[12 + gate] = reals([cells])
        if norm:
            tensors[20 + gate] = reals([cells])
        if peephole and gate != 2:
            tensors[[9, 10, None, 11][gate]] = weights(kind, [cells])
    if projection:
        tensors[16] = weights(kind, [outputs, cells])
        tensors[17] = reals([outputs])
    tensors[18], tensors[19] = state([batches, outputs]), state([batches, cells])
    return tensors


def memories():
    grid = [(0, 0, 0, 0, 0.0, 0.0), (1, 0, 0, 0, 0.0, 0.0), (0, 1, 3, 0, 0.4, 0.3),
            (1, 1, 0, 1, 0.0, 0.0), (0, 0, 2, 1, 0.0, 0.0)]
    for kind in ("float32", "int8"):
        for cifg, peephole, projection, norm, clip, projection_clip in grid:
            text = f"{kind} weights {cifg} {peephole} {projection} {norm} {clip}"
            fields = dict(f0=("i8", TANH), f1=("f32", clip), f2=("f32", projection_clip))
            for major in (0, 1):
                shape = [1, 3, 5] if major else [2, 3, 5]
                tensors = memory(kind, shape, 4, cifg, peephole, projection, norm)
                if major:
                    outputs = projection or 4
                    tensors[18], tensors[19] = state([3, outputs]), state([3, 4])
                yield case("UNIDIRECTIONAL_SEQUENCE_LSTM", tensors, out("float32"), options(
                    "UnidirectionalSequenceLSTMOptions", f3=("u8", major), **fields),
                    f"{text} major {major}", version=3 if kind == "int8" else 1)
            yield case("LSTM", memory(kind, [2, 5], 4, cifg, peephole, projection, norm),
                       out("float32"), options("LSTMOptions", f3=("i8", 0), **fields), text,
                       version=3 if kind == "int8" else 1)
    tensors = [reals([2, 3], 2, False), reals([2, 4], 1, False), reals([16, 7]), reals([16]),
               reals([2, 4], 1, False)]
    yield case("LSTM", tensors, [out("float32") for _ in range(4)], options(
        "LSTMOptions", f0=("i8", TANH), f3=("i8", 1)), "basic", version=2)


def plain():
    for kind in ("float32", "int8"):
        for activation in (0, 1, 3, TANH):
            tensors = [weights(kind, [4, 5]), weights(kind, [4, 4]), reals([4])]
            yield case("RNN", [reals([2, 5], 2, False), *tensors, state([2, 4])], out("float32"),
                       options("RNNOptions", f0=("i8", activation)),
                       f"{kind} weights activation {activation}", version=2)
            for major in (0, 1):
                shape = [3, 2, 5] if major else [2, 3, 5]
                yield case("UNIDIRECTIONAL_SEQUENCE_RNN",
                           [reals(shape, 2, False), *tensors, state([2, 4])], out("float32"),
                           options("SequenceRNNOptions", f0=("u8", major),
                                   f1=("i8", activation)),
                           f"{kind} weights activation {activation} major {major}", version=2)
    for rank, units, span in ((1, 4, 3), (2, 3, 5)):
        tensors = [reals([2, 6], 2, False), reals([units * rank, 6]),
                   reals([units * rank, span]), reals([units]),
                   state([2, units * rank * span])]
        for activation in (0, 1):
            yield case("SVDF", tensors, out("float32"), options(
                "SVDFOptions", f0=("i32", rank), f1=("i8", activation)),
                f"rank {rank} activation {activation}")


def cases():
    for group in (memories, plain):
        yield from group()
