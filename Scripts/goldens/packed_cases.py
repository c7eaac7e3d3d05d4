"""The cases of packed constants: weights of 4 and 2 bits, and sparse tensors."""

import numpy as np

from case_parts import case, options, out, random, seeded
from flatmodel import Table, Tensor


def reals(shape):
    return Tensor("float32", shape, random.uniform(-2, 2, shape).astype("float32"))


def nibbles(shape, scale=0.07, axis=0):
    tensor = Tensor("int4", shape, random.integers(-7, 8, shape).astype("int8"), scale, 0, True)
    tensor.axis = axis
    return tensor


def pairs(shape, scale=0.07, axis=0):
    tensor = Tensor("int2", shape, random.integers(-2, 2, shape).astype("int8"), scale, 0, True)
    tensor.axis = axis
    return tensor


def blocks(shape, length):
    tensor = Tensor("int4", shape, random.integers(-8, 8, shape).astype("int8"), constant=True)
    scales = random.uniform(0.01, 0.1, [shape[0], shape[1] // length]).astype("float16")
    tensor.blocks = (scales, length)
    return tensor


def layers():
    """Yields float32 and int8 layers with 4-bit weights, in even and odd numbers."""
    for shape, units in (([2, 6], 4), ([1, 5], 3), ([3, 32], 8)):
        for scale, text in ((0.07, "one scale"), (np.linspace(0.03, 0.09, units), "per channel")):
            weights = nibbles([units, shape[1]], scale)
            fields = options("FullyConnectedOptions", f0=("i8", 0))
            bias = Tensor("float32", [units], random.uniform(-1, 1, units).astype("float32"),
                          constant=True)
            yield case("FULLY_CONNECTED", [reals(shape), weights, bias], out("float32"), fields,
                       f"int4 weights {shape} {text}", version=9)
            data = random.integers(-128, 128, shape).astype("int8")
            sums = Tensor("int32", [units], random.integers(-500, 500, units).astype("int32"),
                          np.asarray(scale) * 0.05, 0, True)
            yield case("FULLY_CONNECTED", [Tensor("int8", shape, data, 0.05, -3), weights, sums],
                       out("int8", 0.1, 5), fields, f"int4 weights {shape} {text}", version=9)
    for shape, units in (([2, 6], 4), ([3, 32], 8)):
        for scale, text in ((0.07, "one scale"), (np.linspace(0.03, 0.09, units), "per channel")):
            yield case("FULLY_CONNECTED", [reals(shape), pairs([units, shape[1]], scale), None],
                       out("float32"), options("FullyConnectedOptions", f0=("i8", 0)),
                       f"int2 weights {shape} {text}", version=14)
    for channels, size in ((4, 3), (3, 1)):
        shape, filters = [1, 5, 4, 6], [channels, size, size, 6]
        for scale, text in ((0.07, "one scale"),
                            (np.linspace(0.03, 0.09, channels), "per channel")):
            fields = options("Conv2DOptions", f0=("i8", 0), f1=("i32", 1), f2=("i32", 1),
                             f4=("i32", 1), f5=("i32", 1))
            data = random.integers(-128, 128, shape).astype("int8")
            sums = Tensor("int32", [channels],
                          random.integers(-500, 500, channels).astype("int32"),
                          np.asarray(scale) * 0.05, 0, True)
            yield case("CONV_2D", [Tensor("int8", shape, data, 0.05, -3),
                                   nibbles(filters, scale), sums], out("int8", 0.1, 5), fields,
                       f"int4 weights {filters} {text}", version=7)
            bias = Tensor("float32", [channels],
                          random.uniform(-1, 1, channels).astype("float32"), constant=True)
            yield case("CONV_2D", [reals(shape), nibbles(filters, scale), bias], out("float32"),
                       fields, f"int4 weights {filters} {text}", version=7)


def rows():
    # All rows have an even length, because the reference reads odd ones from the wrong half of a byte.
    for shape in ([4, 6], [3, 8]):
        places = Tensor("int32", [4], np.asarray([2, 0, 1, 2], "int32"))
        for scale in (0.07, np.linspace(0.03, 0.09, shape[0])):
            yield case("EMBEDDING_LOOKUP", [places, nibbles(shape, scale)], out("float32"), None,
                       f"int4 {shape} {np.ndim(scale)}", version=4)
        yield case("DEQUANTIZE", [nibbles(shape)], out("float32"), None, f"int4 {shape}",
                   version=6)
    places = Tensor("int32", [4], np.asarray([2, 0, 1, 2], "int32"))
    for shape in ([4, 8], [3, 16]):
        for scale in (0.07, np.linspace(0.03, 0.09, shape[0])):
            yield case("EMBEDDING_LOOKUP", [places, pairs(shape, scale)], out("float32"), None,
                       f"int2 {shape} {np.ndim(scale)}", version=4)
        yield case("DEQUANTIZE", [pairs(shape)], out("float32"), None, f"int2 {shape}", version=6)
    for shape, length in (([4, 8], 8), ([3, 64], 32), ([5, 16], 4)):
        yield case("EMBEDDING_LOOKUP", [places, blocks(shape, length)], out("float32"), None,
                   f"int4 {shape} blocks of {length}", version=5)


def vector(values):
    return Table(f0=("ints", values))


def sparse(kind, shape, order, blocks, metadata, data):
    """Returns a sparse constant; `metadata` has an extent, or lists of segments and of indices, for each axis.

    The axes have the order of `order`.
    """
    tables = []
    for entry in metadata:
        if isinstance(entry, int):
            tables.append(Table(f0=("i8", 0), f1=("i32", entry)))
            continue
        tables.append(Table(
            f0=("i8", 1), f2=("u8", 1), f3=("table", vector(entry[0])), f4=("u8", 1),
            f5=("table", vector(entry[1]))))
    tensor = Tensor(kind, shape, np.asarray(data, kind), constant=True)
    fields = {"f0": ("ints", order), "f2": ("tables", tables)}
    if blocks:
        fields["f1"] = ("ints", blocks)
    tensor.sparsity = Table(**fields)
    return tensor


def sparses():
    """Yields sparse rows, sparse blocks of 2 by 2, and sparse columns."""
    for kind in ("float32", "int8", "float16"):
        rows = sparse(kind, [3, 4], [0, 1], None, [3, ([0, 2, 2, 3], [1, 3, 0])], [1.5, -2, 7])
        yield case("DENSIFY", [rows], out(kind, shape=[3, 4]), options("DensifyOptions"), "rows")
        blocks = sparse(kind, [4, 4], [0, 1, 2, 3], [0, 1],
                        [2, ([0, 1, 2], [1, 0]), 2, 2], [1, 2, 3, 4, -5, 6, -7, 8])
        yield case("DENSIFY", [blocks], out(kind, shape=[4, 4]), options("DensifyOptions"),
                   "blocks")
    turned = sparse("float32", [3, 4], [1, 0], None, [4, ([0, 1, 1, 3, 3], [2, 0, 1])], [1, 2, 3])
    yield case("DENSIFY", [turned], out("float32", shape=[3, 4]), options("DensifyOptions"),
               "columns")


def cases():
    for group in (layers, rows, sparses):
        yield from seeded(group)
