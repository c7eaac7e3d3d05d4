"""What the trainings of the backbone and of the localizer share: their options, what they start from, and how they run."""

import argparse
from pathlib import Path

import cv2

import data
import loop


def parser(doc, name, side, batch, steps, rate, decay=0.02):
    """The options of a training, with these defaults."""
    made = argparse.ArgumentParser(description=doc)
    data.arguments(made)
    made.add_argument("--name", default=name, help="of the run's folder")
    made.add_argument("--start", type=Path, help="weights to start from; default: the backbone's, if not its training")
    made.add_argument("--fresh", action="store_true", help="start from random weights")
    made.add_argument("--side", type=int, default=side, help="of the network's input, in pixels")
    made.add_argument("--batch", type=int, default=batch)
    made.add_argument("--steps", type=int, default=steps, help="at the end; raise it to go on for longer")
    made.add_argument("--rate", type=float, default=rate)
    made.add_argument("--floor", type=float, default=0.02, help="share of the rate at the end")
    made.add_argument("--decay", type=float, default=decay, help="weight decay")
    return made


def training_split(options, bfloat16=False):
    """Sets up the process for a training; returns the split to train on. `bfloat16` is faster for dense convolutions,
    slower for depthwise ones."""
    cv2.setNumThreads(1)
    if bfloat16:
        loop.use_bfloat16()
    return data.Split("train", options.dataset, options.work, data.left_out(options))


def backbone(options):
    """Where the backbone's training leaves its weights."""
    return options.work / "backbone" / "average.npz"


def start(options, model, default=None):
    """Loads the weights that a run begins with: those given, or else those at `default` if there are any."""
    path = options.start or (default if default and default.exists() else None)
    if path and not options.fresh:
        print(f"from {path}: {loop.load_weights(model, path)} variables are new", flush=True)


def run(options, model, source, losses, warmup=300, horizon=300):
    """Trains `model` on the batches of `source`."""
    batches = loop.prefetch(lambda rng: source.batch(rng, options.batch))
    optimizer = loop.optimizer(options.rate, options.steps, warmup, options.decay, options.floor)
    loop.run(options.name, options.work, model, optimizer, losses, batches, options.steps, horizon)
