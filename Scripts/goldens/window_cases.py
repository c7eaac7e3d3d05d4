"""The cases of pooling, resizing and transposed convolution; see operator_cases.py."""

import numpy as np

from case_parts import INTEGERS, case, constant, mid, options, out, tensor
from flatmodel import Tensor


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
                text = f"{shape} {size} corners {a} centers {h}"
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
                                      tensor("int8", weights, scales, constant=True),
                                      tensor("float32", shape), constant(bias, "float32")],
                   out("float32"), fields, text + " bias", version=3)
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
