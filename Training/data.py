"""The data set in memory: records of the index files and their decoded pixels.

Reads `shared/dataset` (see its README): `train.jsonl` and `more.jsonl` with their tars, which make the split
`train`, and `val/annotations.jsonl` with a folder of images. Pixels are decoded once into one flat file per
split, so that every later step maps them without decoding.
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

INDICES = {"train": ["train.jsonl", "more.jsonl"], "val": ["val/annotations.jsonl"]}

# Index order of the exported classifier: ML Kit's five categories, then unknown.
OUTCOMES = ["fashion_good", "home_good", "food", "place", "plant", "unknown"]


# The three rotations of sources that a training leaves out, to be measured on what it has not seen.
ROTATIONS = {
    "new": ["animal", "pot", "freiburg"],
    "coco": ["coco", "cocotest", "ccp", "foda"],
    "voc": ["voc", "vocap"],
}
# VOC's 20 classes under all names that the sources use.
VOC_CLASSES = {
    "person", "bird", "cat", "cow", "dog", "horse", "sheep", "aeroplane", "airplane", "bicycle", "boat", "bus", "car",
    "motorbike", "motorcycle", "train", "bottle", "chair", "dining_table", "diningtable", "pottedplant", "potted_plant",
    "sofa", "couch", "tv", "tvmonitor"}


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
    """Records of one split with their pixels: `split.image(i)` is [H, W, 3] uint8, RGB.

    `leave_out` names the sources that a training must not see; the records stay, so that indices do not change."""

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

    def __len__(self):
        return len(self.records)

    def image(self, i):
        r = self.records[i]
        return self.pixels[self.offsets[i]:self.offsets[i + 1]].reshape(r.height, r.width, 3)

    def learnt(self, i):
        """Whether a training sees the image: not one of a source left out, nor of the held-out twentieth."""
        return self.records[i].source not in self.leave_out and not held_out(self.records[i])

    def calibrates(self, i):
        """Whether the image is in the held-out twentieth of the sources that are not left out."""
        return self.records[i].source not in self.leave_out and held_out(self.records[i])

    def _decode(self, cache, shards):
        cache.parent.mkdir(parents=True, exist_ok=True)
        partial = cache.with_suffix(".part.npy")
        pixels = np.lib.format.open_memmap(partial, "w+", np.uint8, (int(self.offsets[-1]),))
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
        pixels.flush()
        partial.rename(cache)

    @staticmethod
    def _member(tar, name):
        if not hasattr(tar, "by_name"):
            tar.by_name = {Path(m.name).name: m for m in tar.getmembers()}
        return tar.by_name[name]


def arguments(parser):
    """Adds where the data set lies, where work goes, and which sources are left out."""
    parser.add_argument("--dataset", type=Path, default=DATASET)
    parser.add_argument("--work", type=Path, default=WORK, help="checkpoints, caches and results")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="SOURCE",
                        help=f"sources that are not learnt from, or one of {', '.join(ROTATIONS)}")
    parser.add_argument("--only", nargs="*", default=[], metavar="SOURCE", help="leave out all sources but these")


def left_out(options):
    """The names of the sources that the options leave out."""
    indices = [options.dataset / index for listed in INDICES.values() for index in listed]
    known = {record.source for index in indices for record, _ in read_index(index)}
    names = {name for given in options.leave_out for name in ROTATIONS.get(given, [given])}
    if names - known or set(options.only) - known:
        raise ValueError(f"no such source: {', '.join(sorted((names | set(options.only)) - known))}")
    return names | known - set(options.only) if options.only else names


def held_out(record):
    """One image in twenty of train, by name: used for calibration and never trained on."""
    return sum(record.file.encode()) * 2654435761 % 2**32 < 2**32 // 20
