"""The cases of operators that move, reduce or convert values; see operator_cases.py."""

import numpy as np

from case_parts import INTEGERS, case, constant, mid, options, out, tensor, values
from flatmodel import Tensor


def reductions():
    grid = [([2, 3, 4, 5], [1, 2]), ([2, 3, 4, 5], [-1]), ([2, 3, 4], [0]), ([2, 3, 4], [0, 2]),
            ([6], [0]), ([2, 3, 4, 5], [0, 1, 2, 3]), ([1, 7, 7, 6], [2, 1]), ([2, 2], [])]
    for operator in ("MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD"):
        for index, (shape, axes) in enumerate(grid):
            for keep in ((0, 1) if index in (0, 3, 6) else (1,)):
                for kind in ("float32", "int32", "int64", "uint8", "int8", "int16"):
                    if operator == "REDUCE_PROD" and kind in ("uint8", "int8", "int16"):
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
                                       version=3 if kind == "int16" and operator != "SUM" else 2)
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


def conversions():
    for kind in ("uint8", "int8", "int16"):
        q = (0.037, mid(kind) + (5 if kind != "int16" else 0))
        yield case("DEQUANTIZE", [tensor(kind, [5, 13], *q)], out("float32"),
                   options("DequantizeOptions"), version=3)
        # Beyond 2³¹ steps, infinite or NaN, the reference's conversion to int is undefined in C++.
        data = np.concatenate([values("float32", [60], -6, 6), [1e7, -1e7, 0.0, -0.0, 0.0185]])
        yield case("QUANTIZE", [tensor("float32", [5, 13], data=data.reshape(5, 13))],
                   out(kind, *q), options("QuantizeOptions"), f"to {kind}", version=3)
    halves = np.asarray([0, 1, -1, 0.1, 65504, 6e-8, -6e-5, 3.14, np.inf], "float16")
    yield case("DEQUANTIZE", [tensor("float16", [9], data=halves)], out("float32"),
               options("DequantizeOptions"), version=3)
    channel = [0.1, 0.2, 0.3]
    yield case("DEQUANTIZE", [tensor("int8", [2, 3], np.asarray(channel), [0, 1, 2])],
               out("float32"), options("DequantizeOptions"), "per channel", version=5)
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
