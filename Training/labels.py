"""What the localizer learns from an image: boxes that people drew, and what the teachers see beside them.

The teachers' boxes are read from two files in the work folder: `teacher-boxes.jsonl` holds those of four fused
detectors (`shared/dataset/teachers/label.py`), `garment-boxes.jsonl` those of Google's localizer for images of
clothes (`garments.py`). Each has a mean precision: the share of such boxes that are right.
"""

import json
from dataclasses import dataclass

import numpy as np

import geometry

FUSED, GARMENTS = "teacher-boxes.jsonl", "garment-boxes.jsonl"
CLOTHES = ("clothing", "ccp")
LEARNT, IGNORED = 0.3, 0.08  # mean precision from which a teacher's box is learnt, and from which it is ignored
SAME = 0.45  # a teacher's box that overlaps a labelled one by this much is that one
# Weights of labelled boxes: how exact they are. Boxes of kind auto-teacher give way to the fused ones.
TRUST = {"human": 1.0, "mask": 1.0, "auto-white": 1.0, "auto-agree": 0.8, "auto-grabcut": 0.6}
# How far "no object" is believed outside of all boxes, where not everything is boxed: with teachers, without.
BELIEF_WITH_TEACHERS, BELIEF_ALONE = 0.5, 0.25
DOUBTED = -1.0


@dataclass
class Truth:
    """Boxes [K, 4] (x0, y0, x1, y1 in 0...1), `trust` [K] their weights, `belief` in "no object" outside of them.

    A trust of 0 says that nothing inside the box is known; DOUBTED says that this box alone is not known."""

    boxes: np.ndarray
    trust: np.ndarray
    belief: float


def teacher_boxes(work):
    """File name to (boxes [K, 4], mean precision [K]) for every image that the teachers have seen."""
    said = {}
    for name in (FUSED, GARMENTS):
        path = work / name
        whole = path.read_text().rpartition("\n")[0] if path.exists() else ""  # the last line may still be written
        for line in whole.splitlines():
            row = json.loads(line)
            said[row["file"]] = np.array(row["boxes"], np.float32).reshape(-1, 4), np.array(row["mean"], np.float32)
    return said


def truth(record, said):
    """The record's truth with what the teachers say of it, (boxes, mean precision) or None if they were not asked.

    Boxes that people drew rule. Where people boxed everything, what only teachers see is doubted; elsewhere it is
    learnt from LEARNT on, with its precision as weight.
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
    kept = np.array(new, bool) & (mean >= (LEARNT if whole else IGNORED))
    learnt = (mean >= LEARNT) & (not whole)
    trust = np.concatenate([trust, np.where(learnt, mean, DOUBTED)[kept]]).astype(np.float32)
    return Truth(np.concatenate([boxes, seen[kept]]), trust, 1.0 if whole else BELIEF_WITH_TEACHERS)
