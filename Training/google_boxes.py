"""Runs Google's localizer on the images that may have objects without a box.

    python google_boxes.py --work ../../training

COCO's classes, which the other teachers know, hardly cover garments, household goods and packaged food. The script writes
`google-boxes.jsonl` in the format of `teacher-boxes.jsonl`: `file`, `boxes` (x0, y0, x1, y1 in 0...1) and `mean`, the
calibrated score: the share of boxes with this score that are correct. `only` is set for images of clothes, on which the
other teachers find persons instead of garments. `labels.py` uses these boxes.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import data
import evaluate_localizer
import labels
import predict

CLOTHES = ("clothing", "ccp")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    parser.add_argument("--models", type=Path, default=data.TEACHERS)
    options = parser.parse_args()
    split = data.Split("train", options.dataset, options.work)
    run = predict.lite_localizer(options.models / evaluate_localizer.GOOGLE)
    curve = json.loads((options.dataset / "teachers" / "calibration.json").read_text())["google"]
    path = options.work / labels.GOOGLE
    partial = path.with_suffix(".part")
    with partial.open("w") as out:
        for i, record in enumerate(split.records):
            clothes = record.source in CLOTHES
            if clothes or record.coverage != "exhaustive":
                boxes, scores = run(split.image(i))
                right = np.interp(scores, np.linspace(0, 1, len(curve)), curve)
                kept = right >= labels.IGNORED
                row = {"file": record.file, "boxes": boxes[kept].round(3).tolist(),
                       "mean": right[kept].round(3).tolist(), "only": clothes}
                out.write(json.dumps(row, separators=(",", ":")) + "\n")
    partial.rename(path)


if __name__ == "__main__":
    main()
