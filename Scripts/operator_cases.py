"""The operator cases: every operator, over types, shapes and quantisation edges.

`cases()` yields (file, name, model arguments, inputs). Nothing here knows the answers.
"""

import struct

import numpy as np
from ai_edge_litert import schema_py_generated as schema

from flatmodel import Table, Tensor

random = np.random.default_rng(20240607)
UNIONS = {k: v for k, v in vars(schema.BuiltinOptions).items() if isinstance(v, int)}
CODES = {k: v for k, v in vars(schema.BuiltinOperator).items() if isinstance(v, int)}
INTEGERS = ("uint8", "int8")


def values(kind, shape, low=-3.0, high=3.0):
    """Random values: the whole range for 8 bits, a normal range otherwise."""
    if kind == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if kind in ("float32", "float16", "float64"):
        return random.uniform(low, high, shape).astype(kind)
    info = np.iinfo(kind)
    if kind in ("uint8", "int8", "int16"):
        data = random.integers(info.min, info.max + 1, shape)
        if data.size > 2:
            data.flat[0], data.flat[1] = info.min, info.max
        return data.astype(kind)
    return random.integers(-1000 if info.min else 0, 1000, shape).astype(kind)


def tensor(kind, shape, scale=None, zero=0, low=-3.0, high=3.0, data=None, constant=False):
    if data is None:
        data = values(kind, shape, low, high)
    data = np.asarray(data, kind)
    return Tensor(kind, shape, data, scale, zero, constant)


def constant(data, kind="int32"):
    data = np.asarray(data, kind)
    return Tensor(kind, data.shape, data, constant=True)


def out(kind, scale=None, zero=0, shape=()):
    return Tensor(kind, shape, scale=scale, zero=zero)


def options(name, **fields):
    return (UNIONS[name], Table(**fields))


def mid(kind):
    return 128 if kind == "uint8" else 0


def case(operator, inputs, outputs, opts=None, name="", version=1, custom=None, file=None):
    if not isinstance(outputs, list):
        outputs = [outputs]
    arguments = (CODES[operator], version, inputs, outputs, opts, custom)
    kinds = "/".join(t.kind for t in inputs if t is not None)
    return (file or operator, f"{kinds} {name}".strip(), arguments)


SHAPES = [([2, 3, 4], [2, 3, 4]), ([1, 4, 3, 2], [3, 1]), ([5], [1]), ([2, 1, 3], [4, 1]),
          ([], [3]), ([1, 2, 1, 2, 1, 3], [2, 1, 3, 1, 2, 1])]
SCALES = [(0.05, 0.07, 0.1, 0), (0.5, 0.013, 0.21, 7), (1 / 256, 1 / 128, 0.004, -5)]


def arithmetic():
    for operator, activation in (("ADD", "AddOptions"), ("SUB", "SubOptions"),
                                 ("MUL", "MulOptions"), ("DIV", "DivOptions")):
        for index, (a, b) in enumerate(SHAPES):
            limit = 5 if operator == "DIV" else 6
            if len(a) > limit:
                continue
            for kind in ("float32", "int32", "int64"):
                if kind == "int64" and operator == "DIV":
                    continue
                act = [0, 1, 3, 2, 0, 0][index] if kind != "int64" else 0
                right = values(kind, b)
                if operator == "DIV":
                    right = np.where(right == 0, np.ones_like(right), right)
                yield case(operator, [tensor(kind, a), tensor(kind, b, data=right)], out(kind),
                           options(activation, f0=("i8", act)), f"{a} {b} activation {act}")
            kinds = ("uint8", "int8") if operator != "DIV" else ("uint8",)
            for kind in kinds:
                sa, sb, so, shift = SCALES[index % 3]
                act = index % 4
                zero = mid(kind)
                if operator == "MUL":
                    so = sa * sb * 40
                if operator == "DIV":
                    so = sa / sb / 9
                right = values(kind, b)
                if operator == "DIV":
                    right = np.where(right == zero - shift, zero + 9, right)
                yield case(operator, [tensor(kind, a, sa, zero + shift),
                                      tensor(kind, b, sb, zero - shift, data=right)],
                           out(kind, so, zero + 3), options(activation, f0=("i8", act)),
                           f"{a} {b} activation {act} scales {index % 3}", version=2)
    for operator, activation in (("ADD", "AddOptions"), ("SUB", "SubOptions"),
                                 ("MUL", "MulOptions")):
        for a, b in SHAPES[:3]:
            yield case(operator, [tensor("int16", a, 0.01), tensor("int16", b, 0.003)],
                       out("int16", 0.02 if operator != "MUL" else 0.9),
                       options(activation, f0=("i8", 0), **({} if operator == "MUL" else
                                                             {"f1": ("u8", 0)})),
                       f"{a} {b} general scale", version=4 if operator == "MUL" else 3)
    for operator in ("MAXIMUM", "MINIMUM"):
        for kind in ("float32", "int32", "uint8", "int8", "int64", "int16"):
            for a, b in SHAPES[:4]:
                quantized = kind in ("uint8", "int8", "int16")
                q = (0.1, mid(kind)) if quantized else ()
                yield case(operator, [tensor(kind, a, *q), tensor(kind, b, *q)], out(kind, *q),
                           options("MaximumMinimumOptions"), f"{a} {b}", version=2)
    for operator, union in (("FLOOR_DIV", "FloorDivOptions"), ("FLOOR_MOD", "FloorModOptions")):
        for kind in ("float32", "int32", "int64", "int8", "int16"):
            if kind == "int64" and operator == "FLOOR_DIV":
                continue
            for a, b in SHAPES[:4]:
                right = values(kind, b)
                right = np.where(right == 0, np.ones_like(right) * 3, right)
                yield case(operator, [tensor(kind, a), tensor(kind, b, data=right)], out(kind),
                           options(union), f"{a} {b}", version=2)
    for kind in ("float32", "int32"):
        low = 0.1
        for a, b in SHAPES[:4]:
            if kind == "int32":
                ins = [tensor(kind, a, data=random.integers(-5, 6, a)),
                       tensor(kind, b, data=random.integers(0, 5, b))]
            else:
                ins = [tensor(kind, a, low=low), tensor(kind, b)]
            yield case("POW", ins, out(kind), options("PowOptions"), f"{a} {b}")
        for a, b in SHAPES[:4]:
            yield case("SQUARED_DIFFERENCE", [tensor(kind, a), tensor(kind, b)], out(kind),
                       options("SquaredDifferenceOptions"), f"{a} {b}")
    yield case("SQUARED_DIFFERENCE", [tensor("int8", [2, 3, 4], 0.05, 3),
                                      tensor("int8", [3, 1], 0.07, -5)],
               out("int8", 0.9, -100), options("SquaredDifferenceOptions"), "", version=2)
    for a, b in SHAPES[:2]:
        yield case("ATAN2", [tensor("float32", a), tensor("float32", b)], out("float32"), None,
                   f"{a} {b}")


def comparison():
    names = {"EQUAL": "EqualOptions", "NOT_EQUAL": "NotEqualOptions", "LESS": "LessOptions",
             "LESS_EQUAL": "LessEqualOptions", "GREATER": "GreaterOptions",
             "GREATER_EQUAL": "GreaterEqualOptions"}
    for operator, union in names.items():
        for kind in ("float32", "int32", "int64"):
            for a, b in SHAPES[:4]:
                left = np.round(values(kind, a)).astype(kind)
                right = np.round(values(kind, b)).astype(kind)
                if kind != "float32":
                    left, right = left % 4, right % 4
                yield case(operator, [tensor(kind, a, data=left), tensor(kind, b, data=right)],
                           out("bool"), options(union), f"{a} {b}")
        for kind in INTEGERS:
            yield case(operator, [tensor(kind, [2, 3, 40], 0.05, mid(kind) + 3),
                                  tensor(kind, [3, 1], 0.07, mid(kind) - 5)], out("bool"),
                       options(union), "two scales", version=2)
    for operator, union in (("LOGICAL_AND", "LogicalAndOptions"),
                            ("LOGICAL_OR", "LogicalOrOptions")):
        for a, b in SHAPES[:4]:
            yield case(operator, [tensor("bool", a), tensor("bool", b)], out("bool"),
                       options(union), f"{a} {b}")
    yield case("LOGICAL_NOT", [tensor("bool", [2, 5])], out("bool"), options("LogicalNotOptions"))
    for kind in ("float32", "int32", "uint8", "int8", "int64", "int16", "bool"):
        yield case("SELECT", [tensor("bool", [2, 3]), tensor(kind, [2, 3]),
                              tensor(kind, [2, 3])], out(kind), options("SelectOptions"))
        yield case("SELECT", [tensor("bool", [2]), tensor(kind, [2, 3]), tensor(kind, [2, 3])],
                   out(kind), options("SelectOptions"), "rank one condition")
        yield case("SELECT_V2", [tensor("bool", [2, 1, 3]), tensor(kind, [4, 1]),
                                 tensor(kind, [3])], out(kind), options("SelectV2Options"))


def unary():
    plain = {"ABS": "AbsOptions", "NEG": "NegOptions", "SIN": None, "COS": "CosOptions",
             "FLOOR": None, "CEIL": None, "ROUND": None, "SQUARE": "SquareOptions",
             "EXP": "ExpOptions", "ELU": None, "SIGN": "SignOptions", "RELU": None,
             "RELU6": None, "RELU_N1_TO_1": None, "TANH": None, "LOGISTIC": None,
             "HARD_SWISH": "HardSwishOptions", "RELU_0_TO_1": None}
    edges = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 1e-20, 20.0, -20.0, 6.0, 88.0]
    for operator, union in plain.items():
        data = np.concatenate([values("float32", [40], -8, 8), edges]).astype("float32")
        yield case(operator, [tensor("float32", [4, 13], data=data.reshape(4, 13))],
                   out("float32"), options(union) if union else None)
    for operator in ("SQRT", "RSQRT", "LOG"):
        yield case(operator, [tensor("float32", [3, 7], low=0.01, high=90)], out("float32"))
    for operator in ("NEG",):
        for kind in ("int32", "int64"):
            yield case(operator, [tensor(kind, [3, 4])], out(kind), options("NegOptions"))
    yield case("ABS", [tensor("int32", [3, 4])], out("int32"), options("AbsOptions"), version=4)
    yield case("SIGN", [tensor("int32", [3, 4])], out("int32"), options("SignOptions"))
    every = {k: np.arange(np.iinfo(k).min, np.iinfo(k).max + 1) for k in INTEGERS}
    for kind in INTEGERS:
        zero, low = mid(kind), np.iinfo(kind).min
        fixed = {"LOGISTIC": (1 / 256, low), "TANH": (1 / 128, zero)}
        for operator, quantization in fixed.items():
            for scale, shift in ((0.05, 0), (0.1, 40), (0.3, -30), (0.0117, 5)):
                yield case(operator, [tensor(kind, [256], scale, zero + shift, data=every[kind])],
                           out(kind, *quantization), None, f"scale {scale}", version=2)
        for operator in ("RELU", "RELU6", "RELU_N1_TO_1"):
            for scale, output in ((0.05, 0.05), (0.05, 0.03), (0.02, 0.11)):
                yield case(operator, [tensor(kind, [256], scale, zero + 4, data=every[kind])],
                           out(kind, output, zero - 3), None, f"{scale} to {output}",
                           version=1 if operator == "RELU_N1_TO_1" else 2)
        for scale, output in ((0.05, 0.04), (0.1, 0.1), (0.02, 0.02), (0.3, 0.31)):
            yield case("HARD_SWISH", [tensor(kind, [256], scale, zero + 9, data=every[kind])],
                       out(kind, output, zero - 20), options("HardSwishOptions"),
                       f"{scale} to {output}")
            for alpha in (0.1, 0.3, -0.2):
                yield case("LEAKY_RELU", [tensor(kind, [256], scale, zero + 9, data=every[kind])],
                           out(kind, output, zero - 20),
                           options("LeakyReluOptions", f0=("f32", alpha)),
                           f"{scale} to {output}, slope {alpha}", version=2)
    yield case("LEAKY_RELU", [tensor("float32", [5, 7])], out("float32"),
               options("LeakyReluOptions", f0=("f32", 0.2)))
    yield case("LEAKY_RELU", [tensor("int16", [5, 70], 0.001)], out("int16", 0.0015),
               options("LeakyReluOptions", f0=("f32", 0.2)), version=2)
    for scale in (2.0 ** -12, 0.0004):
        yield case("LOGISTIC", [tensor("int16", [40, 13], scale)], out("int16", 1 / 32768),
                   None, f"scale {scale}", version=3)
        yield case("TANH", [tensor("int16", [40, 13], scale)], out("int16", 1 / 32768), None,
                   f"scale {scale}", version=3)
    for kind, scale, zero, output in (("int8", 0.05, -3, 0.06), ("int8", 0.01, 5, 0.02)):
        yield case("ELU", [tensor(kind, [256], scale, zero, data=every[kind])],
                   out(kind, output, 1), None, f"{scale} to {output}")
        yield case("ABS", [tensor(kind, [256], scale, zero, data=every[kind])],
                   out(kind, output, -9), options("AbsOptions"), f"{scale} to {output}",
                   version=2)
        yield case("EXP", [tensor(kind, [256], scale, zero, data=every[kind])],
                   out(kind, output * 10, -128), options("ExpOptions"), f"{scale} to {output}",
                   version=2)
        positive = np.arange(-100, 128)
        yield case("RSQRT", [tensor(kind, [228], scale, -101, data=positive)],
                   out(kind, output, -100), None, f"{scale} to {output}", version=2)
        yield case("LOG", [tensor(kind, [228], scale, -101, data=positive)],
                   out(kind, output, 3), None, f"{scale} to {output}", version=2)
    for approximate in (0, 1):
        gelu = options("GeluOptions", f0=("u8", approximate))
        yield case("GELU", [tensor("float32", [5, 9], low=-5, high=5)], out("float32"), gelu,
                   f"approximate {approximate}")
        for kind in INTEGERS:
            yield case("GELU", [tensor(kind, [256], 0.05, mid(kind), data=every[kind])],
                       out(kind, 0.05, mid(kind) - 100), gelu, f"approximate {approximate}",
                       version=2)
    yield case("PRELU", [tensor("float32", [2, 3, 4, 5]), tensor("float32", [1, 1, 5])],
               out("float32"))
    for kind in INTEGERS:
        yield case("PRELU", [tensor(kind, [2, 3, 4, 5], 0.05, mid(kind) + 2),
                             tensor(kind, [1, 1, 5], 0.01, mid(kind) - 2)],
                   out(kind, 0.07, mid(kind)))
    for kind in ("float32", "int32", "int64"):
        yield case("ZEROS_LIKE", [tensor(kind, [2, 3])], out(kind), options("ZerosLikeOptions"))


def softmaxes():
    for shape in ([1, 10], [2, 3, 4, 5], [7]):
        for beta in (1.0, 0.5):
            soft = options("SoftmaxOptions", f0=("f32", beta))
            yield case("SOFTMAX", [tensor("float32", shape, low=-9, high=9)], out("float32"),
                       soft, f"{shape} beta {beta}")
            for kind in INTEGERS:
                for scale in (0.1, 0.02):
                    yield case("SOFTMAX", [tensor(kind, shape, scale, mid(kind) + 3)],
                               out(kind, 1 / 256, np.iinfo(kind).min), soft,
                               f"{shape} beta {beta} scale {scale}", version=2)
        yield case("LOG_SOFTMAX", [tensor("float32", shape)], out("float32"),
                   options("LogSoftmaxOptions"), f"{shape}")
        for kind in INTEGERS:
            yield case("LOG_SOFTMAX", [tensor(kind, shape, 0.1, mid(kind))],
                       out(kind, 16 / 256, np.iinfo(kind).max), options("LogSoftmaxOptions"),
                       f"{shape}", version=2)
    soft = options("SoftmaxOptions", f0=("f32", 1.0))
    yield case("SOFTMAX", [tensor("int8", [3, 100], 0.3, 0)], out("int8", 1 / 256, -128), soft,
               "long", version=2)
    yield case("SOFTMAX", [tensor("int8", [3, 50], 0.1, 0)], out("int16", 1 / 65536, -32768),
               soft, "into int16", version=2)
    yield case("SOFTMAX", [tensor("int16", [3, 50], 0.0003, 0)], out("int16", 1 / 32768, 0),
               soft, "int16", version=3)
    for shape in ([2, 3, 4, 5], [1, 1, 1, 8]):
        yield case("L2_NORMALIZATION", [tensor("float32", shape)], out("float32"),
                   options("L2NormOptions", f0=("i8", 0)), f"{shape}")
        for kind in INTEGERS:
            yield case("L2_NORMALIZATION", [tensor(kind, shape, 0.1, mid(kind) + 4)],
                       out(kind, 1 / 128, mid(kind)), options("L2NormOptions", f0=("i8", 0)),
                       f"{shape}", version=2)


def pools():
    grid = [([1, 5, 6, 3], 0, 2, 2, 3, 3, 1), ([2, 7, 5, 2], 1, 1, 2, 2, 3, 3),
            ([1, 4, 4, 17], 1, 4, 4, 4, 4, 0), ([1, 3, 3, 1], 0, 1, 1, 5, 5, 0),
            ([1, 9, 8, 20], 0, 3, 1, 2, 2, 2)]
    for operator in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        for shape, padding, sw, sh, fw, fh, act in grid:
            pool = options("Pool2DOptions", f0=("i8", padding), f1=("i32", sw), f2=("i32", sh),
                           f3=("i32", fw), f4=("i32", fh), f5=("i8", act))
            text = f"{shape} padding {padding} stride {sw}x{sh} window {fw}x{fh} activation {act}"
            yield case(operator, [tensor("float32", shape)], out("float32"), pool, text)
            for kind in INTEGERS:
                q = (0.05, mid(kind) + 5)
                yield case(operator, [tensor(kind, shape, *q)], out(kind, *q), pool, text,
                           version=2)
            yield case(operator, [tensor("int16", shape, 0.01)], out("int16", 0.01), pool, text,
                       version=3)


def reductions():
    grid = [([2, 3, 4, 5], [1, 2]), ([2, 3, 4, 5], [-1]), ([2, 3, 4], [0]), ([2, 3, 4], [0, 2]),
            ([6], [0]), ([2, 3, 4, 5], [0, 1, 2, 3]), ([1, 7, 7, 6], [2, 1]), ([2, 2], [])]
    for operator in ("MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD"):
        for index, (shape, axes) in enumerate(grid):
            for keep in ((0, 1) if index in (0, 3, 6) else (1,)):
                for kind in ("float32", "int32", "int64", "uint8", "int8", "int16"):
                    if operator == "REDUCE_PROD" and kind in ("uint8", "int8", "int16"):
                        continue
                    if operator in ("MEAN",) and kind == "int64":
                        continue
                    fields = options("ReducerOptions", f0=("u8", keep))
                    text = f"{shape} {axes} keep {keep}"
                    if kind in ("uint8", "int8", "int16"):
                        zero = mid(kind) + (6 if kind != "int16" else 0)
                        pairs = [((0.1, zero), (0.1, zero))]
                        if operator in ("MEAN", "SUM"):
                            pairs.append(((0.1, zero), (0.07, zero - (8 if zero else 0))))
                        for one, two in pairs:
                            if operator == "SUM":
                                two = (two[0] * 9, two[1])
                            yield case(operator, [tensor(kind, shape, *one), constant(axes)],
                                       out(kind, *two), fields, f"{text} to {two[0]:.3f}",
                                       version=3 if kind == "int16" else 2)
                    else:
                        data = values(kind, shape)
                        if operator == "REDUCE_PROD" and kind != "float32":
                            data = data % 3 + 1
                        yield case(operator, [tensor(kind, shape, data=data), constant(axes)],
                                   out(kind), fields, text)
    for operator in ("REDUCE_ANY", "REDUCE_ALL"):
        for shape, axes in grid[:5]:
            yield case(operator, [tensor("bool", shape), constant(axes)], out("bool"),
                       options("ReducerOptions", f0=("u8", 1)), f"{shape} {axes}")
    for operator, union in (("ARG_MAX", "ArgMaxOptions"), ("ARG_MIN", "ArgMinOptions")):
        for shape, axis in (([2, 3, 4], 1), ([2, 30], -1), ([1, 5, 4, 3], 3), ([7], 0)):
            for kind in ("float32", "uint8", "int8", "int32"):
                for result, number in (("int32", 2), ("int64", 4)):
                    data = values(kind, shape)
                    if kind == "int32":
                        data = data % 3
                    yield case(operator, [tensor(kind, shape, data=data), constant(axis)],
                               out(result), options(union, f0=("i8", number)),
                               f"{shape} axis {axis} to {result}", version=2)


def movement():
    kinds = ("float32", "uint8", "int8", "int32", "int64", "int16", "bool")
    for kind in kinds:
        quantized = kind in ("uint8", "int8", "int16")
        q = (0.1, mid(kind)) if quantized else ()
        for shape, order in (([2, 3], [1, 0]), ([1, 4, 3, 2], [0, 2, 3, 1]),
                             ([2, 3, 4], [2, 0, 1]), ([2, 1, 3, 2, 2], [4, 0, 3, 1, 2]),
                             ([5, 6, 7], [0, 2, 1])):
            yield case("TRANSPOSE", [tensor(kind, shape, *q), constant(order)], out(kind, *q),
                       options("TransposeOptions"), f"{shape} {order}", version=2)
        if kind != "bool":
            for shape, pads in (([1, 3, 2, 2], [[0, 0], [1, 2], [0, 3], [0, 0]]),
                                ([4], [[2, 1]]), ([2, 3], [[0, 1], [0, 0]])):
                yield case("PAD", [tensor(kind, shape, *q), constant(pads)], out(kind, *q),
                           options("PadOptions"), f"{shape} {pads}", version=2)
                yield case("PADV2", [tensor(kind, shape, *q), constant(pads),
                                     Tensor(kind, [1], np.asarray([7], kind), *q,
                                            constant=True)],
                           out(kind, *q), options("PadV2Options"), f"{shape} {pads}", version=2)
                for mode in (0, 1):
                    small = np.minimum(np.asarray(pads), np.asarray(shape)[:, None] - 1)
                    yield case("MIRROR_PAD", [tensor(kind, shape, *q), constant(small)],
                               out(kind, *q), options("MirrorPadOptions", f0=("i8", mode)),
                               f"{shape} mode {mode}", version=2)
        for shapes, axis in (([[2, 3], [2, 1], [2, 4]], 1), ([[1, 2, 2, 3]] * 2, 3),
                             ([[2, 2], [1, 2]], -2)):
            yield case("CONCATENATION", [tensor(kind, s, *q) for s in shapes], out(kind, *q),
                       options("ConcatenationOptions", f0=("i32", axis)), f"{shapes} {axis}",
                       version=2)
        for axis in (0, 1, -1):
            yield case("PACK", [tensor(kind, [2, 3], *q) for _ in range(3)], out(kind, *q),
                       options("PackOptions", f0=("i32", 3), f1=("i32", axis)), f"axis {axis}",
                       version=2)
            if kind != "int16":
                yield case("UNPACK", [tensor(kind, [2, 2, 2], *q)],
                           [out(kind, *q) for _ in range(2)],
                           options("UnpackOptions", f0=("i32", 2), f1=("i32", axis)),
                           f"axis {axis}", version=2)
        if kind not in ("int64", "bool"):
            for shape, axis, count in (([2, 6, 3], 1, 3), ([4, 2], -2, 2)):
                yield case("SPLIT", [constant(axis), tensor(kind, shape, *q)],
                           [out(kind, *q) for _ in range(count)],
                           options("SplitOptions", f0=("i32", count)), f"{shape} {axis}",
                           version=2)
        if kind != "bool":
            for sizes in ([1, 3, 2], [2, -1, 1]):
                yield case("SPLIT_V", [tensor(kind, [2, 6, 3], *q), constant(sizes),
                                       constant(1)],
                           [out(kind, *q) for _ in range(3)],
                           options("SplitVOptions", f0=("i32", 3)), f"{sizes}", version=2)
        for begin, size in (([0, 1, 2], [2, 2, 1]), ([1, 0, 1], [-1, 3, -1])):
            yield case("SLICE", [tensor(kind, [2, 3, 4], *q), constant(begin), constant(size)],
                       out(kind, *q), options("SliceOptions"), f"{begin} {size}", version=2)
        strided = [([0, 1, 0], [2, 3, 4], [1, 1, 2], 0, 0, 0, 0, 0),
                   ([-1, 2, 3], [-3, 0, 0], [-1, -1, -2], 0, 2, 0, 0, 0),
                   ([5, 5, 1], [0, 0, 3], [1, 1, 1], 3, 3, 0, 0, 0),
                   ([1, 0, 0], [2, 3, 4], [1, 1, 1], 0, 0, 0, 0, 1),
                   ([0, -1, 0], [0, 0, 3], [1, 1, 1], 1, 1, 0, 0, 2)]
        for begin, end, step, bm, em, el, na, sa in strided:
            fields = options("StridedSliceOptions", f0=("i32", bm), f1=("i32", em),
                             f2=("i32", el), f3=("i32", na), f4=("i32", sa))
            yield case("STRIDED_SLICE", [tensor(kind, [2, 3, 4], *q), constant(begin),
                                         constant(end), constant(step)], out(kind, *q), fields,
                       f"{begin} {end} {step} masks {bm} {em} {el} {na} {sa}", version=4)
        ellipsis = [([1, 0], [2, 2], [1, 1], 2), ([0, 1, 0], [0, 2, 0], [1, 1, 1], 1)]
        for begin, end, step, mask in ellipsis:
            for na, sa in ((0, 0), (0, 1), (4, 0)):
                if len(begin) == 2 and na:
                    continue
                if mask == 1 and sa:
                    sa = 2
                fields = options("StridedSliceOptions", f2=("i32", mask), f3=("i32", na),
                                 f4=("i32", sa))
                yield case("STRIDED_SLICE", [tensor(kind, [2, 3, 4], *q), constant(begin),
                                             constant(end), constant(step)], out(kind, *q),
                           fields, f"{begin} {end} ellipsis {mask} new {na} shrink {sa}",
                           version=4)
        for repeats in ([2, 1, 3], [1, 1, 1]):
            if kind not in ("int16",):
                yield case("TILE", [tensor(kind, [1, 2, 3], *q), constant(repeats)],
                           out(kind, *q), options("TileOptions"), f"{repeats}", version=2)
        yield case("BROADCAST_TO", [tensor(kind, [2, 1, 3], *q), constant([4, 2, 5, 3])],
                   out(kind, *q), options("BroadcastToOptions"), version=3)
        for shape, axis, indices in (([3, 4], 0, [2, 0, 1, 2]), ([2, 3, 4], 1, [[0, 2], [1, 1]]),
                                     ([2, 3, 2], -1, [1])):
            yield case("GATHER", [tensor(kind, shape, *q),
                                  tensor("int32", np.shape(indices), data=indices)],
                       out(kind, *q), options("GatherOptions", f0=("i32", axis)),
                       f"{shape} axis {axis}", version=2)
        if kind not in ("bool", "int64"):
            yield case("GATHER", [tensor(kind, [2, 3, 4], *q),
                                  tensor("int32", [2, 2], data=[[0, 2], [1, 1]])],
                       out(kind, *q), options("GatherOptions", f0=("i32", 1), f1=("i32", 1)),
                       "batch", version=5)
        yield case("GATHER_ND", [tensor(kind, [2, 3, 4], *q),
                                 tensor("int32", [2, 2], data=[[0, 2], [1, 1]])],
                   out(kind, *q), options("GatherNdOptions"), version=2)
        if kind != "int16":
            yield case("SCATTER_ND", [tensor("int32", [3, 1], data=[[3], [0], [3]]),
                                      tensor(kind, [3, 2], *q), constant([5, 2])],
                       out(kind, *q), options("ScatterNdOptions"))
        for axes in ([0], [1], [2]):
            yield case("REVERSE_V2", [tensor(kind, [2, 3, 4], *q), constant(axes)],
                       out(kind, *q), options("ReverseV2Options"), f"{axes}", version=2)
        if kind not in ("int16", "bool"):
            yield case("DEPTH_TO_SPACE", [tensor(kind, [1, 2, 3, 8], *q)], out(kind, *q),
                       options("DepthToSpaceOptions", f0=("i32", 2)))
            yield case("SPACE_TO_DEPTH", [tensor(kind, [1, 4, 6, 2], *q)], out(kind, *q),
                       options("SpaceToDepthOptions", f0=("i32", 2)), version=2)
            for pads in ([[0, 0], [0, 0]], [[1, 1], [2, 0]]):
                yield case("SPACE_TO_BATCH_ND", [tensor(kind, [2, 4, 4, 3], *q),
                                                 constant([2, 2]), constant(pads)],
                           out(kind, *q), options("SpaceToBatchNDOptions"), f"{pads}", version=2)
                yield case("BATCH_TO_SPACE_ND", [tensor(kind, [8, 2, 3, 2], *q),
                                                 constant([2, 2]), constant(pads)],
                           out(kind, *q), options("BatchToSpaceNDOptions"), f"{pads}", version=2)
        yield case("EXPAND_DIMS", [tensor(kind, [2, 3], *q), constant(-1)], out(kind, *q),
                   options("ExpandDimsOptions"))
        yield case("SQUEEZE", [tensor(kind, [2, 1, 3, 1], *q)], out(kind, *q),
                   options("SqueezeOptions", f0=("ints", [-1])))
        yield case("RESHAPE", [tensor(kind, [2, 6], *q), constant([3, -1])], out(kind, *q),
                   options("ReshapeOptions", f0=("ints", [3, 4])))
        for result, number in (("int32", 2), ("int64", 4)):
            yield case("SHAPE", [tensor(kind, [2, 3], *q)], out(result),
                       options("ShapeOptions", f0=("i8", number)), result)
        yield case("RANK", [tensor(kind, [2, 3], *q)], out("int32"), options("RankOptions"))
    for kind in INTEGERS:
        ins = [tensor(kind, [2, 30], 0.1, mid(kind)), tensor(kind, [2, 20], 0.05, mid(kind) + 9),
               tensor(kind, [2, 20], 0.13, mid(kind) - 30)]
        if kind == "uint8":
            yield case("CONCATENATION", ins, out(kind, 0.1, mid(kind)),
                       options("ConcatenationOptions", f0=("i32", 1)), "other scales", version=2)


def others():
    for kind in ("float32", "uint8", "int8", "int32"):
        for mode, shape, k in (("", [2, 9], 4), ("", [7], 1)):
            data = values(kind, shape)
            yield case("TOPK_V2", [tensor(kind, shape, data=data), constant(k)],
                       [out(kind), out("int32")], options("TopKV2Options"), f"{shape} {k}",
                       version=2)
        yield case("FILL", [tensor("int32", [3], data=[2, 1, 3], constant=True),
                            tensor(kind, [], 0.1 if kind in INTEGERS else None)],
                   out(kind, 0.1 if kind in INTEGERS else None), options("FillOptions"),
                   version=3 if kind in INTEGERS else 1)
        if kind == "uint8":
            continue
        for axis in (0, 2, -1):
            yield case("ONE_HOT", [tensor("int32", [2, 3], data=[[0, 2, -1], [3, 4, 1]]),
                                   constant(4), tensor(kind, [], data=5),
                                   tensor(kind, [], data=1)],
                       out(kind), options("OneHotOptions", f0=("i32", axis)), f"axis {axis}")
    for kind in ("float32", "int32", "int64"):
        for exclusive in (0, 1):
            for reverse in (0, 1):
                yield case("CUMSUM", [tensor(kind, [2, 4, 3]), constant(1)], out(kind),
                           options("CumsumOptions", f0=("u8", exclusive), f1=("u8", reverse)),
                           f"exclusive {exclusive} reverse {reverse}")
    numbers = {"float32": 0, "int32": 2, "uint8": 3, "int64": 4, "bool": 6, "int16": 7,
               "int8": 9}
    for source in numbers:
        for target in numbers:
            data = values(source, [3, 5])
            if source == "float32":
                data = np.abs(data) if target == "uint8" else data
            yield case("CAST", [tensor(source, [3, 5], data=data)], out(target),
                       options("CastOptions", f0=("i8", numbers[source]),
                               f1=("i8", numbers[target])), f"to {target}", version=4)
    for start, limit, delta in ((0, 10, 3), (5, -5, -2)):
        yield case("RANGE", [constant(start), constant(limit), constant(delta)], out("int32"),
                   options("RangeOptions"), f"{start} {limit} {delta}", version=2)
    for a, b, ax, ay in (([2, 3, 4], [2, 4, 5], 0, 0), ([3, 4], [2, 5, 4], 0, 1),
                         ([2, 4, 3], [2, 4, 5], 1, 0), ([2, 1, 3, 4], [3, 4, 2], 0, 0)):
        fields = options("BatchMatMulOptions", f0=("u8", ax), f1=("u8", ay))
        yield case("BATCH_MATMUL", [tensor("float32", a), tensor("float32", b)], out("float32"),
                   fields, f"{a} {b} adjoint {ax} {ay}")
        yield case("BATCH_MATMUL", [tensor("int8", a, 0.05, 3), tensor("int8", b, 0.04, -4)],
                   out("int8", 0.3, 5), fields, f"{a} {b} adjoint {ax} {ay}", version=2)


def conversions():
    for kind in ("uint8", "int8", "int16"):
        q = (0.037, mid(kind) + (5 if kind != "int16" else 0))
        yield case("DEQUANTIZE", [tensor(kind, [5, 13], *q)], out("float32"),
                   options("DequantizeOptions"), version=3)
        # Beyond 2³¹ steps, infinite or NaN, the reference's conversion to int is undefined in C++.
        data = np.concatenate([values("float32", [60], -6, 6), [1e7, -1e7, 0.0, -0.0, 0.0185]])
        yield case("QUANTIZE", [tensor("float32", [5, 13], data=data.reshape(5, 13))],
                   out(kind, *q), options("QuantizeOptions"), version=3)
    halves = np.asarray([0, 1, -1, 0.1, 65504, 6e-8, -6e-5, 3.14, np.inf], "float16")
    yield case("DEQUANTIZE", [tensor("float16", [9], data=halves)], out("float32"),
               options("DequantizeOptions"), version=3)
    channel = [0.1, 0.2, 0.3]
    yield case("DEQUANTIZE", [tensor("int8", [2, 3], np.asarray(channel), [0, 1, 2])],
               out("float32"), options("DequantizeOptions"), "", version=5)
    pairs = [("uint8", "int8"), ("int8", "uint8"), ("int8", "int8"), ("uint8", "uint8"),
             ("int16", "int8"), ("int8", "int16"), ("int16", "int16"), ("int16", "int32"),
             ("int32", "int8"), ("int32", "int16"), ("int8", "int32"), ("uint8", "int16")]
    for source, target in pairs:
        for one, two in ((0.05, 0.05), (0.05, 0.031), (0.02, 0.11)):
            narrow = source in INTEGERS
            a = mid(source) + 3 if source in INTEGERS else 0
            b = mid(target) + (3 if source in INTEGERS and one == two else -6) \
                if target in INTEGERS else 0
            yield case("QUANTIZE", [tensor(source, [4, 65], one if narrow else one / 50, a)],
                       out(target, two, b), options("QuantizeOptions"),
                       f"to {target} {one} {two}", version=3)


def resizes():
    for operator, union, version in (("RESIZE_BILINEAR", "ResizeBilinearOptions", 3),
                                     ("RESIZE_NEAREST_NEIGHBOR",
                                      "ResizeNearestNeighborOptions", 3)):
        align, half = (2, 3) if operator == "RESIZE_BILINEAR" else (0, 1)
        for shape, size in (([1, 3, 4, 2], [5, 7]), ([2, 6, 5, 3], [3, 2]),
                            ([1, 2, 2, 1], [4, 4]), ([1, 4, 3, 5], [1, 1]),
                            ([1, 5, 5, 9], [5, 5])):
            for a, h in ((0, 0), (1, 0), (0, 1)):
                fields = options(union, **{f"f{align}": ("u8", a), f"f{half}": ("u8", h)})
                text = f"{shape} {size} corners {a} centres {h}"
                for kind in ("float32", "uint8", "int8", "int16"):
                    q = (0.1, mid(kind)) if kind != "float32" else ()
                    yield case(operator, [tensor(kind, shape, *q), constant(size)],
                               out(kind, *q), fields, text, version=version)


def transposed():
    grid = [([1, 3, 3, 2], [3, 3, 3, 2], [1, 6, 6, 3], 0, 2, 2), ([1, 4, 4, 1], [2, 3, 3, 1],
            None, 0, 1, 1), ([2, 3, 2, 2], [1, 2, 4, 2], None, 1, 3, 2)]
    for shape, weights, result, padding, sw, sh in grid:
        if result is None:
            extent = [(shape[1] - 1) * sh + weights[1], (shape[2] - 1) * sw + weights[2]]
            if padding == 0:
                extent = [shape[1] * sh, shape[2] * sw]
            result = [shape[0], *extent, weights[0]]
        fields = options("TransposeConvOptions", f0=("i8", padding), f1=("i32", sw),
                         f2=("i32", sh))
        text = f"{shape} {weights} to {result}"
        bias = np.arange(weights[0])
        yield case("TRANSPOSE_CONV", [constant(result), tensor("float32", weights, constant=True),
                                      tensor("float32", shape)], out("float32"), fields, text)
        yield case("TRANSPOSE_CONV", [constant(result), tensor("float32", weights, constant=True),
                                      tensor("float32", shape), constant(bias, "float32")],
                   out("float32"), fields, text + " bias", version=3)
        yield case("TRANSPOSE_CONV", [constant(result),
                                      tensor("uint8", weights, 0.02, 120, constant=True),
                                      tensor("uint8", shape, 0.05, 130),
                                      Tensor("int32", [weights[0]], (bias * 300).astype("int32"),
                                             0.001, 0, True)],
                   out("uint8", 0.1, 100), fields, text, version=3)
        scales = np.linspace(0.01, 0.03, weights[0])
        yield case("TRANSPOSE_CONV", [constant(result),
                                      tensor("int8", weights, scales, 0, constant=True),
                                      tensor("int8", shape, 0.05, 3),
                                      Tensor("int32", [weights[0]], (bias * 300).astype("int32"),
                                             scales * 0.05, 0, True)],
                   out("int8", 0.1, -10), fields, text, version=3)
        yield case("TRANSPOSE_CONV", [constant(result),
                                      tensor("int8", weights, scales, 0, constant=True),
                                      tensor("int16", shape, 0.0005, 0),
                                      Tensor("int64", [weights[0]], (bias * 300).astype("int64"),
                                             scales * 0.0005, 0, True)],
                   out("int16", 0.001, 0), fields, text, version=3)


def flexbuffer(values):
    """A FlexBuffer map with 4-byte children."""
    body, keys = bytearray(), []
    for key in sorted(values):
        keys.append((key, len(body)))
        body += key.encode() + b"\0"
    while len(body) % 4:
        body.append(0)
    vector = len(body) + 4
    body += struct.pack("<I", len(keys))
    for index, (_, at) in enumerate(keys):
        body += struct.pack("<I", vector + 4 * index - at)
    body += struct.pack("<II", len(body) - vector, 4)
    body += struct.pack("<I", len(keys))
    start, types = len(body), b""
    for key, _ in keys:
        value = values[key]
        if isinstance(value, bool):
            body, types = body + struct.pack("<I", value), types + bytes([26 << 2 | 2])
        elif isinstance(value, int):
            body, types = body + struct.pack("<i", value), types + bytes([1 << 2 | 2])
        else:
            body, types = body + struct.pack("<f", value), types + bytes([3 << 2 | 2])
    body += types
    return bytes(body + bytes([len(body) - start, 9 << 2 | 2, 1]))


def detections():
    anchors = 24
    for classes, background, regular, per in ((3, 1, False, 1), (3, 0, False, 2), (4, 1, True, 1),
                                              (2, 0, True, 1), (1, 1, False, 1)):
        fields = dict(max_detections=6, max_classes_per_detection=per, detections_per_class=4,
                      use_regular_nms=regular, nms_score_threshold=0.2, nms_iou_threshold=0.4,
                      num_classes=classes, y_scale=10.0, x_scale=10.0, h_scale=5.0, w_scale=5.0)
        columns = classes + background
        centres = np.concatenate([random.uniform(0, 1, [anchors, 2]),
                                  random.uniform(0.2, 0.5, [anchors, 2])], 1).astype("float32")
        boxes = values("float32", [1, anchors, 4], -2, 2)
        scores = random.uniform(0, 1, [1, anchors, columns]).astype("float32")
        outs = [out("float32") for _ in range(4)]
        text = f"{classes} classes, background {background}, regular {regular}, {per} per box"
        custom = ("TFLite_Detection_PostProcess", flexbuffer(fields))
        name = "TFLite_Detection_PostProcess"
        yield case("CUSTOM", [tensor("float32", boxes.shape, data=boxes),
                              tensor("float32", scores.shape, data=scores),
                              tensor("float32", centres.shape, data=centres, constant=True)],
                   outs, None, text, custom=custom, file=name)
        yield case("CUSTOM", [tensor("uint8", boxes.shape, 0.02, 128,
                                     data=np.clip(np.round(boxes / 0.02) + 128, 0, 255)),
                              tensor("uint8", scores.shape, 1 / 256, 0,
                                     data=np.clip(np.round(scores * 256), 0, 255)),
                              tensor("uint8", centres.shape, 0.005, 3, constant=True,
                                     data=np.clip(np.round(centres / 0.005) + 3, 0, 255))],
                   outs, None, text, custom=custom, file=name)


def rarer(cases):
    """Keeps one case of each operator for the types that only differ in width."""
    seen = set()
    for file, name, arguments in cases:
        kind = name.split()[0].split("/")[-1 if file == "SPLIT" else 0]
        if kind in ("int16", "int64", "bool"):
            if (file, kind) in seen:
                continue
            seen.add((file, kind))
        yield file, name, arguments


def cases():
    for group in (unary, softmaxes, others, conversions, transposed, detections):
        yield from group()
    for group in (arithmetic, comparison, movement, reductions, pools, resizes):
        yield from rarer(group())
