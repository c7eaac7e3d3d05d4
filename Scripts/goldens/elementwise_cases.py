"""The cases of operators on two tensors with broadcasting, and of softmax; see operator_cases.py."""

import numpy as np

from case_parts import INTEGERS, case, mid, options, out, random, tensor, values


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
            kinds = ("uint8", "int8")
            for kind in kinds:
                # The reference divides -1 by -87 in the first case and returns 127 instead of 3.
                if operator == "DIV" and kind == "int8" and index == 0:
                    continue
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
    for a, b in SHAPES[:3]:
        right = values("int16", b)
        right = np.where(right == 0, 9, right)
        yield case("DIV", [tensor("int16", a, 0.01), tensor("int16", b, 0.003, data=right)],
                   out("int16", 0.002), options("DivOptions", f0=("i8", 0)), f"{a} {b}", version=2)
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
        for kind in ("float32", "float64"):
            yield case("ATAN2", [tensor(kind, a), tensor(kind, b)], out(kind), None,
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
        for kind in ("int32", "int64", "int8", "int16"):
            yield case(operator, [tensor(kind, [3, 4])], out(kind), options("NegOptions"))
    yield case("ABS", [tensor("int32", [3, 4])], out("int32"), options("AbsOptions"), version=4)
    for kind in ("int32", "float64"):
        yield case("SIGN", [tensor(kind, [3, 4])], out(kind), options("SignOptions"))
    every = {k: np.arange(np.iinfo(k).min, np.iinfo(k).max + 1) for k in INTEGERS}
    for kind in INTEGERS:
        zero, low = mid(kind), np.iinfo(kind).min
        fixed = {"LOGISTIC": (1 / 256, low), "TANH": (1 / 128, zero)}
        for operator, quantization in fixed.items():
            for scale, shift in ((0.05, 0), (0.1, 40), (0.3, -30), (0.0117, 5)):
                yield case(operator, [tensor(kind, [256], scale, zero + shift, data=every[kind])],
                           out(kind, *quantization), None, f"scale {scale}", version=2)
        for operator in ("RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1"):
            for scale, output in ((0.05, 0.05), (0.05, 0.03), (0.02, 0.11)):
                yield case(operator, [tensor(kind, [256], scale, zero + 4, data=every[kind])],
                           out(kind, output, zero - 3), None, f"{scale} to {output}",
                           version=1 if operator.endswith("TO_1") else 2)
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
    words = np.arange(-32768, 32768, 97)
    for operator in ("RELU", "RELU6"):
        for scale, output in ((0.001, 0.001), (0.001, 0.0004), (0.0003, 0.0011)):
            yield case(operator, [tensor("int16", [words.size], scale, data=words)],
                       out("int16", output), None, f"int16 {scale} to {output}", version=3)
    sampled = {"EXP": "ExpOptions", "LOG": None, "GELU": "GeluOptions", "RSQRT": None, "SQRT": None,
               "ABS": "AbsOptions"}
    for operator, union in sampled.items():
        data = words[words > 0] if operator in ("RSQRT", "SQRT") else words
        for scale, output in ((0.0003, 0.0004), (0.0001, 0.0001), (0.001, 0.0008)):
            yield case(operator, [tensor("int16", [data.size], scale, data=data)],
                       out("int16", output), options(union) if union else None,
                       f"int16 {scale} to {output}", version=2)
    for scale, zero, output in ((0.05, -100, 0.06), (0.01, -128, 0.02)):
        data = np.arange(zero, 128)
        yield case("SQRT", [tensor("int8", [data.size], scale, zero, data=data)],
                   out("int8", output, -20), None, f"{scale} to {output}", version=2)
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
