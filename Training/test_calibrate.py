"""Tests the calibration of scores, and which images set the ranges of integers."""

import unittest

import numpy as np

import calibrate
import data
import export
from test_data import record


def split(records, leave_out=()):
    """Returns a split without pixels."""
    made = data.Split.__new__(data.Split)
    made.records, made.leave_out = records, frozenset(leave_out)
    made.image = lambda i: None
    return made


def held_out(count, **fields):
    """Returns `count` records that are held out."""
    named = (record(boxes=[[0, 0, 0.5, 0.5]], file=f"{k}.webp", **fields) for k in range(100 * count))
    return [r for r in named if data.held_out(r)][:count]


class Localizer(unittest.TestCase):
    def answers(self):
        """Returns a predictor whose boxes with the score .8 are right in half of the images, those with .4 in a quarter."""
        right, wrong = [0, 0, 0.5, 0.5], [0.6, 0.6, 0.9, 0.9]
        rows = [([right], [0.8])] * 2 + [([wrong], [0.8])] * 2 + [([right], [0.4])] + [([wrong], [0.4])] * 3
        turns = iter(rows * 5)
        return lambda _: tuple(map(np.array, next(turns)))

    def test_a_score_becomes_the_share_of_right_boxes(self):
        slope, offset = calibrate.localizer(split(held_out(40)), self.answers())
        for score, share in ((0.8, 0.5), (0.4, 0.25)):
            logit = slope * np.log(score / (1 - score)) + offset
            self.assertAlmostEqual(1 / (1 + np.exp(-logit)), share, places=2)

    def test_a_fit_without_right_and_wrong_boxes_is_refused(self):
        for records, leave_out in ((held_out(40), ["voc"]), (held_out(40, coverage="partial"), []), (held_out(2), [])):
            with self.assertRaisesRegex(ValueError, "leave out fewer sources"):
                calibrate.localizer(split(records, leave_out), self.answers())


class Classifier(unittest.TestCase):
    def test_a_fit_without_known_and_unknown_things_is_refused(self):
        for outcome in ("food", "unknown"):
            records = held_out(5)
            for r in records:
                r.outcomes = [outcome]
            with self.assertRaisesRegex(ValueError, "the 5 held-out crops"):
                calibrate.classifier(split(records), lambda *_: np.zeros(6))


class Ranges(unittest.TestCase):
    def test_images_of_left_out_sources_set_no_ranges(self):
        records = [record(source=source, kind=kind) for source in ("voc", "pot") for kind in ("human", "mask", "auto-white")]
        self.assertEqual(export.setting_ranges(split(records)), [0, 1, 3, 4])
        self.assertEqual(export.setting_ranges(split(records, ["pot"])), [0, 1])


if __name__ == "__main__":
    unittest.main()
