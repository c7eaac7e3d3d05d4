"""Fits the scores on the held-out twentieth of train, so that 0.5 means what it says.

Platt scaling (Platt 1999) for the localizer; one temperature and a shift an outcome for the classifier
(Guo et al. 2017). Both are folded into the last layer on export.
"""

import numpy as np

import crops
import data
import geometry


WIDEN = 0.5  # as Sight widens the boxes it names


def descend(loss_and_slope, start, steps=3000, rate=0.02):
    """Adam, enough for a handful of parameters."""
    x, first, second = np.array(start, float), 0.0, 0.0
    for step in range(1, steps + 1):
        slope = loss_and_slope(x)
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        x = x - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
    return x


def localizer(split, run):
    """(slope, offset): share of right boxes = sigmoid(slope * logit + offset).

    Counted on held-out images where every object is boxed; a box is right at IoU >= 0.5 with a true one
    that no better box has taken; boxes on things to be ignored do not count.
    """
    logits, right = [], []
    for i, r in enumerate(split.records):
        if not (split.calibrates(i) and r.measured and r.coverage == "exhaustive"):
            continue
        boxes, scores = run(split.image(i))
        free = ~r.ignore
        for k in np.argsort(-scores):
            overlap = geometry.iou(boxes[k], r.boxes)
            if (overlap[r.ignore] >= 0.5).any():
                continue
            overlap = np.where(free, overlap, 0)
            best = int(np.argmax(overlap))
            right.append(overlap[best] >= 0.5)
            free[best] &= not right[-1]
            s = np.clip(scores[k], 1e-6, 1 - 1e-6)
            logits.append(np.log(s / (1 - s)))
    logits, right = np.array(logits), np.array(right, float)
    useful = logits > -3.5  # the long tail of hopeless boxes would decide the fit
    logits, right = logits[useful], right[useful]

    def slope(x):
        wrong = 1 / (1 + np.exp(-(x[0] * logits + x[1]))) - right
        return np.array([(wrong * logits).mean(), wrong.mean()])

    return descend(slope, [1.0, 0.0])


def classifier(split, run):
    """(slope, offsets [outcomes]) for the logits, every outcome weighing by the root of its count."""
    known = [crops.widened(c, WIDEN) for c in crops.listed(split, split.calibrates)]
    logits = np.array([run(split.image(c[0]), c) for c in known])
    labels = np.array([c[6] for c in known])
    truth = np.eye(len(data.OUTCOMES))[labels]
    weights = (np.bincount(labels, minlength=len(data.OUTCOMES)) ** -0.5)[labels]
    weights /= weights.sum()

    def slope(x):
        scaled = x[0] * logits + x[1:]
        p = np.exp(scaled - scaled.max(1, keepdims=True))
        wrong = (p / p.sum(1, keepdims=True) - truth) * weights[:, None]
        return np.concatenate([[(wrong * logits).sum()], wrong.sum(0)])

    x = descend(slope, [1.0, *np.zeros(len(data.OUTCOMES))])
    return x[0], x[1:] - x[1:].mean()
