"""Tests crops, augmented images, patterns and contact sheets."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import augment
import contact_sheet
import crops
import patterns
import scenes


class Crops(unittest.TestCase):
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


class Changes(unittest.TestCase):
    def test_erasing_changes_one_rectangle(self):
        image = np.full((40, 60, 3), 44, np.uint8)
        changed = image.copy()
        augment.erase(changed, np.random.default_rng(7), 0.1, 0.5)
        rows, columns = np.nonzero((changed != image).any(-1))
        size = (np.ptp(rows) + 1) * (np.ptp(columns) + 1)
        self.assertEqual(len(rows), size)
        self.assertLessEqual(size, 20 * 30)

    def test_a_blend_lies_between_two_samples_and_has_the_boxes_of_both(self):
        maker = scenes.Scenes.__new__(scenes.Scenes)
        samples = [(np.full((8, 8, 3), gray, np.uint8), np.full((count, 4), gray, np.float32),
                    np.ones(count, np.float32), np.full((1, 1), believed, np.float32))
                   for gray, count, believed in ((40, 2, 0.25), (200, 3, 1.0))]
        maker.sample = lambda rng: samples.pop()
        image, boxes, trust, belief = maker.blended(np.random.default_rng(3))
        self.assertTrue(40 < image.min() == image.max() < 200)
        self.assertEqual(sorted(boxes[:, 0]), [40, 40, 200, 200, 200])
        self.assertEqual(trust.shape, (5,))
        self.assertEqual(belief.item(), 0.25)


class Sheets(unittest.TestCase):
    def test_every_kind_of_pattern_is_an_image(self):
        for kind in [*patterns.KINDS, *patterns.PAGES]:
            image = patterns.draw(kind, np.random.default_rng(5), 64)
            self.assertEqual((image.shape, image.dtype), ((64, 64, 3), np.uint8))
            self.assertTrue(kind == "plain" or image[..., 0].std() > 0)

    def test_a_tile_shows_sure_boxes_in_the_color_of_their_category(self):
        image = np.zeros((100, 200, 3), np.uint8)
        boxes = np.array([[0.25, 0.3, 0.75, 0.9], [0.0, 0.0, 0.1, 0.1]])
        tile = contact_sheet.tile(image, lambda _: (boxes, np.array([0.9, 0.2])), lambda *_: np.eye(6)[2])
        self.assertEqual(tile.shape, (contact_sheet.TILE, contact_sheet.TILE, 3))
        self.assertEqual(tuple(tile[90, 60]), contact_sheet.COLORS[2])
        self.assertEqual((tile == contact_sheet.COLORS[5]).all(-1).sum(), 0)
        self.assertTrue((tile[130:] == 255).all())
        self.assertEqual(contact_sheet.sheet([tile] * 12).shape[:2], (2 * 244, 10 * 244))

    def test_a_file_that_is_no_image_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            other = Path(folder, "notes.jpg")
            other.write_text("no image")
            for path in (other, Path(folder, "missing.jpg")):
                with self.assertRaisesRegex(ValueError, f"{path.name} is not an image"):
                    contact_sheet.read(path)

    def test_a_sheet_without_images_is_refused(self):
        with mock.patch("sys.argv", ["contact_sheet.py", "sheet.jpg"]), mock.patch("sys.stderr"):
            with self.assertRaises(SystemExit):
                contact_sheet.main()


if __name__ == "__main__":
    unittest.main()
