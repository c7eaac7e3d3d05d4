"""The pieces of the training against slow, plain versions."""

import unittest

import numpy as np

import augment
import crops
import evaluate_localizer
import losses
import metadata
import network
import predict


def plain_iou(a, b):
    inside = max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
    area = lambda x: (x[2] - x[0]) * (x[3] - x[1])
    return inside / (area(a) + area(b) - inside)


def some_boxes(rng, count):
    low, size = rng.uniform(0, 0.7, (count, 2)), rng.uniform(0.05, 0.3, (count, 2))
    return np.hstack([low, low + size]).astype(np.float32)


class Boxes(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(7)

    def test_overlap_agrees_with_the_plain_formula(self):
        a, b = some_boxes(self.rng, 20), some_boxes(self.rng, 20)
        iou, giou = losses.overlaps(a, b)
        plain = [plain_iou(x, y) for x, y in zip(a, b)]
        np.testing.assert_allclose(iou, plain, atol=1e-5)
        self.assertTrue((giou.numpy() <= iou.numpy() + 1e-6).all())
        np.testing.assert_allclose(evaluate_localizer.iou(a[0], b), [plain_iou(a[0], y) for y in b], atol=1e-5)

    def test_suppression_agrees_with_the_plain_loop(self):
        boxes, scores = some_boxes(self.rng, 80), self.rng.random(80)
        kept = []
        for k in np.argsort(-scores):
            if all(plain_iou(boxes[k], boxes[j]) <= 0.3 for j in kept):
                kept.append(k)
        self.assertEqual(list(predict.suppress(boxes, scores, 100, 0.3)), kept)

    def test_a_zero_encoding_is_its_anchor(self):
        grid = network.anchors(64)
        self.assertEqual(grid.shape, (64 + 16 + 4, 4))
        boxes = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)[0].numpy()
        np.testing.assert_allclose((boxes[:, :2] + boxes[:, 2:]) / 2, grid[:, :2], atol=1e-6)
        np.testing.assert_allclose(boxes[:, 2:] - boxes[:, :2], grid[:, 2:], atol=1e-6)

    def test_assignment_prefers_the_overlapping_anchor(self):
        grid = network.anchors(64)
        boxes = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)
        truth = np.zeros((1, 3, 4), np.float32)
        truth[0, 0] = boxes[0, 70]
        trust = np.array([[1, 0, 0]], np.float32)
        target, owner = losses.assign(np.full((1, len(grid)), 0.5, np.float32), boxes, truth, trust, grid)
        self.assertEqual(int(np.argmax(target[0])), 70)
        self.assertAlmostEqual(float(target[0, 70]), 1.0, places=4)
        self.assertEqual(int(owner[0, 70]), 0)

    def test_boxes_that_fit_cost_the_least(self):
        grid = network.anchors(64)
        truth = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)[:, 70:71].numpy()
        parts = {}
        for shift in (0.0, 1.0, 2.0):  # in tenths of the anchor's side
            encodings = np.full((1, len(grid), 4), [shift, 0, 0, 0], np.float32)
            parts[shift] = losses.localizer(
                encodings, np.zeros((1, len(grid)), np.float32), truth, np.ones((1, 1), np.float32),
                np.ones((1, 8, 8), np.float32), grid, box_weight=5.0, fit_weight=4.0)
        for name in ("box", "fit"):
            self.assertLess(float(parts[0.0][name]), float(parts[1.0][name]))
            self.assertLess(float(parts[0.0][name]), float(parts[2.0][name]))

    def test_erasing_changes_one_rectangle(self):
        image = np.full((40, 60, 3), 44, np.uint8)
        changed = image.copy()
        augment.erase(changed, self.rng, 0.1, 0.5)
        rows, columns = np.nonzero((changed != image).any(-1))
        size = (np.ptp(rows) + 1) * (np.ptp(columns) + 1)
        self.assertEqual(len(rows), size)
        self.assertLessEqual(size, 20 * 30)

    def test_a_widened_crop_stays_inside(self):
        crop = crops.widened((0, 0.0, 0.4, 0.5, 0.6, None, 5), 0.2)
        np.testing.assert_allclose(crop[1:5], [0.0, 0.38, 0.55, 0.62], atol=1e-6)


class Metadata(unittest.TestCase):
    def test_documents_carry_identifier_and_labels(self):
        for content in (metadata.localizer(192, "d", "l.txt"), metadata.classifier(160, "d", "l.txt", 0.5)):
            self.assertEqual(content[4:8], b"M001")
            self.assertIn(b"l.txt", content)


if __name__ == "__main__":
    unittest.main()
