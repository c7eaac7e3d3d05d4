"""The cases of layers with 16-bit activations and 8-bit weights; see operator_cases.py."""

import numpy as np

from case_parts import case, options, out, random, seeded
from flatmodel import Table, Tensor

# (input scale, filter scale, output scale)
SCALES = {
    "usual": (0.0005, 0.02, 0.0021),
    "multiplier above 1": (0.003, 0.2, 0.0004),
    "saturated": (0.002, 0.05, 0.00003),
}
BIASES = ("int64", "int32", "")


def whole(shape):
    """Returns random int16 values that include both ends of the range."""
    data = random.integers(-32768, 32768, shape)
    if data.size > 2:
        data.flat[0], data.flat[1] = -32768, 32767
    return data.astype("int16")


def layer(operator, shape, filter_shape, axis, fields, text, name="usual", version=8):
    channels = filter_shape[axis]
    from_scale, filter_scale, to_scale = SCALES[name]
    for index, bias in enumerate(BIASES):
        per_channel = index == 0 and operator != "FULLY_CONNECTED" or index == 1
        scale = np.linspace(0.5, 1.5, channels) * filter_scale if per_channel else filter_scale
        filters = Tensor("int8", filter_shape, random.integers(-127, 128, filter_shape)
                         .astype("int8"), scale, 0, True)
        filters.axis = axis
        tensors = [Tensor("int16", shape, whole(shape), from_scale), filters]
        if bias:
            data = random.integers(-90000, 90000, channels).astype(bias)
            tensors.append(Tensor(bias, [channels], data, from_scale * np.asarray(scale), 0, True))
        # A bias of 32 bits must be declared, or the reference reads it as a bias of 64 bits.
        announced = {"CONV_2D": 6, "FULLY_CONNECTED": 4}.get(operator)
        marked = (fields[0], Table(**{f"f{k}": v for k, v in fields[1].fields.items()}))
        if bias == "int32" and announced:
            marked[1].fields[announced] = ("i8", 2)
        yield case(operator, tensors, out("int16", to_scale), marked,
                   f"{'per channel ' * per_channel}{text} {name} bias {bias or 'none'}",
                   version=version)


def convolutions():
    # input, filter, padding (0 SAME, 1 VALID), strides w h, dilations w h, activation
    grid = [
        ([1, 5, 6, 3], [4, 3, 3, 3], 0, 1, 1, 1, 1, 0),
        ([2, 7, 5, 4], [5, 3, 2, 4], 1, 2, 1, 1, 1, 1),
        ([1, 9, 9, 2], [3, 3, 3, 2], 0, 1, 1, 2, 3, 3),
        ([1, 4, 4, 6], [6, 2, 2, 2], 1, 1, 1, 1, 1, 2),
        ([1, 1, 2, 33], [7, 1, 1, 33], 0, 1, 1, 1, 1, 0),
    ]
    for index, (shape, filters, padding, sw, sh, dw, dh, act) in enumerate(grid):
        fields = options("Conv2DOptions", f0=("i8", padding), f1=("i32", sw), f2=("i32", sh),
                         f3=("i8", act), f4=("i32", dw), f5=("i32", dh))
        name = list(SCALES)[index % 3]
        yield from layer("CONV_2D", shape, filters, 0, fields, f"{shape} {filters}", name)
    # input, filter, multiplier, padding, strides w h, dilations w h, activation
    grid = [
        ([1, 5, 6, 3], [1, 3, 3, 3], 1, 0, 1, 1, 1, 1, 0),
        ([2, 6, 5, 8], [1, 3, 3, 8], 1, 1, 2, 2, 1, 1, 1),
        ([1, 5, 5, 2], [1, 3, 2, 6], 3, 0, 1, 1, 1, 1, 3),
        ([1, 9, 9, 17], [1, 3, 3, 17], 1, 1, 1, 1, 2, 2, 2),
    ]
    for index, (shape, filters, times, padding, sw, sh, dw, dh, act) in enumerate(grid):
        fields = options("DepthwiseConv2DOptions", f0=("i8", padding), f1=("i32", sw),
                         f2=("i32", sh), f3=("i32", times), f4=("i8", act), f5=("i32", dw),
                         f6=("i32", dh))
        name = list(SCALES)[index % 3]
        yield from layer("DEPTHWISE_CONV_2D", shape, filters, 3, fields, f"{shape} {filters}",
                         name, version=5)


def connected():
    for index, (shape, filters, act, keeps) in enumerate((
            ([1, 10], [4, 10], 0, 0), ([3, 33], [7, 33], 1, 0), ([2, 3, 300], [5, 300], 3, 1))):
        fields = options("FullyConnectedOptions", f0=("i8", act), f1=("i8", 0),
                         f2=("u8", keeps))
        name = list(SCALES)[index % 3]
        yield from layer("FULLY_CONNECTED", shape, filters, 0, fields, f"{shape} {filters}", name,
                         version=13)


def unbiased():
    """Yields FULLY_CONNECTED without a bias, whose sums the reference narrows as if they had 32 bits."""
    shape, filters = [4, 60], [200, 60]
    for scale, text in ((0.003, "one scale"), (np.linspace(0.0015, 0.0045, 200), "per channel")):
        weights = Tensor("int8", filters, random.integers(-127, 128, filters).astype("int8"), scale, 0, True)
        yield case("FULLY_CONNECTED", [Tensor("int16", shape, whole(shape), 0.0005), weights, None],
                   out("int16", 0.02), options("FullyConnectedOptions", f0=("i8", 0)),
                   f"no bias {text}", version=13)


def products():
    for a, b, ax, ay in (([2, 3, 4], [2, 4, 5], 0, 0), ([3, 4], [2, 5, 4], 0, 1),
                         ([2, 4, 3], [2, 4, 5], 1, 0), ([1, 1, 300], [300, 2], 0, 0)):
        fields = options("BatchMatMulOptions", f0=("u8", ax), f1=("u8", ay))
        for scale in (0.004, 0.00002):
            yield case("BATCH_MATMUL", [Tensor("int16", a, whole(a), 0.0005),
                                        Tensor("int16", b, whole(b), 0.0004)],
                       out("int16", scale), fields, f"{a} {b} adjoint {ax} {ay} to {scale}",
                       version=4)


def cases():
    for group in (convolutions, connected, unbiased, products):
        yield from seeded(group)
