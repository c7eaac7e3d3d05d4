"""Trains the coarse classifier: a layer on the outputs of ML Kit's sample labeler.

    python pretrained.py classifier --out ../../training/pretrained.npz
    python train_classifier.py --start ../../training/pretrained.npz --work ../../training

The labeler does not change: after further training on the data set, the scores on left-out sources were lower
(RUNS.md). The script computes the features of each drawn view once, and fits the last layer to the labels with a ridge
regression. The weights of the best score of each outcome's labels have no penalty, those of the hidden features have
one. So the layer relies on what the labeler says, and learns less of what tells the sources apart.
"""

import argparse
import collections
from pathlib import Path

import cv2
import numpy as np
import tensorflow as tf

import augment
import crops
import data
import labeler_head
import labeler_outcomes
import network
import patterns
import weightfile

# The share of each outcome in the weights of the views.
DRAW = {"fashion_good": 0.13, "home_good": 0.27, "food": 0.14, "place": 0.09, "plant": 0.10, "unknown": 0.27}
# Images without objects: their kinds, number, weight, and column of the last layer. Pages and screens have a column of
# their own. In the column of other unknown things, they made unknown what has print on it, such as packaged food.
UNKNOWN, PAGES = 5, 6
EMPTY = (([*patterns.KINDS, "print"], 900, 0.02, UNKNOWN), (["page", "screen"], 300, 0.01, PAGES))
MOST = 500  # views of one outcome of one source
PENALTY = 0.5  # of the squares of the weights of the hidden features; chosen on left-out sources and on val
LEAST_PENALTY = 1e-6
SLOPE = 10.0  # factor of the fitted scores, which lie about between 0 and 1


def chosen_views(split):
    """Returns a crop (`crops.listed`) for each labeled image and for each labeled box that the training uses."""
    used = [(i, r) for i, r in enumerate(split.records) if split.learned(i)]
    return [crop for i, r in used for crop in crops.whole(i, r) + crops.boxes(i, r)]


def changed(image, rng):
    if rng.random() < 0.2:
        image = augment.from_afar(image, rng)
    image = augment.color(augment.degrade(image, rng), rng, 0.8)
    return image[:, ::-1] if rng.random() < 0.5 else image


def drawn(records, views, rng):
    """Returns (indices of views, their weights): at most MOST views of each outcome of each source.

    DRAW divides the weight among the outcomes. In an outcome, the sum of a (source, label) is the square root of its
    count. From more than MOST views, MOST are drawn by their weight, and then weigh the same.
    """
    keys = [(records[v[0]].source, v[6], v[5]) for v in views]
    count, groups = collections.Counter(keys), collections.defaultdict(list)
    weight = np.array([count[k] ** -0.5 for k in keys])
    for n, key in enumerate(keys):
        groups[key[:2]].append(n)
    for rows in groups.values():
        total = weight[rows].sum()
        if len(rows) > MOST:
            kept = rng.choice(rows, MOST, replace=False, p=weight[rows] / total)
            weight[rows] = 0
            weight[kept] = total / MOST
    truth = np.array([v[6] for v in views])
    for k, name in enumerate(data.OUTCOMES):
        weight[truth == k] *= DRAW[name] / max(weight[truth == k].sum(), 1e-9)
    rows = np.flatnonzero(weight)
    return rows, weight[rows] / weight.sum()


def features(model, split, views, side, seed):
    """Returns the pooled features [N, F] of one augmented crop of each view, then those of the images of EMPTY."""
    forward, out = tf.function(lambda x: model(x, training=False)), []
    kinds = [names[k % len(names)] for names, number, *_ in EMPTY for k in range(number)]
    count = len(views) + len(kinds)

    def pixels(k):
        rng = np.random.default_rng([seed, k])
        if k >= len(views):
            return patterns.draw(kinds[k - len(views)], rng, side)
        return changed(crops.cut(split.image(views[k][0]), crops.shaken(views[k], rng), side), rng)

    for start in range(0, count, 64):
        batch = np.stack([pixels(k) for k in range(start, min(start + 64, count))])
        out.append(forward(batch.astype(np.float32) / 127.5 - 1).numpy())
        if start // 64 % 50 == 0:
            print(f"features of {start} of {count} views", flush=True)
    return np.concatenate(out)


def fit(x, outcomes, weight, penalty):
    """Fits a layer from `x` [N, E] to `outcomes` [N], 0 to PAGES, by ridge regression; returns kernel [E, 7] and bias [7].

    `weight` [N] has the weight of each row, `penalty` [E] that of the square of each input's weights.
    """
    truth = np.eye(PAGES + 1)[outcomes]
    square, moment, mean = 0.0, 0.0, (weight[:, None] * x).sum(0, dtype=float) / weight.sum()
    base = (weight[:, None] * truth).sum(0) / weight.sum()
    for start in range(0, len(x), 4096):
        rows = slice(start, start + 4096)
        part = (x[rows] - mean).astype(np.float32)
        heavy = part * weight[rows, None].astype(np.float32)
        square, moment = square + heavy.T @ part, moment + heavy.T @ (truth[rows] - base)
    kernel = np.linalg.solve(square.astype(float) + np.diag(np.maximum(penalty, LEAST_PENALTY)), moment)
    return SLOPE * kernel, SLOPE * (base - mean @ kernel)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data.arguments(parser)
    parser.add_argument("--name", default="classifier", help="name of the run's folder")
    parser.add_argument("--start", type=Path, required=True, help="weights that pretrained.py wrote")
    parser.add_argument("--labeler", type=Path, default=data.TEACHERS / data.LABELER)
    parser.add_argument("--side", type=int, default=160, help="side of the network's input, in pixels")
    parser.add_argument("--penalty", type=float, default=PENALTY, help="of the weights of the hidden features")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    model = network.classifier(options.side)
    if weightfile.load(model, options.start):
        raise ValueError(f"{options.start} does not have the labeler's convolutions; make it with pretrained.py")
    views = chosen_views(split)
    rows, weight = drawn(split.records, views, np.random.default_rng(options.seed))
    views = [views[k] for k in rows]
    x = features(model, split, views, options.side, options.seed)
    table = labeler_outcomes.table(options.labeler)
    counts = np.bincount(table, minlength=len(data.OUTCOMES))
    head = labeler_head.Head(labeler_head.read(options.labeler.read_bytes(), table), counts)
    seen = np.concatenate([head.evidence(x[k:k + 2048]) for k in range(0, len(x), 2048)])
    penalty = np.repeat([0, options.penalty], [len(counts), seen.shape[1] - len(counts)])
    outcomes = np.concatenate([[v[6] for v in views], *([column] * number for _, number, _, column in EMPTY)])
    rest = 1 - sum(share for _, _, share, _ in EMPTY)
    weight = np.concatenate([weight * rest, *(np.full(number, share / number) for _, number, share, _ in EMPTY)])
    head.outcome = fit(seen, outcomes, weight, penalty)
    path = options.work / options.name / "average.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    weightfile.save(path, {v.path: v.numpy() for v in model.variables if v.dtype == "float32"} | head.arrays())
    print(f"{path}: fitted to {len(views)} views and {len(outcomes) - len(views)} images without objects")


if __name__ == "__main__":
    main()
