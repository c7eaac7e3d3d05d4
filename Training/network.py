"""The networks in Keras, from which `export.py` makes files.

The localizer is PicoDet-S; it encodes boxes as `TFLite_Detection_PostProcess` decodes them. The classifier is a MobileNet v2
of half width, whose pooled features `labeler_head.py` turns into the outcomes. All weights of its convolutions come from
ML Kit's sample labeler.
"""

import keras
import tensorflow as tf

import picodet
from anchors import ANCHOR, CENTER_SCALE, SIZE_SCALE, STRIDES
from layers import convolve, inverted

# Expansion, channels, blocks and stride of the first block, of each stage of the classifier.
MOBILE = ((1, 8, 1, 1), (6, 16, 2, 2), (6, 16, 3, 2), (6, 32, 4, 2), (6, 48, 3, 1), (6, 80, 3, 2), (6, 160, 1, 1))
MOBILE_STEM, WIDEST = 16, 1280


def localizer(side, batch=None):
    """Returns the localizer; the side is a multiple of 32 pixels. Input: [N, side, side, 3] in -1...1.

    Outputs: box encodings [N, A, 4] (y, x, h, w) and score logits [N, A], in the order of `anchors.grid`.
    """
    image = keras.Input((side, side, 3), batch_size=batch, name="image")
    start = keras.initializers.RandomNormal(stddev=0.01)
    boxes, scores = [], []
    for stride, x in zip(STRIDES, picodet.features(image)):
        last = lambda count, name: keras.layers.Conv2D(
            count, 1, dtype="float32", kernel_initializer=start, name=f"{name}{stride}")(x)
        boxes.append(picodet.Encode(ANCHOR, CENTER_SCALE, SIZE_SCALE, dtype="float32", name=f"boxes{stride}")(
            last(4 * picodet.BINS, "box")))
        scores.append(keras.layers.Reshape((-1,), dtype="float32", name=f"scores{stride}")(last(1, "score")))
    join = lambda parts, name: keras.layers.Concatenate(axis=1, dtype="float32", name=name)(parts)
    return keras.Model(image, [join(boxes, "boxes"), join(scores, "scores")], name="localizer")


def classifier(side, batch=None):
    """Returns the convolutions of the classifier, MobileNet v2 (Sandler et al. 2018) of half width.

    Input: [N, side, side, 3] in -1...1. Output: pooled features [N, 1280].
    """
    image = keras.Input((side, side, 3), batch_size=batch, name="image")
    x, number = convolve(image, MOBILE_STEM, stride=2, name="stem"), 0
    for factor, channels, count, stride in MOBILE:
        for k in range(count):
            number += 1
            x = inverted(x, factor, channels, stride if k == 0 else 1, f"block{number}")
    x = convolve(x, WIDEST, 1, name="last")
    return keras.Model(image, keras.layers.GlobalAveragePooling2D(name="pool")(x), name="classifier")


def decode(boxes, grid):
    """Returns the boxes [N, A, 4] (y0, x0, y1, x1) of encodings [N, A, 4] and anchors [A, 4]."""
    center = boxes[..., :2] / CENTER_SCALE * grid[:, 2:] + grid[:, :2]
    half = 0.5 * tf.exp(tf.minimum(boxes[..., 2:] / SIZE_SCALE, 4.0)) * grid[:, 2:]
    return tf.concat([center - half, center + half], -1)
