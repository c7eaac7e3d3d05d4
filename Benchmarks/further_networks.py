"""Networks that `keras.applications` does not have: transformers, a detector with a pyramid of features, a network that segments
images, one that shuffles channels, and recurrent networks.

`NETWORKS` has a function for each, which returns a model without its last softmax for square images of a given side; a recurrent
network reads the rows of such an image as steps. Their layers are those of the papers, in a small size; the detector joins the parts
of each block as detectors of the YOLO family do.
"""

import functools

import keras
import numpy
from keras import layers


def attention(x, heads: int, axis: int | None = None):
    """Adds multi-head self-attention over `axis`, or over all positions, to normalized features (Vaswani et al., 2017)."""
    y = layers.LayerNormalization(epsilon=1e-6)(x)
    axes = None if axis is None else (axis,)
    return x + layers.MultiHeadAttention(heads, x.shape[-1] // heads, attention_axes=axes)(y, y)


def perceptron(x, width: int, activation: str):
    """Adds two fully connected layers to normalized features."""
    y = layers.LayerNormalization(epsilon=1e-6)(x)
    return x + layers.Dense(x.shape[-1])(layers.Dense(width, activation=activation)(y))


def vision_transformer(side: int, depth: int = 12, width: int = 192, heads: int = 3) -> keras.Model:
    """Returns a ViT-Tiny (Touvron et al., 2021), with the mean of all patches instead of a class token."""
    image = keras.Input((side, side, 3))
    patches = (side // 16) ** 2
    x = layers.Reshape((patches, width))(layers.Conv2D(width, 16, 16)(image))
    x = x + layers.Embedding(patches, width)(keras.ops.arange(patches))
    for _ in range(depth):
        x = perceptron(attention(x, heads), 4 * width, "gelu")
    x = layers.GlobalAveragePooling1D()(layers.LayerNormalization(epsilon=1e-6)(x))
    return keras.Model(image, layers.Dense(1000)(x))


def convolution(x, channels: int, size: int = 1, stride: int = 1, activation: str | None = "silu"):
    x = layers.Conv2D(channels, size, stride, "same", use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    return layers.Activation(activation)(x) if activation else x


def inverted_residual(x, channels: int, stride: int):
    """MobileNet v2's block (Sandler et al., 2018) with swish."""
    y = layers.DepthwiseConv2D(3, stride, "same", use_bias=False)(convolution(x, 4 * x.shape[-1]))
    y = convolution(layers.Activation("silu")(layers.BatchNormalization()(y)), channels, activation=None)
    return x + y if stride == 1 and x.shape[-1] == channels else y


def mobile_vit_block(x, width: int, depth: int):
    """Attention between the pixels of the same place in all patches of 2 x 2 pixels (Mehta and Rastegari, 2022)."""
    channels, half = x.shape[-1], x.shape[1] // 2
    y = layers.Conv2D(width, 1)(convolution(x, channels, 3))
    y = layers.Permute((2, 4, 1, 3, 5))(layers.Reshape((half, 2, half, 2, width))(y))
    y = layers.Reshape((4, half * half, width))(y)
    for _ in range(depth):
        y = perceptron(attention(y, 4, axis=2), 2 * width, "silu")
    y = layers.Permute((3, 1, 4, 2, 5))(layers.Reshape((2, 2, half, half, width))(y))
    y = convolution(layers.Reshape((2 * half, 2 * half, width))(y), channels)
    return convolution(layers.Concatenate()([x, y]), channels, 3)


def mobile_vit(side: int) -> keras.Model:
    """Returns MobileViT in its extra-extra-small size (Mehta and Rastegari, 2022)."""
    image = keras.Input((side, side, 3))
    x = convolution(image, 16, 3, 2)
    for channels, stride in ((16, 1), (24, 2), (24, 1), (24, 1)):
        x = inverted_residual(x, channels, stride)
    for channels, width, depth in ((48, 64, 2), (64, 80, 4), (80, 96, 3)):
        x = mobile_vit_block(inverted_residual(x, channels, 2), width, depth)
    return keras.Model(image, layers.Dense(1000)(layers.GlobalAveragePooling2D()(convolution(x, 320))))


def partial_block(x, channels: int, depth: int, adds: bool = True):
    """A block that computes one half of its channels further, step by step, and joins all steps (Wang et al., 2020)."""
    x = convolution(x, channels)
    steps = [x[..., : channels // 2], x[..., channels // 2 :]]
    for _ in range(depth):
        y = convolution(convolution(steps[-1], channels // 2, 3), channels // 2, 3)
        steps.append(steps[-1] + y if adds else y)
    return convolution(layers.Concatenate()(steps), channels)


def pyramid_detector(side: int, width: int = 16, classes: int = 80, bins: int = 16) -> keras.Model:
    """Returns a detector with three levels of features, whose boxes are distributions of distances (Li et al., 2020)."""
    image = keras.Input((side, side, 3))
    x = convolution(convolution(image, width, 3, 2), 2 * width, 3, 2)
    fine = convolution(partial_block(x, 2 * width, 1), 4 * width, 3, 2)
    fine = partial_block(fine, 4 * width, 2)
    middle = partial_block(convolution(fine, 8 * width, 3, 2), 8 * width, 2)
    coarse = convolution(partial_block(convolution(middle, 16 * width, 3, 2), 16 * width, 1), 8 * width)
    pools = [coarse]  # pooling over growing areas (He et al., 2014)
    for _ in range(3):
        pools.append(layers.MaxPooling2D(5, 1, "same")(pools[-1]))
    coarse = convolution(layers.Concatenate()(pools), 16 * width)

    def joined(first, second, channels: int):
        return partial_block(layers.Concatenate()([first, second]), channels, 1, adds=False)

    middle = joined(layers.UpSampling2D()(coarse), middle, 8 * width)
    fine = joined(layers.UpSampling2D()(middle), fine, 4 * width)
    middle = joined(convolution(fine, 8 * width, 3, 2), middle, 8 * width)
    coarse = joined(convolution(middle, 16 * width, 3, 2), coarse, 16 * width)
    boxes, scores = [], []
    for level in (fine, middle, coarse):
        for outputs, channels in ((boxes, 4 * bins), (scores, classes)):
            y = convolution(convolution(level, channels, 3), channels, 3)
            outputs.append(layers.Reshape((-1, channels))(layers.Conv2D(channels, 1)(y)))
    shares = layers.Softmax()(layers.Reshape((-1, 4, bins))(layers.Concatenate(axis=1)(boxes)))
    distances = keras.ops.sum(shares * numpy.arange(bins, dtype="float32"), -1)
    return keras.Model(image, layers.Concatenate()([distances, layers.Concatenate(axis=1)(scores)]))


def u_net(side: int, width: int = 16, depth: int = 3, classes: int = 21) -> keras.Model:
    """Returns a network whose transposed convolutions enlarge features to the side of the image (Ronneberger et al., 2015)."""
    image = keras.Input((side, side, 3))
    x, levels = image, []
    for level in range(depth):
        x = convolution(convolution(x, width << level, 3, activation="relu"), width << level, 3, activation="relu")
        levels.append(x)
        x = layers.MaxPooling2D()(x)
    x = convolution(x, width << depth, 3, activation="relu")
    for level in reversed(range(depth)):
        x = layers.Concatenate()([layers.Conv2DTranspose(width << level, 2, 2)(x), levels[level]])
        x = convolution(convolution(x, width << level, 3, activation="relu"), width << level, 3, activation="relu")
    return keras.Model(image, layers.Conv2D(classes, 1)(x))


def shuffled_unit(x):
    """A unit of ShuffleNet v2 with stride 1: it computes one half of the channels, and then mixes both halves."""
    side, channels = x.shape[1], x.shape[-1]
    y = convolution(x[..., channels // 2 :], channels // 2, activation="relu")
    y = layers.BatchNormalization()(layers.DepthwiseConv2D(3, padding="same", use_bias=False)(y))
    y = convolution(y, channels // 2, activation="relu")
    y = layers.Concatenate()([x[..., : channels // 2], y])
    y = layers.Permute((1, 2, 4, 3))(layers.Reshape((side, side, 2, channels // 2))(y))
    return layers.Reshape((side, side, channels))(y)


def shuffle_net(side: int) -> keras.Model:
    """Returns units of ShuffleNet v2 (Ma et al., 2018), with ordinary convolutions of stride 2 between them."""
    image = keras.Input((side, side, 3))
    x = convolution(image, 24, 3, 2, "relu")
    for channels, units in ((48, 3), (96, 7), (192, 3)):
        x = convolution(x, channels, 3, 2, "relu")
        for _ in range(units):
            x = shuffled_unit(x)
    return keras.Model(image, layers.Dense(1000)(layers.GlobalAveragePooling2D()(convolution(x, 1024, activation="relu"))))


def recurrent(layer, side: int) -> keras.Model:
    """Returns two recurrent layers and a layer of scores for each step."""
    steps = keras.Input((side, side), batch_size=1)
    x = layer(128, return_sequences=True)(layer(128, return_sequences=True)(steps))
    return keras.Model(steps, layers.Dense(32)(x))


NETWORKS = {"ViTTiny": vision_transformer, "MobileViTXXS": mobile_vit, "PyramidDetector": pyramid_detector, "UNet": u_net,
            "ShuffleNet": shuffle_net, "LSTM": functools.partial(recurrent, layers.LSTM),
            "GRU": functools.partial(recurrent, layers.GRU)}
# TensorFlow's converter ends the program when it quantizes the inputs of these networks.
WITHOUT_INTEGERS = {"LSTM", "GRU"}
