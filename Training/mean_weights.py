"""Writes a mean of several files of weights of one network.

    python mean_weights.py OUT.npz STATE.npz STATE.npz... [--shares .7 .3]
"""

import argparse
from pathlib import Path

import numpy as np

import weightfile


def mean(paths, shares=None):
    """Returns the mean of each variable, weighted by `shares`, whose sum is 1; by default all files have the same share.

    All files must have the same variables with the same shapes.
    """
    shares = shares or [1 / len(paths)] * len(paths)
    if len(shares) != len(paths) or abs(sum(shares) - 1) > 1e-6:
        raise ValueError(f"{len(paths)} files need as many shares with the sum 1, not {' '.join(map(str, shares))}")
    states = [weightfile.read(path) for path in paths]
    shapes = [{name: value.shape for name, value in state.items()} for state in states]
    for path, other in zip(paths[1:], shapes[1:]):
        if other != shapes[0]:
            raise ValueError(f"{path} has other variables than {paths[0]}")
    return {name: sum(np.float32(share) * state[name] for share, state in zip(shares, states)) for name in shapes[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("states", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="share of each state; default: all the same")
    options = parser.parse_args()
    weightfile.save(options.out, mean(options.states, options.shares))


if __name__ == "__main__":
    main()
