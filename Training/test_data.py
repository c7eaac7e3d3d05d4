"""Tests the localizer's targets, and the choice of images for training and scores."""

import argparse
import collections
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import cv2
import numpy as np

import data
import evaluate_localizer
import labels


def record(source="voc", kind="human", coverage="exhaustive", boxes=(), classes=None, ignore=None, file="a.webp"):
    boxes = np.array(boxes, np.float32).reshape(-1, 4)
    names = classes or ["thing"] * len(boxes)
    return data.Record(file, 100, 100, source, boxes, names, [None] * len(boxes),
                       np.array(ignore or [False] * len(boxes), bool), kind, coverage, None, None)


class Labels(unittest.TestCase):
    HUMAN, OTHER, FAINT, NOTHING = [0, 0, 0.5, 0.5], [0.6, 0.6, 0.9, 0.9], [0.6, 0, 0.9, 0.3], [0, 0.6, 0.3, 0.9]
    SAID = (np.array([[0, 0, 0.5, 0.45], OTHER, FAINT, NOTHING], np.float32), np.array([0.9, 0.6, 0.2, 0.05], np.float32))

    def told(self, said=SAID, **fields):
        truth = labels.truth(record(boxes=[self.HUMAN], **fields), said)
        return {tuple(np.round(box.astype(float), 2).tolist()): round(float(trust), 2) for box, trust in zip(truth.boxes, truth.trust)}

    def test_human_boxes_rule_where_they_are_complete(self):
        self.assertEqual(self.told(), {tuple(self.HUMAN): 1, tuple(self.OTHER): labels.DOUBTED})

    def test_teachers_add_to_partial_boxes_by_their_precision(self):
        expected = {tuple(self.HUMAN): 1, tuple(self.OTHER): 0.6, tuple(self.FAINT): labels.DOUBTED}
        self.assertEqual(self.told(coverage="partial"), expected)

    def test_the_weakest_automatic_boxes_give_way_to_the_teachers(self):
        self.assertEqual(self.told(kind="auto-teacher", coverage="main"),
                         {(0, 0, 0.5, 0.45): 0.9, tuple(self.OTHER): 0.6, tuple(self.FAINT): labels.DOUBTED})
        self.assertEqual(self.told(None, kind="auto-teacher", coverage="main"), {tuple(self.HUMAN): 0})

    def test_boxes_to_be_ignored_stay_ignored(self):
        self.assertEqual(self.told(None, ignore=[True]), {tuple(self.HUMAN): 0})

    def test_google_replaces_or_adds_and_an_unfinished_line_waits(self):
        with tempfile.TemporaryDirectory() as folder:
            row = lambda file, mean, **rest: json.dumps({"file": file, "boxes": [self.OTHER], "mean": [mean], **rest})
            Path(folder, labels.FUSED).write_text("\n".join(row(file, 0.5) for file in "abc") + "\n" + row("d", 0.7)[:20])
            other = row("c", 0.6, only=False).replace("0.6, 0.6", "0.1, 0.1")
            Path(folder, labels.GOOGLE).write_text(
                row("a", 0.1, only=True) + "\n" + row("b", 0.1, only=False) + "\n" + other + "\n")
            said = labels.teacher_boxes(Path(folder))
        self.assertEqual({file: [round(float(x), 2) for x in mean] for file, (_, mean) in said.items()},
                         {"a": [0.1], "b": [0.5], "c": [0.5, round(0.6 * labels.ALONE, 2)]})


class Pixels(unittest.TestCase):
    ROW = {"width": 8, "height": 6, "boxes": [], "classes": [], "box_coarse": [], "ignore": [], "source": "voc",
           "boxes_kind": "none", "coverage": "none", "label": None, "coarse": None}

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)
        (self.folder / "val").mkdir()
        for k in range(2):
            cv2.imwrite(str(self.folder / "val" / f"{k}.png"), np.full((6, 8, 3), 10 * k, np.uint8))
        self.index("0.png", "1.png")

    def index(self, *names):
        lines = "".join(json.dumps(self.ROW | {"file": name}) + "\n" for name in names)
        (self.folder / "val" / "annotations.jsonl").write_text(lines)

    def split(self):
        return data.Split("val", self.folder, self.folder / "work")

    def test_the_pixels_of_another_data_set_are_refused(self):
        self.assertEqual(self.split().image(1).max(), 10)
        self.index("1.png")
        with self.assertRaisesRegex(ValueError, "val-pixels.npy has 288 bytes, and the images of .* have 144"):
            self.split()

    def test_a_full_disk_is_an_error_before_the_first_image(self):
        usage = collections.namedtuple("usage", "free")(287)
        with mock.patch("shutil.disk_usage", return_value=usage), self.assertRaisesRegex(OSError, "has 287 free bytes"):
            self.split()

    def test_a_decoding_that_fails_leaves_no_file(self):
        self.index("0.png", "2.png")
        with self.assertRaises(FileNotFoundError):
            self.split()
        self.assertEqual(list((self.folder / "work").iterdir()), [])


class Remembered(unittest.TestCase):
    def test_a_line_that_a_stopped_process_left_is_written_again(self):
        split = argparse.Namespace(records=[record(file=f"{k}.webp") for k in range(3)], image=lambda i: i)
        asked = []

        def run(image):
            asked.append(image)
            return np.array([[0, 0, 1, image]], float), np.array([0.5])

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "found.jsonl")
            for k in range(3):
                evaluate_localizer.remembered(run, path)(split, k)
            path.write_bytes(path.read_bytes()[:-9])
            for _ in range(2):
                answer = evaluate_localizer.remembered(run, path)
                self.assertEqual([answer(split, k)[0].tolist() for k in range(3)], [[[0, 0, 1, k]] for k in range(3)])
        self.assertEqual(asked, [0, 1, 2, 2])


class Sources(unittest.TestCase):
    def options(self, *words):
        parser = argparse.ArgumentParser()
        data.arguments(parser)
        return parser.parse_args(words)

    def test_rotations_and_names_are_left_out_and_unknown_ones_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            row = {"width": 1, "height": 1, "boxes": [], "classes": [], "box_coarse": [], "ignore": [],
                   "boxes_kind": "none", "coverage": "none", "label": None, "coarse": None}
            sources = ["animal", "pot", "freiburg", "voc", "iot"]
            for index in ["train.jsonl", "more.jsonl", "val/annotations.jsonl"]:
                Path(folder, index).parent.mkdir(exist_ok=True)
                Path(folder, index).write_text("".join(json.dumps(row | {"file": s, "source": s}) + "\n" for s in sources))
            left = lambda *words: data.left_out(self.options("--dataset", folder, *words))
            self.assertEqual(left(), set())
            self.assertEqual(left("--leave-out", "new", "iot"), {"animal", "pot", "freiburg", "iot"})
            self.assertEqual(left("--only", "voc"), {"animal", "pot", "freiburg", "iot"})
            with self.assertRaises(ValueError):
                left("--leave-out", "vox")

    def test_neither_left_out_nor_held_out_images_are_learned(self):
        split = data.Split.__new__(data.Split)
        split.leave_out = frozenset(["pot"])
        split.records = [record(source=s, file=f"{k}.webp") for k in range(400) for s in ("voc", "pot")]
        held = np.array([data.held_out(r) for r in split.records])
        voc = np.array([r.source == "voc" for r in split.records])
        self.assertTrue(0 < held.sum() < 100)
        np.testing.assert_array_equal([split.allowed(i) for i in range(800)], voc)
        np.testing.assert_array_equal([split.learned(i) for i in range(800)], voc & ~held)
        np.testing.assert_array_equal([split.calibrates(i) for i in range(800)], voc & held)

    def test_recall_beyond_voc_neither_asks_for_nor_counts_its_classes(self):
        one = record(boxes=[[0, 0, 0.5, 0.5], [0.6, 0.6, 0.9, 0.9]], classes=["dog", "lamp"])
        found = np.array([[0, 0, 0.5, 0.45], [0.6, 0.6, 0.9, 0.85], [0, 0.6, 0.2, 0.9]])
        left, (boxes, scores) = evaluate_localizer.beyond_voc(one, found, np.array([0.9, 0.8, 0.7]))
        self.assertEqual(left.ignore.tolist(), [True, False])
        self.assertEqual(scores.tolist(), [0.8, 0.7])
        result = evaluate_localizer.score([left], [(boxes, scores)])
        self.assertEqual((result["AR50@1"], result["AR50@10"]), (1.0, 1.0))

    def test_a_model_that_finds_nothing_scores_nothing(self):
        one, nothing = record(boxes=[[0, 0, 0.5, 0.5]]), (np.zeros((0, 4)), np.zeros(0))
        self.assertEqual(evaluate_localizer.score([one], [nothing])["AR50@10"], 0.0)
        told = record(boxes=[[0, 0, 0.5, 0.5]], classes=["dog"])
        split = argparse.Namespace(records=[told])
        self.assertEqual(evaluate_localizer.column(lambda *_: nothing, [(split, 0)], True), {})


if __name__ == "__main__":
    unittest.main()
