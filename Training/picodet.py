"""The localizer: PicoDet-S (Yu et al. 2021) with one score for objects of any kind.

The trunk is an ESNet: inverted residual blocks with squeeze-and-excitation (Hu et al. 2018) and channel shuffles (Ma et
al. 2018). The neck is a CSP-PAN, a path aggregation network (Liu et al. 2018) of cross-stage partial blocks, with a
fourth level. The head predicts, for each cell, a score and the distances to the four sides of the box, each as a
distribution over 0, 1 ... 7 strides (Li et al. 2020).

`layers` and `set_heads` read the weights of a published file: PaddleDetection's PicoDet-S, trained on COCO (Apache
License 2.0), as ONNX.
"""

import keras
import numpy as np
import tensorflow as tf

from anchors import STRIDES
from layers import Enlarge, HardSwish, Normalize

STEM = 24
# Of each stage: its channels, and for each block the channels of its first convolution and of the rest of its branch.
STAGES = ((96, ((44, 48), (24, 48), (24, 48))),
          (192, ((48, 96), (60, 96), (48, 96), (60, 96), (48, 96), (48, 96), (48, 96))),
          (384, ((96, 192), (96, 192), (96, 192))))
NECK = 96
BINS = 8
# The published network's pixels: the mean and the standard deviation that it expects, of RGB from 0 to 255.
MEAN, DEVIATION = np.float32([123.675, 116.28, 103.53]), np.float32([58.395, 57.12, 57.375])


def padded(x, side, stride, name):
    """Pads as the published network does for strides of 2: a window's center lies on an even pixel."""
    before = side // 2
    ends = tuple((before, before - 1 + size % 2) for size in x.shape[1:3])
    return keras.layers.ZeroPadding2D(ends, name=f"{name}_pad")(x)


def convolve(x, channels, side=1, stride=1, active=True, name=None):
    """Adds a convolution (depthwise if `channels` is None), its normalization and, with `active`, an activation."""
    shared = {"strides": stride, "padding": "same" if stride == 1 else "valid", "use_bias": False, "name": f"{name}_conv"}
    if stride > 1:
        x = padded(x, side, stride, name)
    if channels:
        x = keras.layers.Conv2D(channels, side, **shared)(x)
    else:
        x = keras.layers.DepthwiseConv2D(side, **shared)(x)
    x = Normalize(name=f"{name}_norm")(x)
    return HardSwish(name=f"{name}_swish")(x) if active else x


def join(parts, name):
    return keras.layers.Concatenate(name=name)(parts)


def excite(x, name):
    """Multiplies each channel by a weight from 0 to 6 that depends on the means of all channels."""
    channels = x.shape[-1]
    y = keras.layers.GlobalAveragePooling2D(keepdims=True, name=f"{name}_mean")(x)
    y = keras.layers.Conv2D(channels // 4, 1, activation="relu", name=f"{name}_squeeze")(y)
    y = keras.layers.Conv2D(channels, 1, name=f"{name}_excite")(y)
    y = keras.layers.ReLU(6.0, name=f"{name}_gate")(y)
    return keras.layers.Multiply(name=f"{name}_scale")([x, y])


def shuffled(x, name):
    """Interleaves the two halves of the channels."""
    height, width, channels = x.shape[1:]
    x = keras.layers.Reshape((height, width, 2, channels // 2), name=f"{name}_halves")(x)
    x = keras.layers.Permute((1, 2, 4, 3), name=f"{name}_interleave")(x)
    return keras.layers.Reshape((height, width, channels), name=f"{name}_shuffled")(x)


def first_block(x, wide, half, channels, name):
    """Adds a block that halves the height and the width."""
    a = convolve(x, None, 3, 2, False, f"{name}_skip_depthwise")
    a = convolve(a, channels // 2, name=f"{name}_skip")
    b = convolve(x, wide, name=f"{name}_expand")
    b = convolve(b, None, 3, 2, False, f"{name}_depthwise")
    b = convolve(excite(b, name), half, name=f"{name}_project")
    x = join([a, b], f"{name}_join")
    x = convolve(x, None, 3, name=f"{name}_mix_depthwise")
    return convolve(x, channels, name=f"{name}_mix")


def block(x, wide, half, name):
    a, b = Halves(name=f"{name}_split")(x)
    b = convolve(b, wide, name=f"{name}_expand")
    b = join([b, convolve(b, None, 3, 1, False, f"{name}_depthwise")], f"{name}_ghost")
    b = convolve(excite(b, name), half, name=f"{name}_project")
    return shuffled(join([a, b], f"{name}_join"), name)


@keras.saving.register_keras_serializable("sight")
class Halves(keras.layers.Layer):
    """Splits the channels into two halves."""

    def call(self, x):
        return tf.split(x, 2, -1)

    def compute_output_shape(self, shape):
        half = (*shape[:-1], shape[-1] // 2)
        return half, half


def trunk(image):
    """Adds the ESNet; returns its features at strides 8, 16 and 32."""
    x = convolve(image, STEM, 3, 2, name="stem")
    x = keras.layers.MaxPooling2D(3, 2, "valid", name="stem_pool")(padded(x, 3, 2, "stem_pool"))
    out = []
    for number, (channels, blocks) in enumerate(STAGES, 1):
        for k, (wide, half) in enumerate(blocks, 1):
            name = f"stage{number}_{k}"
            x = first_block(x, wide, half, channels, name) if k == 1 else block(x, wide, half, name)
        out.append(x)
    return out


def partial(x, name):
    """Adds a cross-stage partial block (Wang et al. 2020) that returns NECK channels."""
    short = convolve(x, NECK // 2, name=f"{name}_short")
    y = convolve(x, NECK // 2, name=f"{name}_main")
    y = convolve(y, NECK // 2, name=f"{name}_before")
    y = convolve(y, None, 5, name=f"{name}_depthwise")
    y = convolve(y, NECK // 2, name=f"{name}_after")
    return convolve(join([y, short], f"{name}_join"), NECK, name=name)


def separable(x, stride, name):
    return convolve(convolve(x, None, 5, stride, name=f"{name}_depthwise"), NECK, name=name)


def neck(c8, c16, c32):
    """Adds the CSP-PAN; returns its features at each of STRIDES."""
    up = lambda x, name: Enlarge(name=name)(x)
    l8, l16, l32 = (convolve(x, NECK, name=f"lateral{s}") for s, x in zip(STRIDES, (c8, c16, c32)))
    t16 = partial(join([up(l32, "up32"), l16], "merge16"), "top16")
    p8 = partial(join([up(t16, "up16"), l8], "merge8"), "top8")
    p16 = partial(join([separable(p8, 2, "down16"), t16], "join16"), "bottom16")
    p32 = partial(join([separable(p16, 2, "down32"), l32], "join32"), "bottom32")
    p64 = keras.layers.Add(name="bottom64")([separable(l32, 2, "first64"), separable(p32, 2, "down64")])
    return p8, p16, p32, p64


def features(image):
    """Adds the network without its last convolutions; returns the features that these read, for each of STRIDES."""
    out = []
    for stride, x in zip(STRIDES, neck(*trunk(image))):
        x = separable(x, 1, f"head{stride}_1")
        out.append(separable(x, 1, f"head{stride}_2"))
    return out


@keras.saving.register_keras_serializable("sight")
class Encode(keras.layers.Layer):
    """Turns distributions of the distances to the left, top, right and bottom side [N, H, W, 4 * BINS] into the
    encodings of boxes [N, H * W, 4] (y, x, h, w) that `TFLite_Detection_PostProcess` decodes."""

    def __init__(self, anchor, center, size, **rest):
        super().__init__(**rest)
        self.anchor, self.center, self.size = anchor, center, size

    def call(self, x):
        p = tf.nn.softmax(tf.reshape(x, (-1, x.shape[1] * x.shape[2], 4, BINS)), -1)
        left, top, right, bottom = tf.unstack(tf.linalg.matvec(p, tf.range(BINS, dtype=p.dtype)) / self.anchor, axis=-1)
        center = [(bottom - top) / 2 * self.center, (right - left) / 2 * self.center]
        size = [self.size * tf.math.log(extent + 1e-6) for extent in (top + bottom, left + right)]
        return tf.stack(center + size, -1)

    def compute_output_shape(self, shape):
        return shape[0], shape[1] * shape[2], 4


def encoding_weights(anchor, center):
    """Returns the two matrices [4 * BINS, 2] that turn the distributions of a cell into the first two encodings (y, x)
    and into the box's height and width in anchors."""
    bins = np.arange(BINS, dtype=np.float32) / anchor
    left, top, right, bottom = np.kron(np.eye(4, dtype=np.float32), bins)
    return np.stack([bottom - top, right - left], 1) * (center / 2), np.stack([top + bottom, left + right], 1)


def _created():
    """Returns the names of all convolutions before the last ones, in the order in which the code above makes them."""
    names = ["stem_conv"]
    for number, (_, blocks) in enumerate(STAGES, 1):
        for k in range(1, len(blocks) + 1):
            name = f"stage{number}_{k}"
            if k == 1:
                names += [f"{name}_skip_depthwise_conv", f"{name}_skip_conv"]
            names += [f"{name}_{part}" for part in ("expand_conv", "depthwise_conv", "squeeze", "excite", "project_conv")]
            if k == 1:
                names += [f"{name}_mix_depthwise_conv", f"{name}_mix_conv"]
    names += [f"lateral{s}_conv" for s in STRIDES[:3]]
    separable_names = lambda name: [f"{name}_depthwise_conv", f"{name}_conv"]
    partial_names = lambda name: [f"{name}{part}_conv" for part in ("_short", "_main", "_before", "_depthwise", "_after", "")]
    for name in ("top16", "top8"):
        names += partial_names(name)
    for stride in (16, 32):
        names += separable_names(f"down{stride}") + partial_names(f"bottom{stride}")
    names += separable_names("first64") + separable_names("down64")
    return names


CREATED = _created()


def published(path):
    """Yields (kernel in Keras's layout, bias) of each convolution of an ONNX file, in the order of the file."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    values = {x.name: numpy_helper.to_array(x) for x in graph.initializer}
    values |= {x.output[0]: numpy_helper.to_array(x.attribute[0].t) for x in graph.node if x.op_type == "Constant"}
    for node in graph.node:
        if node.op_type == "Conv":
            kernel, bias = (values[name] for name in node.input[1:3])
            depthwise = any(a.name == "group" and a.i > 1 for a in node.attribute)
            yield kernel.transpose(2, 3, 0, 1) if depthwise else kernel.transpose(2, 3, 1, 0), bias


def layers(path):
    """Returns {layer name: (kernel, bias)} of the published file; the kernels of its last layers have the
    outputs of all 80 classes before those of the distances."""
    names = list(CREATED)
    for stride in STRIDES:
        for k in (1, 2):
            names += [f"head{stride}_{k}_depthwise_conv", f"head{stride}_{k}_conv"]
        names.append(f"last{stride}")
    found = dict(zip(names, published(path), strict=True))
    kernel, bias = found["stem_conv"]
    # The published network reads (pixel - MEAN) / DEVIATION, this one pixel / 127.5 - 1.
    offset = (127.5 - MEAN) / DEVIATION
    found["stem_conv"] = kernel * (127.5 / DEVIATION)[:, None], bias + np.einsum("hwio,i->o", kernel, offset)
    for name in names:
        if name.endswith("_excite"):  # its sigmoid is min(max(x + 3, 0), 6) / 6; the next layer divides by 6
            kernel, bias = found[name]
            found[name] = kernel, bias + 3
            after = name.removesuffix("excite") + "project_conv"
            kernel, bias = found[after]
            found[after] = kernel / 6, bias
    return found


def one_score(features, kernel, bias, steps=30, penalty=1e-4):
    """Returns the weights (kernel [F, 1], bias [1]) whose sigmoid is closest to the best of the classes' scores.

    `features` [K, F] are inputs of the layer, `kernel` [F, classes] and `bias` give the classes' logits. The fit is a
    logistic regression with the best class's score as the probability: Newton's method, with steps that are halved
    while they do not lower the loss.
    """
    x = np.concatenate([features, np.ones((len(features), 1))], 1).astype(np.float64)
    wanted = 1 / (1 + np.exp(-(features @ kernel + bias).max(1)))

    def loss(w):
        y = x @ w
        return (np.logaddexp(0, y) - wanted * y).mean() + penalty / 2 * (w @ w)

    weights = np.zeros(x.shape[1])
    weights[-1] = np.log(wanted.mean() / (1 - wanted.mean()))
    now = loss(weights)
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (p - wanted) / len(x) + penalty * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x / len(x) + penalty * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        while (after := loss(weights - step)) > now and np.abs(step).max() > 1e-6:
            step /= 2
        weights, now = weights - step, min(now, after)
    return weights[:-1, None].astype(np.float32), weights[-1:].astype(np.float32)


def set_heads(model, found, images):
    """Sets the last convolutions of `model`: its distances to the published ones, its scores by `one_score` on `images`
    [N, side, side, 3] uint8."""
    sources = [model.get_layer(f"score{s}").input for s in STRIDES]
    probe, seen = keras.Model(model.inputs, sources), [[] for _ in STRIDES]
    for start in range(0, len(images), 32):
        part = probe(images[start:start + 32].astype(np.float32) / 127.5 - 1, training=False)
        for listed, x in zip(seen, part):
            listed.append(x.numpy().reshape(-1, NECK))
    for stride, listed in zip(STRIDES, seen):
        kernel, bias = found[f"last{stride}"]
        classes = kernel.shape[-1] - 4 * BINS
        model.get_layer(f"box{stride}").set_weights([kernel[..., classes:], bias[classes:]])
        score, start = one_score(np.concatenate(listed), kernel[0, 0, :, :classes], bias[:classes])
        model.get_layer(f"score{stride}").set_weights([score[None, None], start])
