"""Scales a state of a network in the way in which `balance.py` scaled another one.

    python rescale.py BEFORE.npz AFTER.npz STATE.npz --out SCALED.npz

BEFORE and AFTER are the weights that `balance.py` read and wrote. Weights before and after it cannot be averaged, because
their channels have different scales; the scaled state and AFTER can.
"""

import argparse
from pathlib import Path

import numpy as np

import loop


def rescaled(before, after, state):
    """Returns the variables of `state`, each times the factor by which `balance.py` changed it."""
    out = {}
    for name, value in state.items():
        factor = np.divide(after[name], before[name], out=np.ones(value.shape), where=before[name] != 0)
        out[name] = (value * factor).astype(value.dtype)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs=3, metavar="FILE", help="BEFORE, AFTER and STATE")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    loop.save_weights(options.out, rescaled(*map(loop.read_weights, options.files)))


if __name__ == "__main__":
    main()
