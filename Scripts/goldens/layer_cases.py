"""The cases of CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED; see operator_cases.py."""

import numpy as np

from case_parts import case, mid, options, out, random, seeded, tensor
from flatmodel import Tensor

# (input scale, zero point, filter scale, uint8 filter zero point, output scale, zero point);
# zero points as uint8, 128 less for int8.
QUANTIZATIONS = {
    "usual": (0.05, 130, 0.02, 120, 0.15, 110),
    "zero points low": (0.05, 0, 0.02, 0, 0.5, 0),
    "zero points high": (0.05, 255, 0.02, 255, 0.5, 255),
    "multiplier above 1": (0.3, 128, 0.2, 128, 0.04, 128),
    "saturated": (0.05, 250, 0.05, 10, 0.0021, 128),
}


def weights(shape):
    """Returns random float32 weights."""
    return random.uniform(-1, 1, shape).astype("float32")


def layer(operator, shape, filter_shape, axis, fields, text, kinds, bias=True, name="usual",
          version=1):
    channels = filter_shape[axis]
    q = QUANTIZATIONS[name]
    for kind in kinds:
        if kind == "float32":
            tensors = [tensor(kind, shape),
                       tensor(kind, filter_shape, data=weights(filter_shape), constant=True)]
            if bias:
                tensors.append(tensor(kind, [channels], constant=True))
            yield case(operator, tensors, out(kind), fields, text, version=version)
            continue
        if kind == "hybrid":
            filters = tensor("int8", filter_shape, np.linspace(0.01, 0.03, channels), constant=True)
            filters.axis = axis
            tensors = [tensor("float32", shape), filters]
            if bias:
                tensors.append(tensor("float32", [channels], constant=True))
            yield case(operator, tensors, out("float32"), fields, text, version=version)
            continue
        element, _, per_channel = kind.partition(" ")
        less = 128 - mid(element)
        zero, scale = (q[3] if element == "uint8" else 0), q[2]
        if per_channel:
            scale = np.linspace(0.5, 1.5, channels) * q[2]
        low, high = (0, 256) if element == "uint8" else (-127, 128)
        data = random.integers(low, high, filter_shape).astype(element)
        filters = Tensor(element, filter_shape, data, scale, zero, True)
        filters.axis = axis
        tensors = [tensor(element, shape, q[0], q[1] - less), filters]
        if bias:
            tensors.append(Tensor(
                "int32", [channels], random.integers(-2000, 2000, channels).astype("int32"),
                q[0] * np.asarray(scale), 0, True))
        yield case(operator, tensors, out(element, q[4], q[5] - less), fields,
                   f"{per_channel} {text} {name}".strip(), version=max(version, 3))


KINDS = ("float32", "uint8", "int8", "int8 per channel")


def convolutions():
    # input, filter, padding (0 SAME, 1 VALID), strides w h, dilations w h, activation, bias
    grid = [
        ([1, 5, 6, 3], [4, 3, 3, 3], 0, 1, 1, 1, 1, 0, True),
        ([2, 7, 5, 4], [5, 3, 2, 4], 1, 2, 1, 1, 1, 1, True),
        ([1, 6, 6, 8], [16, 1, 1, 8], 0, 1, 1, 1, 1, 3, True),
        ([1, 9, 9, 2], [3, 3, 3, 2], 0, 1, 1, 2, 3, 0, True),
        ([1, 9, 9, 2], [3, 3, 3, 2], 1, 1, 1, 2, 2, 2, True),
        ([1, 4, 4, 6], [4, 3, 3, 3], 0, 1, 2, 1, 1, 0, True),
        ([1, 4, 4, 6], [6, 2, 2, 2], 1, 1, 1, 1, 1, 1, True),
        ([1, 5, 5, 3], [2, 3, 3, 3], 0, 2, 2, 1, 1, 0, False),
        ([1, 3, 3, 17], [9, 3, 3, 17], 1, 1, 1, 1, 1, 0, True),
        ([1, 1, 1, 33], [7, 1, 1, 33], 0, 1, 1, 1, 1, 0, True),
    ]
    for shape, filters, padding, sw, sh, dw, dh, act, bias in grid:
        fields = options("Conv2DOptions", f0=("i8", padding), f1=("i32", sw), f2=("i32", sh),
                         f3=("i8", act), f4=("i32", dw), f5=("i32", dh))
        text = (f"{shape} {filters} padding {padding} stride {sw}x{sh} dilation {dw}x{dh} "
                f"activation {act} bias {int(bias)}")
        yield from layer("CONV_2D", shape, filters, 0, fields, text, (*KINDS, "hybrid"), bias)
    plain = options("Conv2DOptions", f0=("i8", 0), f1=("i32", 1), f2=("i32", 1), f3=("i8", 0))
    for name in list(QUANTIZATIONS)[1:]:
        yield from layer("CONV_2D", [1, 4, 5, 5], [6, 3, 3, 5], 0, plain, "", KINDS[1:],
                         name=name)


def depthwise():
    # input, filter, multiplier, padding, strides w h, dilations w h, activation, bias
    grid = [
        ([1, 5, 6, 3], [1, 3, 3, 3], 1, 0, 1, 1, 1, 1, 0, True),
        ([2, 6, 5, 8], [1, 3, 3, 8], 1, 1, 2, 2, 1, 1, 1, True),
        ([1, 5, 5, 2], [1, 3, 2, 6], 3, 0, 1, 2, 1, 1, 3, True),
        ([1, 6, 6, 1], [1, 3, 3, 8], 8, 0, 2, 2, 1, 1, 0, True),
        ([1, 9, 9, 4], [1, 3, 3, 4], 1, 0, 1, 1, 2, 3, 0, True),
        ([1, 9, 9, 17], [1, 3, 3, 17], 1, 1, 1, 1, 2, 2, 2, True),
        ([1, 7, 7, 16], [1, 5, 5, 16], 1, 0, 2, 2, 1, 1, 3, False),
        ([1, 1, 1, 5], [1, 1, 1, 5], 1, 0, 1, 1, 1, 1, 0, True),
    ]
    for shape, filters, times, padding, sw, sh, dw, dh, act, bias in grid:
        fields = options("DepthwiseConv2DOptions", f0=("i8", padding), f1=("i32", sw),
                         f2=("i32", sh), f3=("i32", times), f4=("i8", act), f5=("i32", dw),
                         f6=("i32", dh))
        text = (f"{shape} {filters} times {times} padding {padding} stride {sw}x{sh} "
                f"dilation {dw}x{dh} activation {act} bias {int(bias)}")
        yield from layer("DEPTHWISE_CONV_2D", shape, filters, 3, fields, text, (*KINDS, "hybrid"),
                         bias)
    plain = options("DepthwiseConv2DOptions", f0=("i8", 0), f1=("i32", 1), f2=("i32", 1),
                    f3=("i32", 1), f4=("i8", 0))
    for name in list(QUANTIZATIONS)[1:]:
        yield from layer("DEPTHWISE_CONV_2D", [1, 4, 5, 9], [1, 3, 3, 9], 3, plain, "", KINDS[1:],
                         name=name)


def connected():
    # input, filter, activation, keeps dimensions, bias
    grid = [
        ([1, 10], [4, 10], 0, 0, True), ([3, 33], [7, 33], 1, 0, True),
        ([2, 2, 6], [5, 12], 3, 0, True), ([2, 3, 8], [5, 8], 0, 1, True),
        ([1, 64], [17, 64], 2, 0, False), ([2, 1, 1, 9], [1, 9], 0, 0, True),
    ]
    for shape, filters, act, keeps, bias in grid:
        fields = options("FullyConnectedOptions", f0=("i8", act), f1=("i8", 0),
                         f2=("u8", keeps))
        text = f"{shape} {filters} activation {act} keeps {keeps} bias {int(bias)}"
        tensors = layer("FULLY_CONNECTED", shape, filters, 0, fields, text, KINDS, bias,
                        version=5 if keeps or not bias else 1)
        yield from tensors
    plain = options("FullyConnectedOptions", f0=("i8", 0), f1=("i8", 0))
    for name in list(QUANTIZATIONS)[1:]:
        yield from layer("FULLY_CONNECTED", [3, 20], [6, 20], 0, plain, "", KINDS[1:], name=name)


def computed():
    """Yields products with a filter that is no constant, as converters write attention."""
    kinds = {"float32": ((), (), ()), "int8": ((0.05, -3), (0.02, 4), (0.3, 5)),
             "int16": ((0.001, 0), (0.0004, 0), (0.003, 0))}
    for kind, (left, right, result) in kinds.items():
        for shape, filters, keeps in (([5, 20], [7, 20], 0), ([2, 3, 16], [16, 16], 1),
                                      ([1, 33], [4, 33], 0)):
            fields = options("FullyConnectedOptions", f0=("i8", 0), f2=("u8", keeps))
            yield case("FULLY_CONNECTED",
                       [tensor(kind, shape, *left), tensor(kind, filters, *right), None],
                       out(kind, *result), fields, f"{shape} {filters} computed filter",
                       version=7 if kind == "int16" else 5)


def cases():
    for group in (convolutions, depthwise, connected, computed):
        yield from seeded(group)
