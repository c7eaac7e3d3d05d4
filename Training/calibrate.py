"""Calibrates the scores on the held-out twentieth of `train`.

The localizer gets Platt scaling (Platt 1999): a score of 0.5 then means a probability of 0.5. The classifier gets one
temperature (Guo et al. 2017), and an offset for "unknown". The export folds both into the last layer.
"""

import numpy as np

import crops
import data
import geometry


MOST_FALSE, SHARPER = 0.095, 2.0
WIDEN = 0.5  # Sight enlarges width and height of a box by this share before it classifies the box


def minimize(gradient, start, steps=3000, rate=0.02):
    """Returns the parameters that minimize a loss, by Adam (Kingma and Ba 2015); for small problems.

    `gradient(x)` returns the gradient of the loss at the parameters `x`.
    """
    x, first, second = np.array(start, float), 0.0, 0.0
    for step in range(1, steps + 1):
        g = gradient(x)
        first, second = 0.9 * first + 0.1 * g, 0.999 * second + 0.001 * g**2
        x = x - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
    return x


def localizer(split, run):
    """Returns (slope, offset) such that the share of correct boxes is sigmoid(slope * logit + offset).

    The fit uses held-out images in which every object has a box. A predicted box is correct if it has an
    IoU >= 0.5 with a true box that no box with a better score has matched. A predicted box with an IoU >= 0.5
    with an ignored box does not count.
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
            free[best] &= not right[-1]  # a true box matches once
            s = np.clip(scores[k], 1e-6, 1 - 1e-6)
            logits.append(np.log(s / (1 - s)))
    logits, right = np.array(logits), np.array(right, float)
    useful = logits > -3.5  # the many boxes with lower scores would dominate the fit
    logits, right = logits[useful], right[useful]
    if not 0 < right.sum() < len(right):
        raise ValueError(f"{int(right.sum())} of {len(right)} boxes in held-out images of exhaustive coverage are right: the fit "
                         "needs right and wrong ones; leave out fewer sources")

    def gradient(x):
        wrong = 1 / (1 + np.exp(-(x[0] * logits + x[1]))) - right
        return np.array([(wrong * logits).mean(), wrong.mean()])

    return minimize(gradient, [1.0, 0.0])


def classifier(split, run):
    """Returns (slope, offsets [outcomes]) for the logits of the classifier.

    The offset of "unknown" is the least one with which at most the share MOST_FALSE of the unknown held-out crops get a
    category. The slope is SHARPER times the one that makes the scores probabilities: on sources that the training has not
    seen, calibrated scores are too low, and too many crops would get no category. All crops of an outcome together weigh
    the square root of their number, so that common outcomes do not dominate.
    """
    known = [crops.widened(c, WIDEN) for c in crops.listed(split, split.calibrates)]
    if len({c[6] == len(data.OUTCOMES) - 1 for c in known}) < 2:
        raise ValueError(f"the {len(known)} held-out crops are not both of known and of unknown things: leave out fewer sources")
    logits = np.array([run(split.image(c[0]), c) for c in known], float)
    labels = np.array([c[6] for c in known])
    offsets = np.zeros(len(data.OUTCOMES))
    margin = logits[:, :-1].max(1) - logits[:, -1]
    offsets[-1] = max(0.0, np.quantile(margin[labels == len(offsets) - 1], 1 - MOST_FALSE))
    logits += offsets
    truth = np.eye(len(offsets))[labels]
    weights = (np.bincount(labels, minlength=len(offsets)) ** -0.5)[labels]
    weights /= weights.sum()

    def gradient(x):
        p = np.exp(x * (logits - logits.max(1, keepdims=True)))
        return np.array([((p / p.sum(1, keepdims=True) - truth) * logits * weights[:, None]).sum()])

    slope = SHARPER * minimize(gradient, [1.0])[0]
    return slope, slope * offsets
