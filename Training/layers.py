"""The building blocks of the networks."""

import keras
import tensorflow as tf


@keras.saving.register_keras_serializable("sight")
class Normalize(keras.layers.Layer):
    """Batch normalization with stored statistics: no training here uses those of a batch."""

    def __init__(self, epsilon=1e-3, **rest):
        super().__init__(**rest)
        self.epsilon = epsilon

    def build(self, shape):
        def add(name, start, trainable):
            return self.add_weight(
                name=name, shape=(shape[-1],), initializer=start, trainable=trainable,
                dtype="float32", autocast=False)

        self.gamma, self.beta = add("gamma", "ones", True), add("beta", "zeros", True)
        self.mean, self.variance = add("mean", "zeros", False), add("variance", "ones", False)

    def call(self, x):
        y, _, _ = tf.compat.v1.nn.fused_batch_norm(
            x, self.gamma.value, self.beta.value, self.mean.value, self.variance.value,
            epsilon=self.epsilon, is_training=False)
        return y


@keras.saving.register_keras_serializable("sight")
class HardSwish(keras.layers.Layer):
    """The hard swish (Howard et al. 2019), x * min(max(x + 3, 0), 6) / 6: one HARD_SWISH in the exported file."""

    def call(self, x):
        return x * tf.nn.relu6(x + 3.0) * (1.0 / 6.0)


@keras.saving.register_keras_serializable("sight")
class Enlarge(keras.layers.Layer):
    """Doubles the height and the width by repeating pixels: one RESIZE_NEAREST_NEIGHBOR in the exported file."""

    def call(self, x):
        return tf.compat.v1.image.resize_nearest_neighbor(x, (2 * x.shape[1], 2 * x.shape[2]))

    def compute_output_shape(self, shape):
        return (shape[0], 2 * shape[1], 2 * shape[2], shape[3])


def convolve(x, channels, side=3, stride=1, relu=True, name=None):
    """Adds a convolution, its normalization and, with `relu`, a ReLU6. The convolution is depthwise if `channels` is None."""
    shared = {"strides": stride, "padding": "same", "use_bias": False, "name": f"{name}_conv"}
    if channels:
        x = keras.layers.Conv2D(channels, side, **shared)(x)
    else:
        x = keras.layers.DepthwiseConv2D(side, **shared)(x)
    x = Normalize(name=f"{name}_norm")(x)
    return keras.layers.ReLU(6.0, name=f"{name}_relu")(x) if relu else x


def inverted(x, factor, channels, stride, name):
    """Adds an inverted residual block (Sandler et al. 2018)."""
    y = x if factor == 1 else convolve(x, factor * x.shape[-1], 1, name=f"{name}_expand")
    y = convolve(y, None, stride=stride, name=f"{name}_depthwise")
    y = convolve(y, channels, 1, relu=False, name=f"{name}_project")
    return keras.layers.Add(name=f"{name}_add")([x, y]) if stride == 1 and x.shape[-1] == channels else y
