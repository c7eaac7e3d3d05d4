"""Scores localizers on the val split with pycocotools, side by side.

    python evaluate_localizer.py FILE.tflite WEIGHTS.npz ...   (Google's file is always added)

Definitions (README.md repeats them): truths are the boxes of images whose boxes people drew
(`boxes_kind` human or mask); `ignore` boxes are neither found nor missed. Boxes are in pixels of the
stored image. AP: pycocotools, one class, at most 100 boxes an image, only images of `exhaustive`
coverage. AR@k: the share of true boxes found by the k best boxes of each image, all drawn images.
"""

import argparse
import contextlib
import io
import json
from pathlib import Path

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import data
import predict

GOOGLE = "localizer/object_detection_mobile_object_localizer_v1_1_default_1.tflite"
# Sizes by the share of the image a box covers.
SIZES = {"small": (0, 0.01), "medium": (0.01, 0.1), "large": (0.1, 1.01)}
TEN = np.linspace(0.5, 0.95, 10)


def coco(records, indices):
    """Ground truth in COCO's form. Areas are shares of the image times 1e6."""
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
    return out


def evaluated(records, found, indices):
    with contextlib.redirect_stdout(io.StringIO()):
        truth = coco(records, indices)
        result = truth.loadRes(detections(records, found, indices))
        for a in result.dataset["annotations"]:
            r = records[a["image_id"]]
            a["area"] = a["bbox"][2] * a["bbox"][3] / (r.width * r.height) * 1e6
        run = COCOeval(truth, result, "bbox")
        run.params.iouThrs = TEN
        run.params.maxDets = [1, 5, 100]
        run.params.areaRng = [[0, 1e10]] + [[a * 1e6, b * 1e6] for a, b in SIZES.values()]
        run.params.areaRngLbl = ["all", *SIZES]
        run.evaluate()
        run.accumulate()
    return run.eval["precision"], run.eval["recall"]  # [T, R, K, A, M], [T, K, A, M]


def mean(values):
    values = values[values > -1]
    return float(values.mean()) if values.size else float("nan")


def first_hits(records, found, indices):
    """Share of images whose best box overlaps some true box by IoU >= 0.5."""
    hits = 0
    for i in indices:
        boxes, scores = found[i]
        if len(boxes):
            best = boxes[np.argmax(scores)]
            hits += iou(best, records[i].boxes[~records[i].ignore]).max(initial=0) >= 0.5
    return hits / len(indices)


def iou(box, others):
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    inside = np.prod(np.maximum(high - low, 0), -1)
    area = np.prod(others[:, 2:] - others[:, :2], -1) + np.prod(box[2:] - box[:2])
    return inside / np.maximum(area - inside, 1e-9)


def found_by_outcome(records, found, indices, best=5):
    """For each outcome, the share of its boxes that any of the five best boxes of the picture overlaps by 0.5."""
    seen = {}
    for i in indices:
        r, (boxes, scores) = records[i], found[i]
        top = boxes[np.argsort(-scores, kind="stable")[:best]]
        for box, outcome, ignore in zip(r.boxes, r.outcomes, r.ignore):
            if outcome and not ignore:
                seen.setdefault(outcome, []).append(iou(box, top).max(initial=0) >= 0.5)
    return {f"{o}: found by 5": float(np.mean(seen.get(o, [np.nan]))) for o in data.OUTCOMES}


def score(records, found):
    drawn = [i for i, r in enumerate(records) if r.measured and not r.ignore.all()]
    whole = [i for i in drawn if records[i].coverage == "exhaustive"]
    precision, _ = evaluated(records, found, whole)
    _, recall = evaluated(records, found, drawn)
    out = {
        "AP50": mean(precision[0, :, 0, 0, 2]), "AP50:95": mean(precision[:, :, 0, 0, 2]),
        "AR50@1": mean(recall[0, 0, 0, 0]), "AR50@5": mean(recall[0, 0, 0, 1]),
        "AR50@100": mean(recall[0, 0, 0, 2]),
        "AR@1": mean(recall[:, 0, 0, 0]), "AR@5": mean(recall[:, 0, 0, 1]),
        "hit@1": first_hits(records, found, drawn),
    }
    for k, name in enumerate(SIZES, 1):
        out[f"AP50 {name}"] = mean(precision[0, :, 0, k, 2])
    out |= found_by_outcome(records, found, drawn)
    for source in sorted({records[i].source for i in drawn}):
        mine = [i for i in drawn if records[i].source == source]
        precision, recall = evaluated(records, found, mine)
        out[f"{source}: AP50"] = mean(precision[0, :, 0, 0, 2])
        out[f"{source}: AR50@5"] = mean(recall[0, 0, 0, 1])
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", type=Path)
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    parser.add_argument("--teachers", type=Path, default=data.TEACHERS)
    parser.add_argument("--side", type=int, default=224, help="input side of .npz weights")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    split = data.Split("val", options.dataset, options.work)
    drawn = [i for i, r in enumerate(split.records) if r.measured]
    columns = {}
    for path in [*options.models, options.teachers / GOOGLE]:
        name = "google" if path.name in GOOGLE else path.name
        cache = options.work / "google-val.json"
        if name == "google" and cache.exists():
            columns[name] = json.loads(cache.read_text())
            continue
        if path.suffix == ".npz":
            run = predict.float_localizer(path, options.side)
        else:
            run = predict.lite_localizer(path)
        columns[name] = score(split.records, {i: run(split.image(i)) for i in drawn})
        if name == "google":
            cache.write_text(json.dumps(columns[name]))
    for key in next(iter(columns.values())):
        print(f"{key:20}", *(f"{c[key]:10.3f}" for c in columns.values()))
    print(" " * 20, *(f"{n[-10:]:>10}" for n in columns))
    if options.json:
        options.json.write_text(json.dumps(columns, indent=1))


if __name__ == "__main__":
    main()
