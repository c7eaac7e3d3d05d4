"""Scores classifiers, and ML Kit's sample labeler, on labeled crops of `val` and of left-out sources.

    python evaluate_classifier.py FILE.tflite WEIGHTS.npz ... [--widen 0 0.2 0.4] [--leave-out new facades]

A crop is a box with a known outcome, which is not ignored and has at least --shortest pixels on its shorter side, or
a whole image without boxes. The answer is the most probable category if its probability is at least --least and not
below that of "unknown"; otherwise the answer is "unknown".
"""

import argparse
import json
from pathlib import Path

import numpy as np

import crops
import data
import labeler_outcomes
import predict

# Common classes of the outcome "unknown". "living called a category" is the share of them that get a category.
LIVING = {"person", "cat", "dog", "horse", "sheep", "cow", "bird", "bear", "zebra", "giraffe", "elephant",
          "raccoon", "kangaroo", "car", "bus", "train", "truck", "motorbike", "motorcycle", "bicycle", "boat",
          "aeroplane", "airplane"}


def outcome(probabilities, least):
    best = int(np.argmax(probabilities[:5]))
    return best if probabilities[best] >= least and probabilities[best] >= probabilities[5:].max(initial=0) else 5


def labeler(path, least):
    """Returns a predictor that runs ML Kit's sample labeler and looks up the outcome of the label with the best score.

    A score below `least` gives the outcome "unknown".
    """
    run = predict.lite_scores(path)
    table = labeler_outcomes.table(path)

    def answer(image, crop):
        scores = run(image, crop)
        best = int(np.argmax(scores))
        return int(table[best]) if scores[best] >= least else 5

    return answer


def score(answers, known):
    truth = np.array([c[6] for c in known])
    living = np.array([c[5] in LIVING for c in known])
    confusion = np.zeros((6, 6), int)
    np.add.at(confusion, (truth, answers), 1)
    with np.errstate(invalid="ignore"):
        recall = confusion.diagonal() / confusion.sum(1)
    out = {"accuracy": float((answers == truth).mean()), "mean recall": float(np.nanmean(recall))}
    out |= {f"recall {n}": float(v) for n, v in zip(data.OUTCOMES, recall)}
    with np.errstate(invalid="ignore"):
        precision = confusion.diagonal() / confusion.sum(0)
    out |= {f"precision {n}": float(v) for n, v in zip(data.OUTCOMES, precision)}
    out["unknown called a category"] = float((answers[truth == 5] != 5).mean()) if (truth == 5).any() else float("nan")
    out["living called a category"] = float((answers[living] != 5).mean()) if living.any() else float("nan")
    return out, confusion


def crops_to_score(options):
    """Returns the labeled crops to score: {"val": ..., "left out": ...}, each a list of (split, crop)."""
    splits = [data.Split(name, options.dataset, options.work, data.left_out(options)) for name in ("val", "train")]
    missed = splits[0].leave_out
    listed = {s: crops.listed(s, shortest=options.shortest) for s in (splits if missed else splits[:1])}
    source = lambda s, c: s.records[c[0]].source
    sets = {"val": [(splits[0], c) for c in listed[splits[0]] if source(splits[0], c) not in missed]}
    for name in sorted(missed):
        mine = [(s, c) for s in splits for c in listed[s] if source(s, c) == name]
        sets.setdefault("left out", []).extend(mine[::-(-len(mine) // options.most) or 1])
    return sets


def column(run, chosen, share):
    """Returns the scores and the confusion matrix of one model on the chosen crops, each widened by `share`."""
    answers = np.array([run(split.image(c[0]), crops.widened(c, share)) for split, c in chosen])
    out, confusion = score(answers, [c for _, c in chosen])
    sources = np.array([split.records[c[0]].source for split, c in chosen])
    right = answers == np.array([c[6] for _, c in chosen])
    out |= {f"{name}: accuracy of {(sources == name).sum()}": float(right[sources == name].mean()) for name in sorted({*sources})}
    return out, confusion


def predictor(path, options):
    if path.suffix == ".npz":
        forward = predict.float_classifier(path, options.side)

        def run(image, crop):
            e = np.exp((z := forward(image, crop)) - z.max())
            return outcome(e / e.sum(), options.least)

        return run
    forward = predict.lite_scores(path)
    return lambda image, crop: outcome(forward(image, crop), options.least)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", type=Path)
    data.arguments(parser)
    parser.add_argument("--teachers", type=Path, default=data.TEACHERS)
    parser.add_argument("--side", type=int, default=160, help="input side of .npz weights")
    parser.add_argument("--least", type=float, default=0.5)
    parser.add_argument("--labeler-least", type=float, default=0.3)
    parser.add_argument("--widen", type=float, nargs="*", default=[0.0])
    parser.add_argument("--shortest", type=int, default=crops.LEAST_SIDE, help="least shorter side of a box in pixels")
    parser.add_argument("--most", type=int, default=600, help="most crops of one left-out source")
    parser.add_argument("--alone", action="store_true", help="do not score the labeler")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    runs = {p.name: predictor(p, options) for p in options.models}
    if not options.alone:
        runs["labeler"] = labeler(options.teachers / data.LABELER, options.labeler_least)
    tables = {}
    for title, chosen in crops_to_score(options).items():
        columns = tables[title] = {}
        for name, run in runs.items():
            for share in options.widen:
                columns[f"{name[-12:]}+{share:g}"], confusion = column(run, chosen, share)
                print(f"{title}: {name} widened {share:g}\n{confusion}", flush=True)
        print(f"{title + f', {len(chosen)} crops':32}", *(f"{n:>16}" for n in columns))
        for key in next(iter(columns.values())):
            print(f"{key:32}", *(f"{c[key]:16.3f}" for c in columns.values()))
    if options.json:
        options.json.write_text(json.dumps(tables, indent=1))


if __name__ == "__main__":
    main()
