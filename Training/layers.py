"""The building blocks of the networks."""

import keras
import tensorflow as tf


@keras.saving.register_keras_serializable("sight")
class Normalize(keras.layers.Layer):
    """Batch normalization by TensorFlow's fused kernel, which takes half the time of Keras's layer in our trainings."""

    def __init__(self, momentum=0.97, epsilon=1e-3, gamma="ones", **rest):
        super().__init__(**rest)
        self.momentum, self.epsilon, self.start = momentum, epsilon, gamma
        self.still = False  # if True, training uses and keeps the stored mean and variance

    def build(self, shape):
        def add(name, start, trainable):
            return self.add_weight(
                name=name, shape=(shape[-1],), initializer=start, trainable=trainable,
                dtype="float32", autocast=False)

        self.gamma, self.beta = add("gamma", self.start, True), add("beta", "zeros", True)
        self.mean, self.variance = add("mean", "zeros", False), add("variance", "ones", False)

    def call(self, x, training=False):
        gamma, beta = self.gamma.value, self.beta.value
        if self.still or not (training and self.trainable):
            y, _, _ = tf.compat.v1.nn.fused_batch_norm(
                x, gamma, beta, self.mean.value, self.variance.value,
                epsilon=self.epsilon, is_training=False)
            return y
        y, mean, variance = tf.compat.v1.nn.fused_batch_norm(
            x, gamma, beta, epsilon=self.epsilon, is_training=True)
        self.mean.assign(self.mean * self.momentum + mean * (1 - self.momentum))
        self.variance.assign(self.variance * self.momentum + variance * (1 - self.momentum))
        return y


# The int8 input of a HARD_SWISH starts here: the result is 0 below -3, and also for the number that -3 rounds to.
LOWEST = -3.2


def rounded(x):
    """Rounds to 256 evenly spaced values from the smallest to the largest number of a batch, as an int8 tensor of the
    exported file does; the gradient passes unchanged (Jacob et al. 2018)."""
    low, high = tf.minimum(tf.reduce_min(x), 0.0), tf.maximum(tf.reduce_max(x), 1e-3)
    return tf.quantization.fake_quant_with_min_max_vars(x, tf.stop_gradient(low), tf.stop_gradient(high))


@keras.saving.register_keras_serializable("sight")
class Round(keras.layers.Layer):
    """Returns its input, in a training with `coarse` the rounded input: so the network learns to bear int8 tensors."""

    coarse = False

    def call(self, x, training=False):
        return rounded(x) if self.coarse and training else x

    def compute_output_shape(self, shape):
        return shape


@keras.saving.register_keras_serializable("sight")
class HardSwish(Round):
    """The hard swish (Howard et al. 2019), x * min(max(x + 3, 0), 6) / 6: one HARD_SWISH in the exported file.

    In a training with `coarse` the input and the output are rounded.
    """

    def call(self, x, training=False):
        if self.coarse and training:
            x = rounded(tf.maximum(x, LOWEST))
        return super().call(x * tf.nn.relu6(x + 3.0) * (1.0 / 6.0), training)


@keras.saving.register_keras_serializable("sight")
class Enlarge(keras.layers.Layer):
    """Doubles the height and the width by repeating pixels: one RESIZE_NEAREST_NEIGHBOR in the exported file."""

    def call(self, x):
        return tf.compat.v1.image.resize_nearest_neighbor(x, (2 * x.shape[1], 2 * x.shape[2]))

    def compute_output_shape(self, shape):
        return (shape[0], 2 * shape[1], 2 * shape[2], shape[3])


def convolve(x, channels, side=3, stride=1, relu=True, gamma="ones", most=None, name=None):
    """Adds a convolution, its normalization and, with `relu`, a ReLU limited to `most`.

    The convolution is depthwise if `channels` is None.
    """
    shared = {"strides": stride, "padding": "same", "use_bias": False, "name": f"{name}_conv"}
    if channels:
        x = keras.layers.Conv2D(channels, side, kernel_initializer="he_normal", **shared)(x)
    else:
        x = keras.layers.DepthwiseConv2D(side, depthwise_initializer="he_normal", **shared)(x)
    x = Normalize(gamma=gamma, name=f"{name}_norm")(x)
    return keras.layers.ReLU(most, name=f"{name}_relu")(x) if relu else x


def residual(x, name):
    """Adds two convolutions and a shortcut.

    A new block returns its input (Goyal et al. 2017), so that adding it to a trained network keeps the results.
    """
    channels = x.shape[-1]
    y = convolve(x, channels, name=f"{name}a")
    y = convolve(y, channels, relu=False, gamma="zeros", name=f"{name}b")
    return keras.layers.ReLU(name=f"{name}_relu")(keras.layers.Add(name=f"{name}_add")([x, y]))


def inverted(x, factor, channels, stride, name):
    """Adds an inverted residual block (Sandler et al. 2018); returns its expanded features, at its input's stride, and
    its output."""
    wide = x if factor == 1 else convolve(x, factor * x.shape[-1], 1, most=6.0, name=f"{name}_expand")
    y = convolve(wide, None, stride=stride, most=6.0, name=f"{name}_depthwise")
    y = convolve(y, channels, 1, relu=False, name=f"{name}_project")
    return wide, keras.layers.Add(name=f"{name}_add")([x, y]) if stride == 1 and x.shape[-1] == channels else y
