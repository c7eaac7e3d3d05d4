"""Writes the mean of several files of averaged weights of one network.

    python mean_weights.py OUT.npz STATE.npz STATE.npz...
"""

import argparse
from pathlib import Path

import loop


def mean(paths):
    """Returns the mean of each variable; all files must have the same variables with the same shapes."""
    states = [loop.read_weights(path) for path in paths]
    shapes = [{name: value.shape for name, value in state.items()} for state in states]
    for path, other in zip(paths[1:], shapes[1:]):
        if other != shapes[0]:
            raise ValueError(f"{path} has other variables than {paths[0]}")
    return {name: sum(state[name] for state in states) / len(states) for name in shapes[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("states", type=Path, nargs="+")
    options = parser.parse_args()
    loop.save_weights(options.out, mean(options.states))


if __name__ == "__main__":
    main()
