"""Google's localizer over every training image: what it sees beside the labelled boxes.

    python pseudo_labels.py --work ../../training

Kept: at most 12 boxes an image with score >= 0.2, as x0, y0, x1, y1 in 0...1 and the score; a row of
zeros is no box. `scenes.py` says what they are used for.
"""

import argparse
from pathlib import Path

import numpy as np

import data
import evaluate_localizer
import predict

MOST, LEAST_SCORE = 12, 0.2


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    parser.add_argument("--models", type=Path, default=data.TEACHERS)
    options = parser.parse_args()
    split = data.Split("train", options.dataset, options.work)
    run = predict.lite_localizer(options.models / evaluate_localizer.GOOGLE)
    rows = np.zeros((len(split), MOST, 5), np.float32)
    for i in range(len(split)):
        boxes, scores = run(split.image(i))
        best = np.argsort(-scores, kind="stable")[:MOST]
        best = best[scores[best] >= LEAST_SCORE]
        rows[i, :len(best)] = np.hstack([boxes[best], scores[best, None]])
    np.save(options.work / "pseudo.npy", rows)


if __name__ == "__main__":
    main()
