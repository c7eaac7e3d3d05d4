"""The cases of recurrent layers; see operator_cases.py."""

import numpy as np

from case_parts import case, options, out, random, seeded
from flatmodel import Tensor

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
    """Returns the inputs of a long short-term memory, in the operator's order."""
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


def whole(kind, shape, scale, zero=0, low=None, constant=True):
    info = np.iinfo(kind)
    low = info.min if low is None else low
    return Tensor(kind, shape, random.integers(low, info.max + 1, shape).astype(kind), scale,
                  zero, constant)


def windows():
    """Yields cases of SVDF with int8 inputs, and with float32 inputs and int8 weights."""
    for rank, units, span in ((1, 4, 3), (2, 3, 5)):
        filters = units * rank
        for zeros in ((0, 0), (-128, 11), (127, -128)):
            kept = Tensor("int16", [2, filters * span], scale=0.002)
            kept.variable = True
            tensors = [whole("int8", [2, 6], 0.03, zeros[0], constant=False),
                       whole("int8", [filters, 6], 0.01, low=-127),
                       whole("int16", [filters, span], 3e-5, low=-32767),
                       Tensor("int32", [units], random.integers(-9000, 9000, [units]).astype(
                           "int32"), 6e-8, 0, True), kept]
            yield case("SVDF", tensors, out("int8", 0.02, zeros[1]), options(
                "SVDFOptions", f0=("i32", rank), f1=("i8", 1)), f"rank {rank} zeros {zeros}",
                version=3)
        for asymmetric in (0, 1):
            tensors = [reals([2, 6], 2, False), weights("int8", [filters, 6]),
                       weights("int8", [filters, span]), reals([units]),
                       state([2, filters * span])]
            yield case("SVDF", tensors, out("float32"), options(
                "SVDFOptions", f0=("i32", rank), f1=("i8", 0), f2=("u8", asymmetric)),
                f"int8 weights rank {rank} asymmetric {asymmetric}", version=2 + 2 * asymmetric)


def pairs_of_layers():
    """Yields cases of bidirectional layers, without a second input, and with one with and without weights.

    The reference's batch-first and time-first forms give different results for a second input and for int8
    weights, and its results for a second input with int8 weights are far from those with float32 weights.
    The cases use only the form that agrees with the unidirectional layer.
    """
    for kind in ("float32", "int8"):
        for merged in (0, 1):
            for major in (0, 1):
                for second in (None, "input", "weights"):
                    if second == ("weights" if major else "input"):
                        continue
                    if kind == "int8" and (major or second):
                        continue
                    shape = [3, 2, 5] if major else [2, 3, 5]
                    layers = [[weights(kind, [units, 5]), weights(kind, [units, units]),
                               reals([units]), state([2, units])] for units in (4, 3)]
                    tensors = [reals(shape, 2, False), *layers[0], *layers[1], None, None, None]
                    if second:
                        size = 6 if second == "weights" else 5
                        tensors[9] = reals([*shape[:2], size], 2, False)
                    if second == "weights":
                        tensors[10], tensors[11] = weights(kind, [4, 6]), weights(kind, [3, 6])
                    outputs = [out("float32")] if merged else [out("float32"), out("float32")]
                    yield case("BIDIRECTIONAL_SEQUENCE_RNN", tensors, outputs, options(
                        "BidirectionalSequenceRNNOptions", f0=("u8", major), f1=("i8", TANH),
                        f2=("u8", merged)), f"{kind} {merged} {major} {second}",
                        version=1 if kind == "float32" else 3)


def pairs_of_memories():
    for kind in ("float32", "int8"):
        for cifg, peephole, projection in ((0, 0, 0), (1, 0, 0), (0, 1, 3)):
            # The reference's merged and separate outputs differ when batches come first.
            for merged, major, second in ((0, 1, None), (1, 1, None), (0, 0, "input"),
                                          (1, 1, "weights")):
                shape = [3, 2, 5] if major else [2, 3, 5]
                tensors = [None] * 48
                tensors[0] = reals(shape, 2, False)
                for start, states, cells in ((1, 35, 4), (18, 37, 4)):
                    ways = memory(kind, [2, 3, 5], cells, cifg, peephole, projection, 0)
                    tensors[start:start + 17] = ways[1:18]
                    tensors[states:states + 2] = ways[18:20]
                if second:
                    tensors[39] = reals([*shape[:2], 5], 2, False)
                if second == "weights":
                    for start, cells in ((40, 4), (44, 4)):
                        for gate in range(cifg, 4):
                            tensors[start + gate] = weights(kind, [cells, 5])
                outputs = [out("float32")] if merged else [out("float32"), out("float32")]
                yield case("BIDIRECTIONAL_SEQUENCE_LSTM", tensors, outputs, options(
                    "BidirectionalSequenceLSTMOptions", f0=("i8", TANH),
                    f1=("f32", 0.4 if projection else 0), f2=("f32", 0.3 if projection else 0),
                    f3=("u8", merged), f4=("u8", major)),
                    f"{kind} {cifg} {peephole} {projection} {merged} {major} {second}",
                    version=1 if kind == "float32" else 3)


def integer_memories():
    """Yields cases of an LSTM with int8 inputs and weights, whose states do not begin at byte 0."""
    for cifg, projection, cells, zeros in ((0, 0, 4, (-3, 7, 7)), (1, 0, 20, (5, -11, -11)),
                                           (0, 3, 18, (-128, -5, 9))):
        outputs, batches, inputs, hidden = projection or cells, 2, 5, 0.007
        kept = hidden if not projection else 0.01
        tensors = [None] * 24
        tensors[0] = whole("int8", [batches, 6, inputs], 0.02, zeros[0], constant=False)
        for gate in range(cifg, 4):
            tensors[1 + gate] = whole("int8", [cells, inputs], 0.01, low=-127)
            tensors[5 + gate] = whole("int8", [cells, outputs], 0.01, low=-127)
            biases = random.integers(-3000, 3000, [cells]).astype("int32")
            tensors[12 + gate] = Tensor("int32", [cells], biases, 0.0002, 0, True)
        if projection:
            tensors[16] = whole("int8", [outputs, cells], 0.01, low=-127)
            biases = random.integers(-3000, 3000, [outputs]).astype("int32")
            tensors[17] = Tensor("int32", [outputs], biases, 0.01 * hidden, 0, True)
        tensors[18] = Tensor("int8", [batches, outputs], None, kept, zeros[2])
        tensors[19] = Tensor("int16", [batches, cells], None, 2.0 ** -12, 0)
        tensors[18].variable = tensors[19].variable = True
        between = [Tensor("float32", [0]) for _ in range(4)]
        between.append(Tensor("int8", [0], None, hidden, zeros[1]))
        yield case("UNIDIRECTIONAL_SEQUENCE_LSTM", tensors, out("int8", kept, zeros[2]), options(
            "UnidirectionalSequenceLSTMOptions", f0=("i8", TANH)),
            f"{cells} cells cifg {cifg} projection {projection}", version=3, intermediates=between)


def cases():
    for group in (memories, plain, windows, pairs_of_layers, pairs_of_memories, integer_memories):
        yield from seeded(group)
