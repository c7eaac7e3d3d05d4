"""Balances the ranges of channels before the quantization (Nagel et al. 2019).

    python balance.py WEIGHTS.npz --out TAMED.npz

The integers of a tensor share one scale, so a channel with a small range keeps only a few steps beside one with a large
range. A channel can be scaled where a normalization makes it if all kernels that read it are divided by the same factor.
Without an activation the results of the float network stay the same (`balance`).
A hard swish of large values is almost the identity or 0, and of tiny values it is almost a half of them; so it changes
little if a channel with a large range is scaled down or one with a tiny range up (`tame`). The script does both before a
training with rounding, which makes up for the change.
"""

import argparse
from pathlib import Path

import keras
import numpy as np

import data
import network
import predict
import weightfile
from layers import Enlarge, HardSwish, Normalize
from picodet import Halves

SAME = (HardSwish, Enlarge, keras.layers.ZeroPadding2D, keras.layers.MaxPooling2D, keras.layers.GlobalAveragePooling2D)
MOST = 16.0  # largest value of a channel before a hard swish, after `tame`
LEAST_ACTIVE, NEARLY_LINEAR, LARGEST_GAIN = 1 / 12, 1.5, 16.0  # see `tame`
LEAST = 1e-2  # least range of a channel, as a share of the largest range of its tensor
NONE = -1  # stands for a channel whose scale has to stay


def arranged(layer, got):
    """Returns the numbers of the channels of each output of a layer that passes its inputs' channels on, or None.

    `got` has an array for each input. Layers that shuffle channels use arrays of two dimensions.
    """
    if isinstance(layer, SAME):
        return got
    if isinstance(layer, keras.layers.Multiply):  # by the gate of a squeeze-and-excitation
        return got[:1]
    if isinstance(layer, keras.layers.Concatenate) and len(layer.output.shape) == 4:
        return [np.concatenate(got)]
    if isinstance(layer, Halves):
        return np.split(got[0], 2)
    if isinstance(layer, keras.layers.Reshape) and len(layer.target_shape) > 2:
        return [got[0].reshape(layer.target_shape[2:])]
    if isinstance(layer, keras.layers.Permute):
        return [got[0].T]
    return None


def flow(model):
    """Follows each channel from the normalization that makes it to the convolutions that read it.

    Returns {normalization: numbers of its channels}, [(convolution, numbers of its input channels)], the set of the
    numbers of channels whose scale has to stay, and the numbers of the channels of each concatenation.
    """
    numbers, made, readers, fixed, joined, count = {}, {}, [], {NONE}, [], 0
    for layer in model.layers:
        outputs = keras.tree.flatten(layer.output)
        new = [np.full(x.shape[-1], NONE) for x in outputs]
        if not isinstance(layer, keras.layers.InputLayer):
            got = [numbers[id(x)] for x in keras.tree.flatten(layer.input)]
            if isinstance(layer, (keras.layers.Conv2D, keras.layers.DepthwiseConv2D)):
                readers.append((layer, got[0]))
            elif isinstance(layer, Normalize):
                new = [made.setdefault(layer, count + np.arange(outputs[0].shape[-1]))]
                count += len(new[0])
            else:
                passed = arranged(layer, got)
                if passed and isinstance(layer, keras.layers.Concatenate):
                    joined += [x.ravel() for x in passed]
                new = passed or new
                if not passed:
                    fixed.update(*(x.ravel().tolist() for x in got))
        numbers |= {id(x): n for x, n in zip(outputs, new)}
    return made, readers, fixed, joined


def ranges(model, made, images):
    """Returns the smallest and the largest value of each channel on `images` [N, side, side, 3] uint8."""
    probe, least, most = keras.Model(model.inputs, [layer.output for layer in made]), np.inf, -np.inf
    for image in images:
        out = [x.numpy() for x in probe(image[None].astype(np.float32) / 127.5 - 1, training=False)]
        least = np.minimum(least, np.concatenate([x.min((0, 1, 2)) for x in out]))
        most = np.maximum(most, np.concatenate([x.max((0, 1, 2)) for x in out]))
    return least, most


def input_ranges(layer):
    """Returns, for each input channel, its largest weight as a share of the largest of the same output channel."""
    weights = np.abs(layer.kernel.numpy()).max((0, 1))
    return (weights / np.maximum(weights.max(0), 1e-9)).max(1)


def scale(made, readers, factor):
    """Multiplies each channel by its factor and divides the kernels that read it."""
    for norm, numbers in made.items():
        norm.gamma.assign(norm.gamma.numpy() * factor[numbers])
        norm.beta.assign(norm.beta.numpy() * factor[numbers])
    for layer, numbers in readers:
        share = np.where(numbers == NONE, 1, factor[numbers])
        layer.kernel.assign(layer.kernel.numpy() / share[:, None])


def followed_by_hard_swish(model, made):
    """Returns the normalizations that a hard swish follows."""
    names = {layer.name for layer in model.layers if isinstance(layer, HardSwish)}
    return {layer for layer in made if layer.name.replace("_norm", "_swish") in names}


def balance(model, images):
    """Makes the ranges of channels without an activation more equal; the results stay the same.

    The channels of a normalization keep their largest range. Where a concatenation joins them to channels after a hard
    swish, which share the scale of the integers, they get the largest range of those.
    """
    made, readers, fixed, joined = flow(model)
    active = followed_by_hard_swish(model, made)
    least, most = ranges(model, made, images)
    factor, read, stays = np.ones(len(most)), np.zeros(len(most)), np.zeros(len(most), bool)
    stays[np.concatenate([made[norm] for norm in active])] = True
    most = np.where(stays, most, np.maximum(-least, most))  # a hard swish makes numbers below -3 zero
    for layer, numbers in readers:
        if not isinstance(layer, keras.layers.DepthwiseConv2D):  # its weights have a scale for each channel
            own = numbers != NONE
            np.maximum.at(read, numbers[own], input_ranges(layer)[own])
    for norm in made.keys() - active:
        numbers = made[norm]
        if fixed.isdisjoint(numbers.tolist()):
            own = np.maximum(most[numbers], LEAST * most[numbers].max())
            wanted = np.sqrt(np.maximum(read[numbers], LEAST) / own)
            beside = [most[x[stays[x]]] for x in joined if np.isin(numbers, x).all()]
            limit = max((x.max() for x in beside if len(x)), default=own.max())
            factor[numbers] = wanted * limit / (wanted * own).max()
    scale(made, readers, factor)


def tame(model, images):
    """Scales channels before a hard swish: those with values beyond MOST down, those with tiny values up.

    A channel whose values are all closer to 0 than LEAST_ACTIVE times the largest value of its normalization gets that
    range, but at most NEARLY_LINEAR. Returns the number of scaled channels.
    """
    made, readers, fixed, _ = flow(model)
    least, most = ranges(model, made, images)
    size, factor = np.maximum(-least, most), np.ones(len(most))
    for norm in followed_by_hard_swish(model, made):
        numbers = made[norm]
        if fixed.isdisjoint(numbers.tolist()):
            down = np.minimum(1, MOST / np.maximum(most[numbers], MOST))
            wanted = min(LEAST_ACTIVE * min(most[numbers].max(), MOST), NEARLY_LINEAR)
            factor[numbers] = down * np.maximum(1, wanted / np.maximum(size[numbers], wanted / LARGEST_GAIN))
    scale(made, readers, factor)
    return int((factor != 1).sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, default=224, help="input side of the network in pixels")
    parser.add_argument("--examples", type=int, default=100, help="images that determine the ranges")
    data.arguments(parser)
    options = parser.parse_args()
    model = network.localizer(options.side)
    if weightfile.load(model, options.weights):
        raise ValueError(f"{options.weights} is not a localizer of side {options.side}")
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    learned = [i for i in range(len(split)) if split.learned(i)]
    chosen = np.random.default_rng(5).choice(learned, options.examples, replace=False)
    images = np.array([predict.stretch(split.image(i), options.side) for i in chosen])
    count = tame(model, images)
    balance(model, images)
    weightfile.save(options.out, {v.path: v.numpy() for v in model.variables if v.dtype == "float32"})
    print(f"{options.out}: {count} channels before a hard swish scaled")


if __name__ == "__main__":
    main()
