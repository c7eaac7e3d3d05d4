"""The networks of the localizer and of the classifier.

The localizer has one of four kinds. `dense` and `mobile` are a backbone, a neck and a head: `dense` has a residual
backbone (He et al. 2016) of 3x3 convolutions, `mobile` has a MobileNet v2 of half width. The neck is PANet (Liu et
al. 2018). The head makes one prediction per cell, as in YOLOX (Ge et al. 2021). `google` is Google's localizer and
`picodet` is PicoDet-S, both for further training. All encode boxes as `TFLite_Detection_PostProcess` decodes them.

The classifier is a MobileNet v2 of half width, whose pooled features `labeler_head.py` turns into the outcomes. All its
weights come from ML Kit's sample labeler.

Dense convolutions are fast on a CPU's matrix units, in training and in Sight (int8 dot products). Every activation
but those of `picodet` is ReLU or ReLU6, which keeps the results of the quantized file close to those of the float network.
"""

import keras
import numpy as np
import tensorflow as tf

import picodet
from layers import Enlarge, convolve, inverted, residual

STRIDES = (8, 16, 32)
ANCHOR = 4.0  # an anchor's side, in strides
CENTER_SCALE, SIZE_SCALE = 10.0, 5.0  # y_scale = x_scale, h_scale = w_scale
CHANNELS = (16, 24, 48, 96, 192)
NECK = 64
# Expansion, channels, blocks and stride of the first block, of each stage of `mobile` at full width.
MOBILE = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
MOBILE_STEM = 32
WIDEST = 1280
# The parameters of `google`: the share of MobileNet v2's width; for each level after the second, the channels of its
# two pointwise convolutions; the scales of its anchors, as shares of the image.
GOOGLE_WIDTH, GOOGLE_EXTRAS = 0.75, ((192, 384), (96, 192), (96, 192), (48, 96))
GOOGLE_SCALES = (0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1.0)


def backbone(side, batch=None, deepest=1):
    """Returns the `dense` backbone. Input: [N, side, side, 3] in -1...1. Outputs: features at strides 8, 16 and 32.

    The stage of stride 32 has `deepest` residual blocks.
    """
    image = keras.Input((side, side, 3), batch_size=batch, name="image")
    x = convolve(image, CHANNELS[0], stride=2, name="stem")
    x = convolve(x, CHANNELS[1], stride=2, name="s4_down")
    x = convolve(x, CHANNELS[1], name="s4")
    x = convolve(x, CHANNELS[2], stride=2, name="s8_down")
    c8 = residual(x, "s8_1")
    x = convolve(c8, CHANNELS[3], stride=2, name="s16_down")
    x = residual(x, "s16_1")
    c16 = residual(x, "s16_2")
    x = convolve(c16, CHANNELS[4], stride=2, name="s32_down")
    for block in range(deepest):
        x = residual(x, f"s32_{block + 1}")
    return keras.Model(image, [c8, c16, x], name="backbone")


def thinned(channels, width):
    """Returns the channels of MobileNet v2 at a share of its width: a multiple of 8, at least 90 % of the product."""
    near = max(8, int(channels * width + 4) // 8 * 8)
    return near if near >= 0.9 * channels * width else near + 8


def mobile(side, batch=None, width=0.5):
    """Returns MobileNet v2 (Sandler et al. 2018) at a share of its width.

    Input: [N, side, side, 3] in -1...1. Outputs: features at strides 8, 16 and 32. The first two are the expanded
    features of the block that halves the resolution, as in SSDLite.
    """
    image = keras.Input((side, side, 3), batch_size=batch, name="image")
    x = convolve(image, thinned(MOBILE_STEM, width), stride=2, most=6.0, name="stem")
    taps, number = [], 0
    for factor, channels, count, stride in MOBILE:
        for k in range(count):
            number += 1
            wide, x = inverted(x, factor, thinned(channels, width), stride if k == 0 else 1, f"block{number}")
            if k == 0 and stride == 2:
                taps.append(wide)
    return keras.Model(image, [*taps[-2:], x], name="mobile")


TRUNKS = {"dense": lambda side, batch: backbone(side, batch, deepest=2), "mobile": mobile}
KINDS = (*TRUNKS, "google", "picodet")


def kind_of(names):
    """Returns the kind of the localizer whose variables or layers have these names."""
    for start, kind in (("extra", "google"), ("stage", "picodet")):
        if any(name.startswith(start) for name in names):
            return kind
    return "mobile" if any(name.startswith("block") for name in names) else "dense"


def localizer(side, batch=None, kind="dense"):
    """Returns the localizer of a kind out of KINDS.

    Outputs: box encodings [N, A, 4] (y, x, h, w) and score logits [N, A], in the order of `anchors`.
    """
    if kind == "picodet":
        return pico(side, batch)
    return google(side, batch) if kind == "google" else pyramid(side, batch, kind)


def pyramid(side, batch, trunk):
    """Returns a trunk with a neck and a head for each of the strides 8, 16 and 32, with one prediction per cell."""
    base = TRUNKS[trunk](side, batch)
    c8, c16, c32 = base.outputs
    up = lambda x, name: Enlarge(name=name)(x)
    add = lambda a, b, name: keras.layers.Add(name=name)([a, b])
    p32 = convolve(c32, NECK, 1, name="lateral32")
    p16 = add(convolve(c16, NECK, 1, name="lateral16"), up(p32, "up32"), "merge16")
    p16 = convolve(p16, NECK, name="smooth16")
    p8 = add(convolve(c8, NECK, 1, name="lateral8"), up(p16, "up16"), "merge8")
    p8 = convolve(p8, NECK, name="smooth8")
    n16 = add(p16, convolve(p8, NECK, stride=2, name="down16"), "join16")
    n16 = convolve(n16, NECK, name="join16_smooth")
    n32 = add(p32, convolve(n16, NECK, stride=2, name="down32"), "join32")
    n32 = convolve(n32, NECK, name="join32_smooth")
    last = []
    for stride, x in zip(STRIDES, (p8, n16, n32)):
        x = convolve(x, NECK, name=f"head{stride}")
        last.append((x, x))
    return predictions(base.inputs[0], last, levels(side, trunk), STRIDES)


def google(side, batch=None):
    """Returns Google's `mobile_object_localizer_v1`: SSDLite (Sandler et al. 2018) with six levels."""
    base = mobile(side, batch, GOOGLE_WIDTH)
    x = convolve(base.outputs[2], int(WIDEST * GOOGLE_WIDTH), 1, most=6.0, name="last")
    taps = [base.outputs[1], x]
    for k, (narrow, wide) in enumerate(GOOGLE_EXTRAS, 2):
        x = convolve(x, narrow, 1, most=6.0, name=f"extra{k}_reduce")
        x = convolve(x, None, stride=2, most=6.0, name=f"extra{k}_depthwise")
        x = convolve(x, wide, 1, most=6.0, name=f"extra{k}")
        taps.append(x)
    last = [[convolve(x, None, most=6.0, name=f"head{k}_{of}") for of in ("box", "score")] for k, x in enumerate(taps)]
    return predictions(base.inputs[0], last, levels(side, "google"), range(len(taps)))


def pico(side, batch=None):
    """Returns PicoDet-S with one score; the side is a multiple of 32 pixels."""
    image = keras.Input((side, side, 3), batch_size=batch, name="image")
    start = keras.initializers.RandomNormal(stddev=0.01)
    boxes, scores = [], []
    for stride, x in zip(picodet.STRIDES, picodet.features(image)):
        last = lambda count, name: keras.layers.Conv2D(
            count, 1, dtype="float32", kernel_initializer=start, name=f"{name}{stride}")(x)
        boxes.append(picodet.Encode(ANCHOR, CENTER_SCALE, SIZE_SCALE, dtype="float32", name=f"boxes{stride}")(
            last(4 * picodet.BINS, "box")))
        scores.append(keras.layers.Reshape((-1,), dtype="float32", name=f"scores{stride}")(last(1, "score")))
    join = lambda parts, name: keras.layers.Concatenate(axis=1, dtype="float32", name=name)(parts)
    return keras.Model(image, [join(boxes, "boxes"), join(scores, "scores")], name="localizer")


def predictions(image, last, listed, names):
    """Returns the localizer with a prediction layer for boxes and one for scores on each level's `last` features."""
    start = keras.initializers.RandomNormal(stddev=0.01)
    boxes, scores = [], []
    for (box, score), (cells, _, shapes), name in zip(last, listed, names):
        box = keras.layers.Conv2D(
            4 * len(shapes), 1, dtype="float32", kernel_initializer=start, name=f"box{name}")(box)
        score = keras.layers.Conv2D(
            len(shapes), 1, dtype="float32", kernel_initializer=start,
            bias_initializer=keras.initializers.Constant(-4.0), name=f"score{name}")(score)
        count = cells**2 * len(shapes)
        boxes.append(keras.layers.Reshape((count, 4), dtype="float32", name=f"boxes{name}")(box))
        scores.append(keras.layers.Reshape((count,), dtype="float32", name=f"scores{name}")(score))
    join = lambda parts, name: keras.layers.Concatenate(axis=1, dtype="float32", name=name)(parts)
    return keras.Model(image, [join(boxes, "boxes"), join(scores, "scores")], name="localizer")


def classifier(side, batch=None):
    """Returns the convolutions of the classifier. Input: [N, side, side, 3] in -1...1. Output: pooled features [N, 1280]."""
    base = mobile(side, batch)
    x = convolve(base.outputs[-1], WIDEST, 1, most=6.0, name="last")
    return keras.Model(base.inputs[0], keras.layers.GlobalAveragePooling2D(name="pool")(x), name="classifier")


def levels(side, kind="dense"):
    """Returns (cells in a row, side of a cell, [(height, width) of each anchor of a cell]) for each level of a localizer.

    Sides, heights and widths are shares of the image. The last cell of a row may reach beyond the image.
    """
    if kind != "google":
        strides = picodet.STRIDES if kind == "picodet" else STRIDES
        return [(-(-side // stride), stride / side, [(ANCHOR * stride / side,) * 2]) for stride in strides]
    out, cells = [], side // 16
    for scale, larger in zip(GOOGLE_SCALES, GOOGLE_SCALES[1:]):
        twice, thrice = ([(scale / r**0.5, scale * r**0.5) for r in (ratio, 1 / ratio)] for ratio in (2, 3))
        most = (scale * larger) ** 0.5
        out.append((cells, 1 / cells, [(scale, scale), *twice, *thrice, (most, most)] if out else [(scale / 2, scale / 2), *twice]))
        cells = -(-cells // 2)
    return out


def anchors(listed):
    """Returns [A, 4] float32: y, x (center), h, w of the anchors of these levels, as shares of the input."""
    out = []
    for cells, side, shapes in listed:
        center = (np.arange(cells, dtype=np.float32) + 0.5) * np.float32(side)
        y, x, k = np.meshgrid(center, center, np.arange(len(shapes)), indexing="ij")
        out.append(np.concatenate([np.stack([y, x], -1), np.array(shapes)[k]], -1).reshape(-1, 4))
    return np.concatenate(out).astype(np.float32)


def decode(boxes, grid):
    """Returns the boxes [N, A, 4] (y0, x0, y1, x1) of encodings [N, A, 4] and anchors [A, 4]."""
    center = boxes[..., :2] / CENTER_SCALE * grid[:, 2:] + grid[:, :2]
    half = 0.5 * tf.exp(tf.minimum(boxes[..., 2:] / SIZE_SCALE, 4.0)) * grid[:, 2:]
    return tf.concat([center - half, center + half], -1)


def copy_weights(source, target):
    """Copies the weights of layers with equal names and shapes; returns the number of copied layers."""
    named = {layer.name: layer for layer in source.layers}
    copied = 0
    for layer in target.layers:
        other = named.get(layer.name)
        if other and layer.weights and [w.shape for w in other.weights] == [w.shape for w in layer.weights]:
            layer.set_weights(other.get_weights())
            copied += 1
    return copied
