"""Scores localizers, and Google's localizer, with pycocotools on `val` and on the left-out sources.

    python evaluate_localizer.py FILE.tflite WEIGHTS.npz ... [--leave-out new] [--beyond-voc]

Definitions (README.md repeats them): the true boxes are those that people drew (`boxes_kind` human or mask), in
pixels of the stored image. `ignore` boxes count neither as found nor as missed. AP is that of pycocotools with one
class and at most 100 boxes per image, over images of `exhaustive` coverage. AR@k is the share of true boxes that the
k best boxes of each image find, over all images with drawn boxes.
"""

import argparse
import contextlib
import dataclasses
import io
import json
import os
from pathlib import Path

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import data
import geometry
import predict

GOOGLE = "localizer/object_detection_mobile_object_localizer_v1_1_default_1.tflite"
# Ranges of the share of the image that a box covers.
SIZES = {"small": (0, 0.01), "medium": (0.01, 0.1), "large": (0.1, 1.01)}
TEN = np.linspace(0.5, 0.95, 10)
MOST = [1, 5, 10, 100]


def coco(records, indices):
    """Returns the ground truth as a COCO object. An area is the share of the image, times 1e6."""
    images, annotations = [], []
    for i in indices:
        r = records[i]
        images.append({"id": i, "width": r.width, "height": r.height})
        for box, ignore in zip(r.boxes, r.ignore):
            x0, y0, x1, y1 = (float(v) for v in box)
            annotations.append({
                "id": len(annotations) + 1, "image_id": i, "category_id": 1, "iscrowd": int(ignore),
                "bbox": [x0 * r.width, y0 * r.height, (x1 - x0) * r.width, (y1 - y0) * r.height],
                "area": (x1 - x0) * (y1 - y0) * 1e6})
    truth = COCO()
    truth.dataset = {"images": images, "annotations": annotations, "categories": [{"id": 1}]}
    truth.createIndex()
    return truth


def detections(records, found, indices):
    out = []
    for i in indices:
        r, (boxes, scores) = records[i], found[i]
        for (x0, y0, x1, y1), score in zip(boxes.astype(float), scores):
            out.append({
                "image_id": i, "category_id": 1, "score": float(score),
                "bbox": [x0 * r.width, y0 * r.height, (x1 - x0) * r.width, (y1 - y0) * r.height]})
    return out or [{"image_id": indices[0], "category_id": 1, "score": 0.0, "bbox": [0, 0, 0, 0]}]  # one is required


def evaluated(records, found, indices):
    with contextlib.redirect_stdout(io.StringIO()):
        truth = coco(records, indices)
        result = truth.loadRes(detections(records, found, indices))
        for a in result.dataset["annotations"]:
            r = records[a["image_id"]]
            a["area"] = a["bbox"][2] * a["bbox"][3] / (r.width * r.height) * 1e6
        run = COCOeval(truth, result, "bbox")
        run.params.iouThrs = TEN
        run.params.maxDets = MOST
        run.params.areaRng = [[0, 1e10]] + [[a * 1e6, b * 1e6] for a, b in SIZES.values()]
        run.params.areaRngLbl = ["all", *SIZES]
        run.evaluate()
        run.accumulate()
    return run.eval["precision"], run.eval["recall"]  # [T, R, K, A, M], [T, K, A, M]


def mean(values):
    values = values[values > -1]
    return float(values.mean()) if values.size else float("nan")


def first_hits(records, found, indices):
    """Returns the share of images whose best box has an IoU >= 0.5 with a true box."""
    hits = 0
    for i in indices:
        boxes, scores = found[i]
        if len(boxes):
            best = boxes[np.argmax(scores)]
            hits += geometry.iou(best, records[i].boxes[~records[i].ignore]).max(initial=0) >= 0.5
    return hits / len(indices)


def found_by_outcome(records, found, indices, best=5):
    """Returns, for each outcome, the share of its true boxes that one of the `best` boxes finds with an IoU >= 0.5."""
    seen = {}
    for i in indices:
        r, (boxes, scores) = records[i], found[i]
        top = boxes[np.argsort(-scores, kind="stable")[:best]]
        for box, outcome, ignore in zip(r.boxes, r.outcomes, r.ignore):
            if outcome and not ignore:
                seen.setdefault(outcome, []).append(geometry.iou(box, top).max(initial=0) >= 0.5)
    return {f"{o}: found by 5": float(np.mean(seen.get(o, [np.nan]))) for o in data.OUTCOMES}


def average_precision(precision, threshold=slice(None), area=0):
    return mean(precision[threshold, :, 0, area, -1])


def score(records, found):
    """Returns all scores by name; `found` has (boxes, scores) for each record."""
    drawn = [i for i, r in enumerate(records) if r.measured and not r.ignore.all()]
    whole = [i for i in drawn if records[i].coverage == "exhaustive"]
    precision, _ = evaluated(records, found, whole or drawn)
    _, recall = evaluated(records, found, drawn)
    out = {"AP50": average_precision(precision, 0), "AP50:95": average_precision(precision)}
    out |= {f"AR50@{k}": mean(recall[0, 0, 0, m]) for m, k in enumerate(MOST)}
    out |= {f"AR@{k}": mean(recall[:, 0, 0, m]) for m, k in enumerate(MOST)}
    out["hit@1"] = first_hits(records, found, drawn)
    out |= {f"AP50 {name}": average_precision(precision, 0, k) for k, name in enumerate(SIZES, 1)}
    out |= found_by_outcome(records, found, drawn)
    for source in sorted({records[i].source for i in drawn}):
        mine = [i for i in drawn if records[i].source == source]
        precision, recall = evaluated(records, found, mine)
        out[f"{source}: images"] = len(mine)
        out[f"{source}: AP50"] = average_precision(precision, 0)
        out[f"{source}: AR50@5"] = mean(recall[0, 0, 0, MOST.index(5)])
        out[f"{source}: hit@1"] = first_hits(records, found, mine)
    return out


def beyond_voc(record, boxes, scores):
    """Returns (record, (boxes, scores)) for the recall of classes outside of VOC (OLN, Kim et al. 2022).

    True boxes of VOC's classes become `ignore` boxes. Found boxes with an IoU >= 0.5 with such a box are removed, so
    that they do not count among the first k.
    """
    seen = np.array([name in data.VOC_CLASSES for name in record.classes], bool)
    free = np.array([geometry.iou(box, record.boxes[seen]).max(initial=0) < 0.5 for box in boxes], bool)
    return dataclasses.replace(record, ignore=record.ignore | seen), (boxes[free], scores[free])


def images(options):
    """Returns the images to score: {"val": ..., "left out": ...}, each a list of (split, index)."""
    splits = [data.Split(name, options.dataset, options.work, data.left_out(options)) for name in ("val", "train")]
    sets = {"val": [(splits[0], i) for i, r in enumerate(splits[0].records) if r.source not in splits[0].leave_out]}
    for source in sorted(splits[0].leave_out):
        mine = [(s, i) for s in splits for i, r in enumerate(s.records) if r.source == source and r.measured]
        sets.setdefault("left out", []).extend(mine[::-(-len(mine) // options.most) or 1])
    return {name: [(s, i) for s, i in listed if s.records[i].measured] for name, listed in sets.items()}


def remembered(run, path):
    """Returns a function of (split, index) that calls `run` and caches its answers in a file, one line per image."""
    content = path.read_bytes() if path.exists() else b""
    whole = content[:content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        os.truncate(path, len(whole))  # removes the start of a line, which a process left that was stopped
    answers = {row["file"]: row for row in map(json.loads, whole.splitlines())}

    def answer(split, i):
        name = split.records[i].file
        if name not in answers:
            boxes, scores = run(split.image(i))
            answers[name] = {"file": name, "boxes": boxes.tolist(), "scores": scores.tolist()}
            with path.open("ab", buffering=0) as out:  # writes the line in one piece; another process may append, too
                out.write(json.dumps(answers[name]).encode() + b"\n")
        return np.array(answers[name]["boxes"]).reshape(-1, 4), np.array(answers[name]["scores"])

    return answer


def column(answer, listed, beyond):
    """Returns the scores of one model on the listed images."""
    records, found = [split.records[i] for split, i in listed], [answer(split, i) for split, i in listed]
    if beyond:
        records, found = map(list, zip(*(beyond_voc(r, *f) for r, f in zip(records, found))))
    return score(records, found) if any(not r.ignore.all() for r in records) else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path)
    data.arguments(parser)
    parser.add_argument("--teachers", type=Path, default=data.TEACHERS)
    parser.add_argument("--side", type=int, default=256, help="input side of .npz weights")
    parser.add_argument("--most", type=int, default=600, help="most images of one left-out source")
    parser.add_argument("--beyond-voc", action="store_true", help="score only boxes of classes outside of VOC")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    answers = {}
    for path in options.models:
        run = predict.float_localizer(path, options.side) if path.suffix == ".npz" else predict.lite_localizer(path)
        answers["/".join(path.parts[-2:])] = lambda split, i, run=run: run(split.image(i))
    answers["google"] = remembered(predict.lite_localizer(options.teachers / GOOGLE), options.work / "google-found.jsonl")
    tables = {name: {model: column(answer, listed, options.beyond_voc) for model, answer in answers.items()}
              for name, listed in images(options).items()}
    for name, columns in tables.items():
        print(f"{name:26}", *(f"{model[-14:]:>14}" for model in columns))
        for key in columns["google"]:
            print(f"{key:26}", *(f"{c[key]:14.3f}" for c in columns.values()))
    if options.json:
        options.json.write_text(json.dumps(tables, indent=1))


if __name__ == "__main__":
    main()
