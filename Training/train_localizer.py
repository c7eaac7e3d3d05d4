"""Step 2: the localizer, on boxes, starting from the backbone of step 1.

    python train_localizer.py --work ../../training

Run the same command again to go on from the last checkpoint; raise --steps to go on for longer.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import tensorflow as tf

import data
import loop
import losses
import network
import scenes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    parser.add_argument("--name", default="localizer")
    parser.add_argument("--start", type=Path, help="weights to start from; default: the backbone's")
    parser.add_argument("--side", type=int, default=192)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=1.0e-3)
    parser.add_argument("--floor", type=float, default=0.02, help="share of the rate at the end")
    parser.add_argument("--mosaic", type=float, default=0.5)
    parser.add_argument("--box-weight", type=float, default=5.0, help="of the box loss, beside the score's")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    loop.use_bfloat16()
    split, teacher = data.Split("train", options.dataset, options.work), options.work / "pseudo.npy"
    pseudo = np.load(teacher) if teacher.exists() else None
    source = scenes.Scenes(split, options.side, options.mosaic, pseudo)
    model = network.localizer(options.side)
    start = options.start or options.work / "backbone" / "average.npz"
    if start.exists():
        print(f"from {start}: {loop.load_weights(model, start)} variables are new", flush=True)
    grid = tf.constant(network.anchors(options.side))
    print(f"{len(source.indices)} images, {model.count_params()} weights", flush=True)

    def loss(images, boxes, trust, belief):
        encodings, logits = model(tf.cast(images, tf.float32) / 127.5 - 1.0, training=True)
        return losses.localizer(encodings, logits, boxes, trust, belief, grid, options.box_weight)

    batches = loop.prefetch(lambda rng: source.batch(rng, options.batch))
    optimizer = loop.optimizer(options.rate, options.steps, floor=options.floor)
    loop.run(options.name, options.work, model, optimizer, loss, batches, options.steps, horizon=600)


if __name__ == "__main__":
    main()
