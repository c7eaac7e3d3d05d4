"""Reads the data set: the records of its index files and the decoded pixels.

The data set is `shared/dataset` (see its README). The split `train` consists of `train.jsonl` and `more.jsonl`
with their tar files; the split `val` consists of `val/annotations.jsonl` with a folder of images. The first use
of a split decodes all its pixels into one flat file; later uses map this file into memory.
"""

import json
import os
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

REPOSITORY = Path(__file__).resolve().parent.parent
DATASET = REPOSITORY.parent / "shared" / "dataset"
TEACHERS = REPOSITORY.parent / "shared" / "fixtures" / "models"
LABELER = "mlkit/object_labeler.tflite"  # ML Kit's sample labeler, in TEACHERS
WORK = REPOSITORY.parent / "training"

INDICES = {"train": ["train.jsonl", "more.jsonl"], "val": ["val/annotations.jsonl"]}

# The outcomes in the order of the exported classifier's output: ML Kit's five categories, then unknown.
OUTCOMES = ["fashion_good", "home_good", "food", "place", "plant", "unknown"]


# The three groups of sources that a training can leave out, so that a test on them shows how well it generalizes.
ROTATIONS = {
    "new": ["animal", "pot", "freiburg"],
    "coco": ["coco", "cocotest", "ccp", "foda"],
    "voc": ["voc", "vocap"],
}
# VOC's 20 classes, under every name that the sources use.
VOC_CLASSES = {
    "person", "bird", "cat", "cow", "dog", "horse", "sheep", "aeroplane", "airplane", "bicycle", "boat", "bus", "car",
    "motorbike", "motorcycle", "train", "bottle", "chair", "dining_table", "diningtable", "pottedplant", "potted_plant",
    "sofa", "couch", "tv", "tvmonitor"}


@dataclass
class Record:
    """One image of the index. Boxes are [x0, y0, x1, y1], normalized to 0...1."""

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

    @property
    def measured(self):
        """True if people drew the boxes. Only such images are used to score a localizer."""
        return self.boxes_kind in ("human", "mask") and len(self.boxes) > 0


def read_index(path):
    """Yields (record, name of its tar file or None) for each line of an index file."""
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
    """The records of one split and their pixels: `split.image(i)` is [H, W, 3] uint8, RGB.

    `leave_out` names the sources that a training must not use. Their records stay in the split, so that the
    indices do not depend on it.
    """

    def __init__(self, name, dataset=DATASET, work=WORK, leave_out=()):
        self.dataset, self.leave_out = Path(dataset), frozenset(leave_out)
        lines = [line for index in INDICES[name] for line in read_index(self.dataset / index)]
        self.records, shards = map(list, zip(*lines))
        cache = Path(work) / f"{name}-pixels.npy"
        sizes = np.array([r.width * r.height * 3 for r in self.records], np.int64)
        self.offsets = np.concatenate([[0], np.cumsum(sizes)])
        if not cache.exists():
            self._decode(cache, shards)
        self.pixels = np.load(cache, mmap_mode="r")
        if len(self.pixels) != self.offsets[-1]:
            raise ValueError(f"{cache} has {len(self.pixels)} bytes, and the images of {self.dataset} have {self.offsets[-1]}: "
                             "delete the file, or give another --work")

    def __len__(self):
        return len(self.records)

    def image(self, i):
        r = self.records[i]
        return self.pixels[self.offsets[i]:self.offsets[i + 1]].reshape(r.height, r.width, 3)

    def allowed(self, i):
        """True if a run may use the image: its source is not left out."""
        return self.records[i].source not in self.leave_out

    def learned(self, i):
        """True if a training uses the image: its source is not left out and the image is not held out."""
        return self.allowed(i) and not held_out(self.records[i])

    def calibrates(self, i):
        """True if calibration uses the image: its source is not left out and the image is held out."""
        return self.allowed(i) and held_out(self.records[i])

    def _decode(self, cache, shards):
        cache.parent.mkdir(parents=True, exist_ok=True)
        free, needed = shutil.disk_usage(cache.parent).free, int(self.offsets[-1])
        if free < needed:  # a full disk ends the process without a message while it writes to the mapped file
            raise OSError(f"{cache.parent} has {free} free bytes, and {cache.name} needs {needed}")
        partial = cache.with_suffix(f".{os.getpid()}.npy")  # another process may decode the same split
        try:
            self._decode_into(partial, shards)
            partial.rename(cache)
        finally:
            partial.unlink(missing_ok=True)

    def _decode_into(self, path, shards):
        pixels = np.lib.format.open_memmap(path, "w+", np.uint8, (int(self.offsets[-1]),))
        tars = {s: tarfile.open(self.dataset / s) for s in set(shards) if s}
        for i, (record, shard) in enumerate(zip(self.records, shards)):
            if shard:
                member = self._member(tars[shard], record.file)
                bytes_ = tars[shard].extractfile(member).read()
            else:
                bytes_ = (self.dataset / "val" / record.file).read_bytes()
            image = cv2.imdecode(np.frombuffer(bytes_, np.uint8), cv2.IMREAD_COLOR)
            if image is None or image.shape[:2] != (record.height, record.width):
                raise ValueError(f"{record.file}: the image cannot be decoded or is not {record.width}x{record.height}")
            pixels[self.offsets[i]:self.offsets[i + 1]] = image[:, :, ::-1].reshape(-1)
        pixels.flush()

    @staticmethod
    def _member(tar, name):
        if not hasattr(tar, "by_name"):
            tar.by_name = {Path(m.name).name: m for m in tar.getmembers()}
        return tar.by_name[name]


def arguments(parser):
    """Adds the options for the data set, the work folder and the sources to leave out."""
    parser.add_argument("--dataset", type=Path, default=DATASET)
    parser.add_argument("--work", type=Path, default=WORK, help="folder of checkpoints, caches and results")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SOURCE",
                        help=f"sources that the training does not use; {', '.join(ROTATIONS)} each name a group")
    parser.add_argument("--only", nargs="*", default=[], metavar="SOURCE", help="leave out all other sources")


def left_out(options):
    """Returns the names of the sources that the options leave out."""
    indices = [options.dataset / index for listed in INDICES.values() for index in listed]
    known = {record.source for index in indices for record, _ in read_index(index)}
    names = {name for given in options.leave_out for name in ROTATIONS.get(given, [given])}
    if names - known or set(options.only) - known:
        raise ValueError(f"no such source: {', '.join(sorted((names | set(options.only)) - known))}")
    return names | known - set(options.only) if options.only else names


def held_out(record):
    """True for one image in twenty of `train`, by a hash of its name. These images serve only for calibration."""
    return sum(record.file.encode()) * 2654435761 % 2**32 < 2**32 // 20
