"""The pieces of the training against slow, plain versions."""

import argparse
import json
import tempfile
import unittest
from pathlib import Path

import keras
import numpy as np

import augment
import contact_sheet
import crops
import data
import evaluate_localizer
import geometry
import labels
import losses
import metadata
import network
import patterns
import predict
import pretrained
import scenes
import soft_outcomes
import teachers
import train_classifier
import unfold


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
        np.testing.assert_allclose(geometry.iou(a[0], b), [plain_iou(a[0], y) for y in b], atol=1e-5)

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
        scores = np.full((1, len(grid)), 0.5, np.float32)
        target, owner = losses.assign(scores, boxes, boxes[0, 70:71], np.array([0]), grid)
        self.assertEqual(int(np.argmax(target[0])), 70)
        self.assertAlmostEqual(float(target[0, 70]), 1.0, places=4)
        self.assertEqual(int(owner[0, 70]), 0)

    def test_assignment_agrees_with_the_plain_loops(self):
        grid = network.anchors(64)
        count, images = len(grid), 3
        scores = self.rng.random((images, count)).astype(np.float32)
        encodings = self.rng.normal(0, 1, (images, count, 4)).astype(np.float32)
        boxes = network.decode(encodings, grid).numpy()
        truths, image = some_boxes(self.rng, 8), np.array([0, 0, 0, 0, 0, 2, 2, 2])
        plain, owners = np.zeros((images, count)), np.full((images, count), len(truths))
        overlap = np.array([[plain_iou(t, b) for b in boxes[p]] for t, p in zip(truths, image)])
        worth = np.zeros_like(overlap)
        for k, (t, p) in enumerate(zip(truths, image)):
            for a, (y, x, side, _) in enumerate(grid):
                away = max(abs(y - (t[0] + t[2]) / 2), abs(x - (t[1] + t[3]) / 2))
                if (t[0] < y < t[2] and t[1] < x < t[3]) or away < 0.75 * side / network.ANCHOR:
                    worth[k, a] = scores[p, a] ** 0.5 * overlap[k, a] ** 4 + 1e-9
            worth[k, np.argsort(-worth[k])[losses.TAKEN:]] = 0
        for p in range(images):
            for a in range(count):
                wanted = [k for k in np.flatnonzero(image == p) if worth[k, a] > 0]
                if wanted:
                    owners[p, a] = max(wanted, key=lambda k: overlap[k, a])
        for k, p in enumerate(image):
            mine = owners[p] == k
            if mine.any():
                plain[p, mine] = worth[k, mine] / worth[k, mine].max() * overlap[k, mine].max()
        target, owner = losses.assign(scores, boxes, truths, image, grid)
        np.testing.assert_allclose(target, plain, atol=1e-4)
        np.testing.assert_array_equal(owner, owners)

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

    def test_a_crop_is_read_between_pixels(self):
        image = np.random.default_rng(2).integers(0, 256, (9, 13, 3)).astype(np.uint8)
        x0, y0, x1, y1 = 0.21, 0.3, 0.83, 0.9
        seen = crops.seen(image, (0, x0, y0, x1, y1, None, 5), 7).astype(float)
        for row in range(7):
            for column in range(7):
                y = np.clip((y0 + (y1 - y0) * (row + 0.5) / 7) * 9 - 0.5, 0, 8)
                x = np.clip((x0 + (x1 - x0) * (column + 0.5) / 7) * 13 - 0.5, 0, 12)
                above, left = min(int(y), 7), min(int(x), 11)
                down, right = y - above, x - left
                four = image[above:above + 2, left:left + 2].astype(float)
                plain = (four * np.outer([1 - down, down], [1 - right, right])[..., None]).sum((0, 1))
                np.testing.assert_allclose(seen[row, column], plain, atol=6)

    def test_a_widened_crop_stays_inside(self):
        crop = crops.widened((0, 0.0, 0.4, 0.5, 0.6, None, 5), 0.2)
        np.testing.assert_allclose(crop[1:5], [0.0, 0.38, 0.55, 0.62], atol=1e-6)


    def test_boxes_near_a_doubted_one_do_not_count(self):
        predicted = np.stack([some_boxes(self.rng, 30), some_boxes(self.rng, 30)])
        doubted, image = predicted[1, 3:6] + np.float32(0.01), np.array([1, 1, 1])
        plain = np.ones((2, 30))
        for a in range(30):
            plain[1, a] = max(plain_iou(d, predicted[1, a]) for d in doubted) < 0.5
        self.assertTrue(3 <= (plain == 0).sum() < 20)
        np.testing.assert_array_equal(losses.known(predicted, doubted, image), plain)
        nothing = losses.known(predicted, doubted[:0], image[:0])
        np.testing.assert_array_equal(nothing, np.ones((2, 30)))


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

    def test_garments_follow_their_own_teacher_and_an_unfinished_line_waits(self):
        with tempfile.TemporaryDirectory() as folder:
            row = lambda file, mean: json.dumps({"file": file, "boxes": [self.OTHER], "mean": [mean]})
            Path(folder, labels.FUSED).write_text(row("a", 0.5) + "\n" + row("b", 0.6) + "\n" + row("c", 0.7)[:20])
            Path(folder, labels.GARMENTS).write_text(row("b", 0.1) + "\n")
            said = labels.teacher_boxes(Path(folder))
        self.assertEqual({file: round(float(mean[0]), 1) for file, (_, mean) in said.items()}, {"a": 0.5, "b": 0.1})


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

    def test_neither_left_out_nor_held_out_images_are_learnt(self):
        split = data.Split.__new__(data.Split)
        split.leave_out = frozenset(["pot"])
        split.records = [record(source=s, file=f"{k}.webp") for k in range(400) for s in ("voc", "pot")]
        held = np.array([data.held_out(r) for r in split.records])
        voc = np.array([r.source == "voc" for r in split.records])
        self.assertTrue(0 < held.sum() < 100)
        np.testing.assert_array_equal([split.learnt(i) for i in range(800)], voc & ~held)
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


class Views(unittest.TestCase):
    def split(self):
        made = data.Split.__new__(data.Split)
        made.leave_out = frozenset()
        made.records = [record(boxes=[Labels.HUMAN], coverage="partial", file=f"{k}.webp") for k in range(3)]
        return made

    def test_what_teachers_see_adds_views_at_the_end(self):
        split, said = self.split(), {"2.webp": Labels.SAID}
        before, after = teachers.views(split, {}), teachers.views(split, said)
        self.assertEqual(after[:len(before)], before)
        self.assertEqual([v[0] for v in after[len(before):]], [2])
        self.assertEqual(teachers.views(split, said | {"0.webp": Labels.SAID})[:len(after)], after)
        box = np.array(after[-1][1:5])
        self.assertTrue((box[:2] <= 0.6).all() and (box[2:] >= 0.9).all() and (box >= 0).all() and (box <= 1).all())

    def test_views_that_the_classifier_learns_are_asked_first(self):
        listed = [(0, 0, 0, 1, 1, None, outcome) for outcome in (None, "food", None, "plant", None)]
        self.assertEqual(teachers.order(listed, 1), [1, 3, 4, 0, 2])

    def test_room_for_more_views_keeps_the_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            teachers.make_room(folder, 3)
            teachers.arrays(folder, "r+")["labeler"][2, 5] = 77
            teachers.make_room(folder, 5)
            stored = teachers.arrays(folder)
            self.assertEqual({len(a) for a in stored.values()}, {5})
            self.assertEqual(np.argwhere(stored["labeler"]).tolist(), [[2, 5]])


class SoftOutcomes(unittest.TestCase):
    def test_the_layer_separates_what_can_be_separated(self):
        rng, outcomes = np.random.default_rng(3), np.repeat(np.arange(6), 20)
        x = (np.eye(6, 10)[outcomes] + rng.normal(0, 0.2, (120, 10))).astype(np.float32)
        start = np.zeros((120, 6), np.float32)
        p = soft_outcomes.probabilities(x, start, soft_outcomes.fit(x, start, outcomes, np.full(120, 1 / 120)))
        np.testing.assert_allclose(p.sum(1), 1, atol=1e-5)
        self.assertGreater((p.argmax(1) == outcomes).mean(), 0.97)

    def test_the_table_decides_where_nothing_was_learnt(self):
        table, x = np.array([2, 2, 5, 0]), np.array([[0.9, 0.1, 0.3, 0], [0.1, 0.2, 0.8, 0.4]], np.float32)
        start = soft_outcomes.by_hand(x, table)
        np.testing.assert_allclose(start / soft_outcomes.START, [[0, 0, 0.9, 0, 0, 0.3], [0.4, 0, 0.2, 0, 0, 0.8]])
        p = soft_outcomes.probabilities(x, start, np.zeros((5, 6), np.float32))
        self.assertEqual(p.argmax(1).tolist(), [2, 5])

    def test_every_outcome_weighs_the_same(self):
        views = [(0, 0, 0, 1, 1, name, outcome) for name, outcome, count in
                 (("cat", "unknown", 90), ("dog", "unknown", 10), ("pear", "food", 4)) for _ in range(count)]
        weight = soft_outcomes.weights(views, [record()])
        self.assertAlmostEqual(weight[:100].sum(), 0.5)
        self.assertAlmostEqual(weight[:90].sum() / weight[90:100].sum(), 3.0)

    def test_a_label_outweighs_the_teachers_and_an_unlabelled_view_is_theirs(self):
        soft = np.array([0.1, 0.2, 0.3, 0.2, 0.1, 0.1])
        truth = train_classifier.mixed("plant", soft, 0.3)
        self.assertAlmostEqual(truth.sum(), 1)
        self.assertEqual(truth.argmax(), data.OUTCOMES.index("plant"))
        self.assertGreater(truth[2], truth[0])
        np.testing.assert_array_equal(train_classifier.mixed(None, soft, 0.3), soft)

    def test_outcomes_and_unlabelled_views_are_drawn_by_their_shares(self):
        names = [name for name in data.OUTCOMES for _ in range(3)]
        views = [(0, 0, 0, 1, 1, "x", name) for name in names] + [(0, 0, 0, 1, 1, None, None)] * 6
        truth = np.vstack([np.eye(6)[[data.OUTCOMES.index(n) for n in names]], np.eye(6)])
        chance = train_classifier.chances([record()], views, truth, 0.2)
        self.assertAlmostEqual(chance.sum(), 1)
        self.assertAlmostEqual(chance[18:].sum(), 0.2)
        self.assertAlmostEqual(chance[3:6].sum(), 0.8 * train_classifier.DRAW["home_good"])


class Sheets(unittest.TestCase):
    def test_every_kind_of_pattern_is_an_image(self):
        for kind in patterns.KINDS_AND_PRINT:
            image = patterns.draw(kind, np.random.default_rng(5), 64)
            self.assertEqual((image.shape, image.dtype), ((64, 64, 3), np.uint8))
            self.assertTrue(kind == "plain" or image[..., 0].std() > 0)

    def test_a_tile_shows_sure_boxes_in_the_colour_of_their_category(self):
        image = np.zeros((100, 200, 3), np.uint8)
        boxes = np.array([[0.25, 0.3, 0.75, 0.9], [0.0, 0.0, 0.1, 0.1]])
        tile = contact_sheet.tile(image, lambda _: (boxes, np.array([0.9, 0.2])), lambda *_: np.eye(6)[2])
        self.assertEqual(tile.shape, (contact_sheet.TILE, contact_sheet.TILE, 3))
        self.assertEqual(tuple(tile[90, 60]), contact_sheet.COLOURS[2])
        self.assertEqual((tile == contact_sheet.COLOURS[5]).all(-1).sum(), 0)
        self.assertTrue((tile[130:] == 255).all())
        self.assertEqual(contact_sheet.sheet([tile] * 12).shape[:2], (2 * 244, 10 * 244))


class Blending(unittest.TestCase):
    def test_a_blend_lies_between_two_samples_and_has_the_boxes_of_both(self):
        maker = scenes.Scenes.__new__(scenes.Scenes)
        samples = [(np.full((8, 8, 3), grey, np.uint8), np.full((count, 4), grey, np.float32),
                    np.ones(count, np.float32), np.full((1, 1), believed, np.float32))
                   for grey, count, believed in ((40, 2, 0.25), (200, 3, 1.0))]
        maker.sample = lambda rng: samples.pop()
        image, boxes, trust, belief = maker.blended(np.random.default_rng(3))
        self.assertTrue(40 < image.min() == image.max() < 200)
        self.assertEqual(sorted(boxes[:, 0]), [40, 40, 200, 200, 200])
        self.assertEqual(trust.shape, (5,))
        self.assertEqual(belief.item(), 0.25)


class Unfold(unittest.TestCase):
    def test_the_network_computes_what_the_file_computes(self):
        rng, images = np.random.default_rng(1), np.random.default_rng(2).integers(0, 256, (40, 64, 64, 3), np.uint8)
        model, layers = network.localizer(64), {}
        for layer in model.layers:
            if isinstance(layer, keras.layers.Conv2D):
                kernel = rng.normal(0, 0.1, layer.kernel.shape).astype(np.float32)
                bias = rng.normal(0, 0.1, kernel.shape[-1]).astype(np.float32)
                layers[layer.name] = kernel, bias
                layer.set_weights([kernel, bias] if layer.use_bias else [kernel])
            elif isinstance(layer, network.Normalize):
                ones = np.ones_like(bias)
                layer.set_weights([ones, bias, 0 * ones, (1 - layer.epsilon) * ones])
        real = images.astype(np.float32) / 127.5 - 1
        before = [y.numpy() for y in model(real, training=False)]
        unfold.unfold(model, layers, images)
        for training in (False, True):  # the batch is what gave the statistics
            for a, b in zip(before, model(real, training=training)):
                np.testing.assert_allclose(b, a, atol=1e-2 * np.abs(a).max())


    def test_the_shipped_files_hold_every_layer(self):
        folder = Path(__file__).parent.parent / "Sources/CSightDefaultModels/models"
        for name, model in (("localizer", network.localizer(224)), ("classifier", network.classifier(160))):
            layers = unfold.folded((folder / f"{name}.tflite").read_bytes())
            for layer in model.layers:
                if isinstance(layer, (*unfold.CONVOLUTIONS, keras.layers.Dense)):
                    self.assertIn(layer.name, layers)
                    kernel, bias = layers[layer.name]
                    self.assertEqual(kernel.shape, tuple(layer.kernel.shape))
                    self.assertEqual(bias.shape, kernel.shape[-1:])
                    self.assertGreater(kernel.std(), 0)


    def test_a_file_gives_its_convolutions_in_their_order(self):
        content = (Path(__file__).parent.parent / "Sources/CSightDefaultModels/models/classifier.tflite").read_bytes()
        model, named = network.classifier(160), unfold.folded(content)
        found = pretrained.layers(model, content)
        self.assertEqual(sorted(found), sorted(x.name for x in model.layers if isinstance(x, unfold.CONVOLUTIONS)))
        for name, (kernel, bias) in found.items():
            np.testing.assert_array_equal(kernel, named[name][0])
            np.testing.assert_array_equal(bias, named[name][1])


class ClassifierLayer(unittest.TestCase):
    def test_the_layer_is_fitted_to_features_as_they_are(self):
        rng = np.random.default_rng(4)
        x = rng.normal(3, [0.1, 5, 1, 2], (4000, 4)).astype(np.float32)
        outcome = ((x[:, 0] > 3).astype(int) + 2 * (x[:, 1] > 3)).astype(int)
        kernel, bias = train_classifier.fit(
            x, np.eye(6, dtype=np.float32)[outcome], np.full(4000, 1 / 4000), epochs=60, rate=0.03, decay=0.0, seed=1)
        self.assertGreater(((x @ kernel + bias).argmax(1) == outcome).mean(), 0.95)


class Metadata(unittest.TestCase):
    def test_documents_carry_identifier_and_labels(self):
        for content in (metadata.localizer(224, "d", "l.txt"), metadata.classifier(160, "d", "l.txt", 0.5)):
            self.assertEqual(content[4:8], b"M001")
            self.assertIn(b"l.txt", content)


if __name__ == "__main__":
    unittest.main()
