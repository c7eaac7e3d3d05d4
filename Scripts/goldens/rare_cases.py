"""The cases of operators that few vision models use; see operator_cases.py."""

import numpy as np

from case_parts import case, constant, options, options_2, out, random, seeded, tensor
from flatmodel import Tensor


def reals(shape, low=-3.0, high=3.0):
    return Tensor("float32", shape, random.uniform(low, high, shape).astype("float32"))


def whole(kind, shape, low=-100, high=100):
    return Tensor(kind, shape, random.integers(low, high, shape).astype(kind))


def either(kind, shape):
    return reals(shape) if kind == "float32" else whole(kind, shape)


def images():
    for shape, padding, sw, sh, fw, fh, act in (
            ([1, 5, 6, 3], 0, 2, 2, 3, 3, 1), ([2, 7, 5, 2], 1, 1, 2, 2, 3, 0)):
        yield case("L2_POOL_2D", [reals(shape)], out("float32"), options(
            "Pool2DOptions", f0=("i8", padding), f1=("i32", sw), f2=("i32", sh), f3=("i32", fw),
            f4=("i32", fh), f5=("i8", act)), f"{shape}")
    for radius, bias, alpha, beta in ((2, 1.0, 0.1, 0.5), (20, 3.0, 2.0, 0.75), (0, 9.0, 4.0, 1)):
        yield case("LOCAL_RESPONSE_NORMALIZATION", [reals([1, 2, 3, 9])], out("float32"), options(
            "LocalResponseNormalizationOptions", f0=("i32", radius), f1=("f32", bias),
            f2=("f32", alpha), f3=("f32", beta)), f"radius {radius}")
    grid = [([1, 4, 5, 6, 2], [2, 3, 3, 2, 3], 0, (1, 1, 1), (1, 1, 1), 0, True),
            ([2, 3, 5, 4, 3], [2, 2, 2, 3, 2], 1, (1, 2, 1), (1, 1, 1), 1, True),
            ([1, 5, 6, 7, 1], [2, 2, 2, 1, 4], 0, (2, 1, 2), (1, 1, 1), 3, False),
            ([1, 5, 6, 7, 2], [2, 3, 2, 2, 2], 1, (1, 1, 1), (2, 1, 3), 0, True)]
    for shape, weights, padding, (sd, sh, sw), (dd, dh, dw), act, bias in grid:
        fields = options(
            "Conv3DOptions", f0=("i8", padding), f1=("i32", sd), f2=("i32", sw), f3=("i32", sh),
            f4=("i8", act), f5=("i32", dd), f6=("i32", dw), f7=("i32", dh))
        tensors = [reals(shape), reals(weights)] + [reals([weights[4]])] * bias
        yield case("CONV_3D", tensors, out("float32"), fields, f"{shape} {weights}")
    for size, weights, padding, strides in (
            ([1, 4, 6, 4, 3], [2, 3, 3, 3, 2], 0, (2, 2, 1)),
            ([2, 3, 5, 7, 2], [2, 2, 3, 2, 4], 1, (1, 1, 2))):
        fields = options("Conv3DOptions", f0=("i8", padding), f1=("i32", strides[0]),
                         f2=("i32", strides[2]), f3=("i32", strides[1]))
        coarse = [(e - 1) // s + 1 if padding == 0 else (e - k) // s + 1
                  for e, k, s in zip(size[1:4], weights, strides)]
        for bias in (0, 1):
            tensors = [constant(size), reals(weights), reals([size[0], *coarse, weights[4]])]
            yield case("CONV_3D_TRANSPOSE", tensors + [reals([size[4]])] * bias, out("float32"),
                       fields, f"{size} {weights} bias {bias}")


def lists():
    for kind in ("float32", "int32"):
        for count in (1, 2, 5):
            yield case("ADD_N", [either(kind, [2, 3]) for _ in range(count)], out(kind),
                       options("AddNOptions"), f"{count}")
    for kind in ("float32", "int32", "int64", "uint8", "int16"):
        for seq, batch in ((1, 0), (0, 1), (2, 0), (1, 2)):
            shape = [3, 4, 5]
            lengths = random.integers(1, shape[seq] + 1, shape[batch])
            yield case("REVERSE_SEQUENCE",
                       [either(kind, shape) if kind != "uint8" else whole(kind, shape, 0, 200),
                        Tensor("int32", [shape[batch]], lengths.astype("int32"))],
                       out(kind), options("ReverseSequenceOptions", f0=("i32", seq),
                                          f1=("i32", batch)), f"{seq} {batch}")
    for kind in ("float32", "int32", "int64", "int16", "int8"):
        yield case("MATRIX_DIAG", [either(kind, [2, 3])], out(kind), options("MatrixDiagOptions"))
        for shape, diagonal in (([2, 3, 3], [2, 3]), ([2, 4], [2]), ([1, 2, 5, 3], [1, 2, 3])):
            yield case("MATRIX_SET_DIAG", [either(kind, shape), either(kind, diagonal)],
                       out(kind), options("MatrixSetDiagOptions"), f"{shape}")
    for kind in ("float32", "int32", "int64", "int8"):
        for width in ("int32", "int64"):
            for places, shape, count in (([[0, 1], [2, 0], [1, 1]], [3, 2], 3), ([4, 1], [6], 2),
                                         ([[1, 2, 0]], [2, 3, 2], 1), (3, [5], 0)):
                data = np.asarray(places, width)
                yield case("SPARSE_TO_DENSE", [
                    Tensor(width, data.shape, data), constant(shape, width),
                    either(kind, [count] if count else []), either(kind, [])], out(kind),
                    options("SparseToDenseOptions", f0=("u8", 0)), f"{shape} {width}", version=3)
    for kind in ("float32", "int8", "uint8", "int16", "int32", "int64"):
        for result, number in (("int32", 2), ("int64", 4)):
            data = random.integers(0, 5, 17).astype(kind)
            yield case("UNIQUE", [Tensor(kind, [17], data)], [out(kind), out(result)],
                       options("UniqueOptions", f0=("i8", number)), f"to {result}")
    for kind in ("float32", "float64", "int32", "int64"):
        data = np.asarray([-7, -3, 0, 1, 2, 3, 9, 100]).astype(kind)
        yield case("BUCKETIZE", [Tensor(kind, [2, 4], data.reshape(2, 4))], out("int32"),
                   options("BucketizeOptions", f0=("floats", [-3.0, 0.0, 2.5, 9.0])))
    for operator in ("SUM", "PROD", "MAX", "MIN"):
        name = f"UNSORTED_SEGMENT_{operator}"
        union = f"UnsortedSegment{operator.title()}Options"
        for kind in ("float32", "int32"):
            for shape, segments in (([5, 3], [2, 0, -1, 2, 3]), ([2, 2, 3], [[1, 0], [1, 1]])):
                yield case(name, [either(kind, shape), Tensor(
                    "int32", np.shape(segments), np.asarray(segments, "int32")), constant(5)],
                    out(kind), options(union), f"{shape}")
    for source, shape, target in (("float32", [2, 3], "int32"), ("int32", [3], "uint8"),
                                  ("int8", [2, 4], "float32"), ("int64", [2], "int16")):
        yield case("BITCAST", [either(source, shape)], out(target), options("BitcastOptions"),
                   f"to {target}")


def signals():
    for low, high, bits, narrow in ((-3, 3, 8, 0), (-1.3, 2.1, 8, 1), (0, 6, 4, 0),
                                    (-2.5, 0, 16, 1)):
        yield case("FAKE_QUANT", [reals([5, 9], -4, 4)], out("float32"), options(
            "FakeQuantOptions", f0=("f32", low), f1=("f32", high), f2=("i32", bits),
            f3=("u8", narrow)), f"{low} {high} {bits} {narrow}", version=2)
    for shape, lengths in (([8, 8], [8, 8]), ([2, 4, 16], [4, 16]), ([5, 6], [8, 4]),
                           ([1, 9], [1, 16]), ([7, 3, 20], [1, 32]), ([2, 7, 11], [8, 2])):
        yield case("RFFT2D", [reals(shape), constant(lengths)], out("complex64"),
                   options("Rfft2dOptions"), f"{shape} {lengths}")
    for operator, union in (("REAL", None), ("IMAG", None), ("COMPLEX_ABS", None)):
        data = (random.uniform(-3, 3, [3, 4]) + 1j * random.uniform(-3, 3, [3, 4]))
        yield case(operator, [Tensor("complex64", [3, 4], data.astype("complex64"))],
                   out("float32"), union)


def gaps():
    """Yields cases of operators that the other groups lack."""
    for kind in ("int8", "uint8", "int16", "uint16", "int32", "uint32"):
        low = 0 if kind.startswith("u") else -100
        yield case("BITWISE_XOR", [whole(kind, [2, 1, 3], low), whole(kind, [4, 1], low)],
                   out(kind), options("BitwiseXorOptions"))
        yield case("RIGHT_SHIFT", [whole(kind, [2, 1, 3], low), whole(kind, [4, 1], 0, 7)],
                   out(kind), options("RightShiftOptions"))
    for kind in ("int32", "int64"):
        for a, b in (([2, 1, 3], [4, 1]), ([5], [2, 5]), ([1], [7])):
            yield case("BROADCAST_ARGS", [
                Tensor(kind, [len(a)], np.asarray(a, kind)),
                Tensor(kind, [len(b)], np.asarray(b, kind))], out(kind), None, f"{a} {b}")
    for kind in ("float32", "int8", "int32", "int64", "bool"):
        for shape, update, start in (([4, 5], [2, 3], [1, 1]), ([3, 4], [2, 2], [5, -3]),
                                     ([2, 3, 4], [1, 3, 1], [1, 0, 3]), ([6], [6], [0])):
            tensors = [whole("int8", s, 0, 2) if kind == "bool" else either(kind, s)
                       for s in (shape, update)]
            if kind == "bool":
                tensors = [Tensor(kind, t.shape, t.data.astype(bool)) for t in tensors]
            yield case("DYNAMIC_UPDATE_SLICE", tensors + [
                Tensor("int32", [len(start)], np.asarray(start, "int32"))], out(kind),
                options("DynamicUpdateSliceOptions"), f"{shape} {update} {start}", version=2)
    for kind in ("float32", "int8", "uint8", "int32"):
        table = Tensor(kind, [4, 2, 3], (random.integers(0, 100, [4, 2, 3])).astype(kind),
                       *([0.1] if "8" in kind else []))
        yield case("EMBEDDING_LOOKUP", [
            Tensor("int32", [5], np.asarray([3, 0, 0, 2, 1], "int32")), table],
            out(kind, *([0.1] if "8" in kind else [])), None)
    for scales in (0.05, [0.01, 0.02, 0.03, 0.04]):
        table = Tensor("int8", [4, 6], random.integers(-127, 128, [4, 6]).astype("int8"), scales,
                       0, True)
        yield case("EMBEDDING_LOOKUP", [
            Tensor("int32", [3], np.asarray([3, 0, 2], "int32")), table], out("float32"), None,
            f"hybrid {scales}", version=3)
    for kind in ("float32", "int32"):
        for shape, segments in (([5, 3], [0, 0, 1, 3, 3]), ([3, 2, 2], [0, 1, 1])):
            yield case("SEGMENT_SUM", [either(kind, shape), Tensor(
                "int32", [len(segments)], np.asarray(segments, "int32"))], out(kind),
                options("SegmentSumOptions"), f"{shape}")
    boxes = np.concatenate([random.uniform(0, 0.6, [30, 2]), random.uniform(0.5, 1, [30, 2])], 1)
    scores = random.uniform(0, 1, 30)
    for most, overlap, least, sigma in ((10, 0.5, 0.0, 0.0), (5, 0.3, 0.4, 0.0),
                                        (30, 0.7, 0.1, 0.5), (0, 0.5, 0.0, 0.2)):
        tensors = [Tensor("float32", [30, 4], boxes.astype("float32")),
                   Tensor("float32", [30], scores.astype("float32")), constant(most),
                   constant(overlap, "float32"), constant(least, "float32")]
        yield case("NON_MAX_SUPPRESSION_V4", tensors, [out("int32"), out("int32")],
                   options("NonMaxSuppressionV4Options"), f"{most} {overlap} {least}")
        yield case("NON_MAX_SUPPRESSION_V5", tensors + [constant(sigma, "float32")],
                   [out("int32"), out("float32"), out("int32")],
                   options("NonMaxSuppressionV5Options"), f"{most} {overlap} {least} {sigma}")


def stablehlo():
    for operator in ("ADD", "MULTIPLY", "MAXIMUM", "MINIMUM"):
        for kind in ("float32", "int32", "int64", "int16", "int8"):
            yield case(f"STABLEHLO_{operator}", [either(kind, [2, 3, 4]), either(kind, [2, 3, 4])],
                       out(kind), None)
    for kind in ("float32", "int32", "int8"):
        for shape, steps in (([2, 3, 4], [1, 2, 3]), ([5], [4]), ([2, 2], [1, 1])):
            yield case("DILATE", [either(kind, shape), constant(steps), either(kind, [])],
                       out(kind), None, f"{shape} {steps}")


def windows():
    """Yields cases of STABLEHLO_REDUCE_WINDOW, whose nested graph combines two numbers."""
    for shape, size, strides, dilations, padding in (
            ([2, 3, 6, 5], [1, 1, 2, 2], [1, 1, 2, 2], [1, 1, 1, 1], [0] * 8),
            ([1, 2, 5, 4, 6], [1, 1, 2, 3, 2], [1, 1, 2, 1, 2], [1] * 5, [0, 0, 0, 0, 1, 0, 1, 1, 0, 1]),
            ([1, 9, 3], [1, 3, 1], [1, 1, 1], [1, 2, 1], [0, 0, 2, 2, 0, 0]),
            ([7], [3], [2], [1], [3, 4]), ([4, 3], [1, 1], [1, 1], [1, 1], [0] * 4),
            ([6, 4], [2, 2], [3, 1], [1, 1], [-1, 0, 0, -2]), ([2, 2], [3, 1], [1, 1], [1, 1], [0] * 4)):
        for kind in ("float32", "int32", "int8"):
            least, most = (-1e9, 1e9) if kind == "float32" else (np.iinfo(kind).min, np.iinfo(kind).max)
            for operator, initial in (("STABLEHLO_ADD", 0), ("MUL", 1), ("MAXIMUM", least), ("MINIMUM", most),
                                      ("MAXIMUM", 1)):
                fields = options_2(
                    "StablehloReduceWindowOptions", f0=("longs", size), f1=("longs", strides),
                    f2=("longs", [1] * len(shape)), f3=("longs", dilations), f4=("longs", padding), f5=("i32", 1))
                yield case("STABLEHLO_REDUCE_WINDOW", [either(kind, shape), constant(initial, kind)], out(kind),
                           fields, f"{operator} {initial} of {size} by {strides} {dilations} {padding} in {shape}",
                           nested=(operator, kind))


def scatters():
    """Yields cases of STABLEHLO_SCATTER. Some windows overlap, and some lie outside."""
    for shape, places, axis, updates, window, inserted, indexed in (
            ([4, 5], [[1, 2], [3, 0], [0, 4], [1, 2]], 1, [4], [], [0, 1], [0, 1]),
            ([4, 5], [[1, 2], [3, -1], [0, 5], [7, 0]], 1, [4], [], [0, 1], [0, 1]),
            ([6, 3], [5, 0, 2], 1, [3, 3], [1], [0], [0]),
            ([6, 3], [[4], [1]], 1, [2, 2, 3], [1, 2], [], [0]),
            ([6, 3], [[5, 1], [-1, 0], [2, 2]], 1, [3, 2, 2], [1, 2], [], [0, 1]),
            ([3, 4, 2], [[[0, 2], [1, 0], [2, 1]], [[0, 1], [1, 0], [0, 3]]], 2, [2, 3, 2, 2], [2, 3], [0], [1, 0]),
            ([5, 4], [[0, 3, 1], [2, 2, 0]], 0, [3], [], [0, 1], [1, 0]),
            ([3, 4], [[2]], 1, [4, 1], [0], [0], [0])):
        fields = options_2(
            "StablehloScatterOptions", f1=("longs", window), f2=("longs", inserted), f3=("longs", indexed),
            f4=("i64", axis), f6=("i32", 1))
        for kind, index in (("float32", "int32"), ("float32", "int64"), ("int32", "int32"), ("int8", "int32")):
            for operator in (None, "STABLEHLO_ADD", "STABLEHLO_MULTIPLY", "STABLEHLO_MAXIMUM", "STABLEHLO_MINIMUM"):
                yield case("STABLEHLO_SCATTER", [
                    either(kind, shape), tensor(index, np.shape(places), data=places), either(kind, updates)],
                    out(kind), fields, f"{operator} {shape} {places}", nested=(operator, kind))


def gathers():
    """Yields cases of STABLEHLO_GATHER. Some windows begin outside, and are moved."""
    for shape, places, axis, sizes, window, omitted, indexed in (
            ([4, 5], [[1, 2], [3, 0], [0, 4], [1, 2]], 1, [1, 1], [], [0, 1], [0, 1]),
            ([4, 5], [[1, 2], [3, -1], [0, 5], [7, 0]], 1, [2, 3], [1, 2], [], [0, 1]),
            ([6, 3], [[5], [0], [2]], 1, [1, 3], [1], [0], [0]),
            ([6, 3], [[4], [1], [9]], 1, [2, 2], [0, 2], [], [0]),
            ([6, 3], [[5, 1], [-1, 0], [2, 2]], 1, [2, 2], [0, 1], [], [0, 1]),
            ([3, 4, 2], [[[0, 2], [1, 0], [2, 1]], [[0, 1], [1, 0], [0, 3]]], 2, [1, 2, 2], [2, 3], [0], [1, 0]),
            ([3, 4, 2], [[[0, 2], [1, 0], [2, 1]], [[0, 1], [1, 0], [0, 3]]], 2, [2, 1, 2], [0, 3], [1], [1, 0]),
            ([5, 4], [[0, 3, 1], [2, 2, 0]], 0, [1, 1], [], [0, 1], [1, 0]),
            ([3, 4], [[2]], 1, [1, 4], [0], [0], [0])):
        fields = options_2(
            "StablehloGatherOptions", f0=("longs", window), f1=("longs", omitted), f2=("longs", indexed),
            f3=("i64", axis), f4=("longs", sizes))
        for kind, index in (("float32", "int32"), ("float32", "int64"), ("int32", "int32"), ("int64", "int64"),
                            ("int16", "int32"), ("int8", "int32"), ("uint8", "int64")):
            rank = np.ndim(places) - 1 + len(window)  # LiteRT reads it from the output.
            yield case("STABLEHLO_GATHER", [either(kind, shape), tensor(index, np.shape(places), data=places)],
                       out(kind, shape=[1] * rank), fields, f"{shape} {places} {sizes}")


def draws():
    """Yields cases of operators that return random numbers; equal seeds give equal numbers."""
    for seeds in ((1, 2), (7, 0), (0, 9), (-5, 1 << 40)):
        for shape in ([3, 5], [1], [8]):
            fields = options("RandomOptions", f0=("i64", seeds[0]), f1=("i64", seeds[1]))
            for operator in ("RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL"):
                yield case(operator, [constant(shape)], out("float32"), fields, f"{seeds} {shape}")
        for kind in ("int32", "int64"):
            yield case("MULTINOMIAL", [reals([2, 5]), constant(7)], out(kind), fields,
                       f"{seeds} {kind}")


def cases():
    for group in (images, lists, signals, gaps, stablehlo, windows, scatters, gathers, draws):
        yield from seeded(group)
