"""Builds the localizer's targets for an image, from its labeled boxes and from boxes that the teachers find.

The module reads the teachers' boxes from two files in the work folder: `teacher-boxes.jsonl` holds those of four
fused detectors (`shared/dataset/teachers/label.py`), `google-boxes.jsonl` holds those of Google's localizer alone
(`google_boxes.py`), which replace the fused boxes if `only` is set. Each box has a mean precision: the share of such
boxes that are correct.
"""

import json
from dataclasses import dataclass

import numpy as np

import geometry

FUSED, GOOGLE = "teacher-boxes.jsonl", "google-boxes.jsonl"
ALONE = 0.7  # factor of the precision of a box that Google's localizer finds and the fused detectors do not
LEARNED, IGNORED = 0.3, 0.08  # least mean precision of teachers' boxes that are learned, and that are ignored
SAME = 0.45  # a teacher's box with at least this IoU with a labeled box is the same object
# Weights of labeled boxes, by their exactness. The fused boxes replace those of the kind auto-teacher.
TRUST = {"human": 1.0, "mask": 1.0, "auto-white": 1.0, "auto-agree": 0.8, "auto-grabcut": 0.6}
# Weight of "no object" outside of all boxes in images with unlabeled objects: with and without teachers' boxes.
BELIEF_WITH_TEACHERS, BELIEF_ALONE = 0.5, 0.25
DOUBTED = -1.0


@dataclass
class Truth:
    """The targets of one image: boxes [K, 4] (x0, y0, x1, y1 in 0...1) and their weights `trust` [K].

    `belief` is the weight of "no object" outside of the boxes. A trust of 0 makes this weight 0 inside the box;
    DOUBTED makes it 0 only for predictions that overlap the box by half.
    """

    boxes: np.ndarray
    trust: np.ndarray
    belief: float


def rows(path):
    """Returns the lines of one file of boxes by the names of the images."""
    whole = path.read_text().rpartition("\n")[0] if path.exists() else ""  # the last line may still be written
    return {row["file"]: row for row in map(json.loads, whole.splitlines())}


def numbers(row):
    """Returns (boxes [K, 4], mean precision [K]) of a line."""
    return np.array(row["boxes"], np.float32).reshape(-1, 4), np.array(row["mean"], np.float32)


def teacher_boxes(work):
    """Returns {file name: (boxes [K, 4], mean precision [K])} for every image that the teachers have labeled."""
    fused, google = rows(work / FUSED), rows(work / GOOGLE)
    said = {name: numbers(row) for name, row in fused.items()}
    for name, row in google.items():
        said[name] = numbers(row) if row["only"] or name not in said else joined(said[name], numbers(row))
    return said


def joined(fused, google):
    """Returns the fused boxes, and those of Google's localizer that overlap none of them, with a lower precision."""
    boxes, mean = google
    alone = np.array([geometry.iou(box, fused[0]).max(initial=0) < SAME for box in boxes], bool)
    return np.concatenate([fused[0], boxes[alone]]), np.concatenate([fused[1], ALONE * mean[alone]])


def truth(record, said):
    """Returns the targets of a record.

    `said` is (boxes, mean precision) of the teachers, or None if they have not labeled the image. A labeled box
    replaces the teachers' boxes of the same object. In an image with exhaustive labels, other teachers' boxes
    with a precision of LEARNED are DOUBTED. In other images, teachers' boxes with a precision of LEARNED are
    learned with the precision as weight, and those with a precision of IGNORED are DOUBTED.
    """
    whole = record.coverage == "exhaustive"
    boxes, trust = record.boxes, np.full(len(record.boxes), TRUST.get(record.boxes_kind, 0), np.float32)
    trust[record.ignore] = 0
    if said is None:
        return Truth(boxes, trust, 1.0 if whole else BELIEF_ALONE)
    if record.boxes_kind not in TRUST:
        boxes, trust = boxes[:0], trust[:0]
    seen, mean = said
    new = [geometry.iou(box, boxes).max(initial=0) < SAME for box in seen]
    kept = np.array(new, bool) & (mean >= (LEARNED if whole else IGNORED))
    learned = (mean >= LEARNED) & (not whole)
    trust = np.concatenate([trust, np.where(learned, mean, DOUBTED)[kept]]).astype(np.float32)
    return Truth(np.concatenate([boxes, seen[kept]]), trust, 1.0 if whole else BELIEF_WITH_TEACHERS)
