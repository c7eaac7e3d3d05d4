"""What both teachers together think each view is: probabilities of the six outcomes, one row a view.

    python teachers.py && python soft_outcomes.py --work ../../training

A linear layer on the labeler's scores and MobileNet's logits, fitted on the labelled views, stands between their
thousands of names and our six outcomes. Its answers are what `train_classifier.py` learns beside the labels, and all
that it learns where there is no label. Writes `outcomes.npy` [views, 6], zeros where the teachers were not asked.
"""

import argparse
import collections

import numpy as np

import calibrate
import data
import evaluate_classifier
import labels
import teachers

FILE = "outcomes.npy"
DECAY = 3e-4  # of the layer's weights: chosen on left-out sources, see RUNS.md
BATCH = 4096


def features(stored, rows):
    """[rows, 1632]: root of the labeler's scores, MobileNet's logits without their mean, in tens of their steps."""
    logits = stored["logits"][rows].astype(np.float32)
    return np.hstack([np.sqrt(stored["labeler"][rows] / np.float32(256)),
                      (logits - logits.mean(1, keepdims=True)) / np.float32(10)])


def weights(views, records):
    """Every outcome weighs the same, and within it each (source, label) by the root of its count."""
    keys = [(records[v[0]].source, v[5], v[6]) for v in views]
    count = collections.Counter(keys)
    each = np.array([count[key] ** -0.5 for key in keys])
    totals = collections.Counter()
    for key, w in zip(keys, each):
        totals[key[2]] += w
    return each / np.array([totals[key[2]] for key in keys]) / len(totals)


def probabilities(x, layer):
    logits = x @ layer[:-1] + layer[-1]
    e = np.exp(logits - logits.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def fit(x, outcomes, weight, decay=DECAY, steps=400):
    """The layer [features + 1, outcomes] that explains `outcomes` [rows] best, its bias last."""
    truth = np.eye(len(data.OUTCOMES), dtype=np.float32)[outcomes]

    def slope(layer):
        layer = layer.astype(np.float32)
        wrong = (probabilities(x, layer) - truth) * weight[:, None].astype(np.float32)
        return np.vstack([x.T @ wrong + 2 * decay * layer[:-1], wrong.sum(0)])

    start = np.zeros((x.shape[1] + 1, len(data.OUTCOMES)), np.float32)
    return calibrate.descend(slope, start, steps, rate=0.01).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data.arguments(parser)
    options = parser.parse_args()
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    listed = teachers.views(split, labels.teacher_boxes(options.work))
    stored = teachers.arrays(options.work)
    asked = np.flatnonzero(stored["labeler"].any(-1))
    asked = asked[asked < len(listed)]
    known = [n for n in asked if listed[n][6]]
    learnt = [n for n in known if split.learnt(listed[n][0])]
    number = lambda rows: np.array([data.OUTCOMES.index(listed[n][6]) for n in rows])
    layer = fit(features(stored, learnt), number(learnt), weights([listed[n] for n in learnt], split.records))
    for name, rows in (("held out", [n for n in known if split.calibrates(listed[n][0])]),
                       ("left out", [n for n in known if split.records[listed[n][0]].source in split.leave_out])):
        if rows:
            answers = np.array([evaluate_classifier.outcome(p, 0.4) for p in probabilities(features(stored, rows), layer)])
            told = [(*listed[n][:6], data.OUTCOMES.index(listed[n][6])) for n in rows]
            print(name, len(rows), {k: round(v, 3) for k, v in evaluate_classifier.score(answers, told)[0].items()})
    out = np.zeros((len(listed), len(data.OUTCOMES)), np.float32)
    for start in range(0, len(asked), BATCH):
        rows = asked[start:start + BATCH]
        out[rows] = probabilities(features(stored, rows), layer)
    np.save(options.work / FILE, out)


if __name__ == "__main__":
    main()
