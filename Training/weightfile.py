"""Reads and writes files of weights, which have the variables of a network by name."""

from pathlib import Path

import numpy as np


def save(path, arrays):
    """Writes {name: array}; the file is replaced as a whole."""
    partial = Path(path).with_suffix(".part.npz")
    np.savez(partial, **{k.replace("/", "|"): v for k, v in arrays.items()})
    partial.rename(path)


def read(path):
    """Returns the variables of a file of weights by name."""
    with np.load(path) as stored:
        return {key.replace("|", "/"): stored[key] for key in stored}


def load(model, path):
    """Sets the variables of a Keras model that the file has with the same name and shape; returns the number of others."""
    stored, left = read(path), 0
    for variable in model.variables:
        value = stored.get(variable.path)
        if value is not None and value.shape == tuple(variable.shape):
            variable.assign(value)
        else:
            left += 1
    return left
