"""The data set in memory: records of the index files and their decoded pixels.

Reads `shared/dataset` (see its README): `train.jsonl` with six tars, `val/annotations.jsonl` with a
folder of images. Pixels are decoded once into one flat file per split, so that every later step
maps them without decoding.
"""

import json
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

REPOSITORY = Path(__file__).resolve().parent.parent
DATASET = REPOSITORY.parent / "shared" / "dataset"
TEACHERS = REPOSITORY.parent / "shared" / "fixtures" / "models"
WORK = REPOSITORY.parent / "training"

# Index order of the exported classifier: ML Kit's five categories, then unknown.
OUTCOMES = ["fashion_good", "home_good", "food", "place", "plant", "unknown"]


@dataclass
class Record:
    """One image of the index. Boxes are [x0, y0, x1, y1], normalised to 0...1."""

    file: str
    width: int
    height: int
    source: str
    boxes: np.ndarray
    classes: list
    outcomes: list
    ignore: np.ndarray
    boxes_kind: str
    coverage: str
    label: str | None
    outcome: str | None
    extra: dict = field(default_factory=dict)

    @property
    def measured(self):
        """Whether people drew the boxes: only such images score a localizer."""
        return self.boxes_kind in ("human", "mask") and len(self.boxes) > 0


def read_index(path):
    """Yields (record, name of its tar or None) for each line of an index file."""
    for line in Path(path).read_text().splitlines():
        item = json.loads(line)
        yield Record(
            file=item["file"], width=item["width"], height=item["height"], source=item["source"],
            boxes=np.array(item["boxes"], np.float32).reshape(-1, 4), classes=item["classes"],
            outcomes=item["box_coarse"], ignore=np.array(item["ignore"], bool),
            boxes_kind=item["boxes_kind"], coverage=item["coverage"],
            label=item["label"], outcome=item["coarse"],
        ), item.get("shard")


class Split:
    """Records of one split with their pixels: `split.image(i)` is [H, W, 3] uint8, RGB."""

    def __init__(self, name, dataset=DATASET, work=WORK):
        self.name, self.dataset = name, Path(dataset)
        index = "train.jsonl" if name == "train" else "val/annotations.jsonl"
        self.records, shards = map(list, zip(*read_index(self.dataset / index)))
        cache = Path(work) / f"{name}-pixels.npy"
        sizes = np.array([r.width * r.height * 3 for r in self.records], np.int64)
        self.offsets = np.concatenate([[0], np.cumsum(sizes)])
        if not cache.exists():
            self._decode(cache, shards)
        self.pixels = np.load(cache, mmap_mode="r")

    def __len__(self):
        return len(self.records)

    def image(self, i):
        r = self.records[i]
        return self.pixels[self.offsets[i]:self.offsets[i + 1]].reshape(r.height, r.width, 3)

    def _decode(self, cache, shards):
        cache.parent.mkdir(parents=True, exist_ok=True)
        pixels = np.empty(self.offsets[-1], np.uint8)
        tars = {s: tarfile.open(self.dataset / s) for s in set(shards) if s}
        for i, (record, shard) in enumerate(zip(self.records, shards)):
            if shard:
                member = self._member(tars[shard], record.file)
                bytes_ = tars[shard].extractfile(member).read()
            else:
                bytes_ = (self.dataset / "val" / record.file).read_bytes()
            image = cv2.imdecode(np.frombuffer(bytes_, np.uint8), cv2.IMREAD_COLOR)
            if image is None or image.shape[:2] != (record.height, record.width):
                raise ValueError(f"{record.file}: not {record.width}x{record.height}")
            pixels[self.offsets[i]:self.offsets[i + 1]] = image[:, :, ::-1].reshape(-1)
        partial = cache.with_suffix(".part.npy")
        np.save(partial, pixels)
        partial.rename(cache)

    @staticmethod
    def _member(tar, name):
        if not hasattr(tar, "by_name"):
            tar.by_name = {Path(m.name).name: m for m in tar.getmembers()}
        return tar.by_name[name]


def held_out(record):
    """One image in twenty of train, by name: used for calibration and never trained on."""
    return sum(record.file.encode()) * 2654435761 % 2**32 < 2**32 // 20
