"""Tests the localizer: its published weights, its boxes, its activations and its quantization."""

import tempfile
import unittest
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf

import anchors
import balance
import data
import export
import flatfile
import layers
import network
import picodet
import predict
import pretrained
import unfold

PUBLISHED = data.DATASET / "teachers" / pretrained.PICODET


def varied(model, rng):
    """Gives the channels of all normalizations very different scales."""
    for layer in model.layers:
        if isinstance(layer, layers.Normalize):
            count = layer.gamma.shape[0]
            layer.gamma.assign(np.exp(rng.normal(-1.2, 1.2, count)))
            layer.beta.assign(rng.normal(0, 0.5, count))


class Balance(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(4)
        keras.utils.set_random_seed(4)
        self.model, self.images = network.localizer(64, 1), rng.integers(0, 256, (3, 64, 64, 3), np.uint8)
        varied(self.model, rng)

    def results(self):
        return [x.numpy() for x in self.model(self.images[:1].astype(np.float32) / 127.5 - 1, training=False)]

    def test_the_results_stay_and_the_ranges_of_channels_come_closer(self):
        model, images, before = self.model, self.images, self.results()
        made, _, fixed, joined = balance.flow(model)
        active = balance.followed_by_hard_swish(model, made)
        free = [numbers for norm, numbers in made.items() if norm not in active and fixed.isdisjoint(numbers.tolist())]
        size = lambda: np.maximum(*np.abs(balance.ranges(model, made, images)))
        old = size()
        balance.balance(model, images)
        for a, b in zip(before, self.results()):
            np.testing.assert_allclose(b, a, atol=2e-3 * np.abs(a).max())
        new = size()
        spread = lambda values: np.median([np.std(np.log(values[numbers] + 1e-3)) for numbers in free])
        self.assertEqual(len(free), 16)
        self.assertLess(spread(new), 0.7 * spread(old))

    def test_joined_channels_get_one_range(self):
        model, images = self.model, self.images
        balance.balance(model, images)
        made, _, _, _ = balance.flow(model)
        least, most = balance.ranges(model, made, images)
        numbers = {norm.name: of for norm, of in made.items()}
        linear, swish = numbers["stage2_3_depthwise_norm"], numbers["stage2_3_expand_norm"]
        np.testing.assert_allclose(np.maximum(-least, most)[linear].max(), most[swish].max(), rtol=1e-3)

    def test_taming_limits_large_values_and_enlarges_tiny_ones(self):
        model, images = self.model, self.images
        made, _, fixed, _ = balance.flow(model)
        tiny = next(norm for norm in made if norm.name == "stage2_3_expand_norm")
        tiny.gamma.assign(tiny.gamma.numpy() * np.where(np.arange(48) == 5, 1e-4, 1))
        tiny.beta.assign(tiny.beta.numpy() * (np.arange(48) != 5))
        before = np.abs(np.concatenate(balance.ranges(model, made, images)).reshape(2, -1)[:, made[tiny][5]]).max()
        self.assertGreater(balance.tame(model, images), 100)
        least, most = balance.ranges(model, made, images)
        first = [norm for norm in balance.followed_by_hard_swish(model, made) if norm.name.startswith("stem")]
        self.assertLessEqual(most[made[first[0]]].max(), balance.MOST * 1.001)
        self.assertGreater(max(-least[made[tiny][5]], most[made[tiny][5]]), 10 * before)

    def test_channels_are_followed_through_splits_and_shuffles(self):
        image = keras.Input((4, 4, 8))
        x = layers.Normalize(name="first_norm")(keras.layers.Conv2D(8, 1, name="first")(image))
        a, b = picodet.Halves()(x)
        x = picodet.shuffled(keras.layers.Concatenate()([b, a]), "s")
        model = keras.Model(image, keras.layers.Conv2D(2, 1, name="last")(x))
        _, readers, fixed, joined = balance.flow(model)
        self.assertEqual([(layer.name, numbers.tolist()) for layer, numbers in readers],
                         [("first", [-1] * 8), ("last", [4, 0, 5, 1, 6, 2, 7, 3])])
        self.assertEqual(fixed, {balance.NONE})
        self.assertEqual([numbers.tolist() for numbers in joined], [[4, 5, 6, 7, 0, 1, 2, 3]])


class Picodet(unittest.TestCase):
    def test_a_file_computes_the_boxes_that_the_network_computes(self):
        rng, side = np.random.default_rng(8), 64
        bins = [rng.normal(0, 2, (1, side // s, side // s, 4 * picodet.BINS)).astype(np.float32) for s in picodet.STRIDES]
        encode = picodet.Encode(anchors.ANCHOR, anchors.CENTER_SCALE, 1.0)
        expected = np.concatenate([encode(x).numpy() for x in bins], 1)
        inputs = [keras.Input(x.shape[1:], batch_size=1) for x in bins]
        made = tf.lite.TFLiteConverter.from_keras_model(keras.Model(inputs, [2.0 * x for x in inputs]))
        file = flatfile.read(made.convert())
        graph = file.subgraphs[0]
        sources = sorted(graph.outputs, key=lambda k: -graph.tensors[k].shape[1])
        boxes = export.add_distances(file, sources)
        graph.outputs = np.array([boxes], np.int32)
        file.signatureDefs = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "boxes.tflite")
            path.write_bytes(flatfile.write(file))
            run = predict.interpreter(path)
            for detail in run.get_input_details():
                run.set_tensor(detail["index"], next(x / 2 for x in bins if x.shape == tuple(detail["shape"])))
            run.invoke()
            np.testing.assert_allclose(run.get_tensor(run.get_output_details()[0]["index"]), expected, atol=1e-4)

    def test_distances_become_the_box_that_they_span(self):
        bins = np.full((1, 1, 1, 4, picodet.BINS), -100, np.float32)
        for side, strides in enumerate((1, 2, 3, 4)):  # left, top, right, bottom
            bins[..., side, strides] = 100
        encoded = picodet.Encode(anchors.ANCHOR, anchors.CENTER_SCALE, anchors.SIZE_SCALE)(bins.reshape(1, 1, 1, -1))
        stride = 1 / 16
        grid = np.array([[0.5, 0.5, anchors.ANCHOR * stride, anchors.ANCHOR * stride]], np.float32)
        box = network.decode(encoded, grid)[0, 0].numpy()
        np.testing.assert_allclose(box, [0.5 - 2 * stride, 0.5 - stride, 0.5 + 4 * stride, 0.5 + 3 * stride], atol=1e-5)

    def test_a_hard_swish_is_nothing_below_minus_three_and_its_input_above_three(self):
        x = tf.constant([-40.0, -4.0, -3.0, -1.0, 0.0, 2.0, 5.0])
        np.testing.assert_allclose(layers.HardSwish()(x), [0, 0, 0, -1 / 3, 0, 5 / 3, 5], atol=1e-6)

    def test_the_input_of_a_hard_swish_starts_below_three(self):
        image = keras.Input((4, 4, 3), batch_size=1)
        model = keras.Model(image, layers.HardSwish()(keras.layers.Conv2D(8, 1, kernel_initializer="he_normal")(image)))
        examples = np.random.default_rng(2).integers(0, 256, (8, 4, 4, 3), np.uint8)
        model.layers[1].kernel.assign(20 * model.layers[1].kernel)
        file = flatfile.read(export.converter(model, examples).convert())
        flatfile.narrow_hard_swishes(file)
        node = next(x for x in file.subgraphs[0].operators
                    if file.operatorCodes[x.opcodeIndex].builtinCode == flatfile.schema.BuiltinOperator.HARD_SWISH)
        known = file.subgraphs[0].tensors[node.inputs[0]].quantization
        # The zero point is an integer, which moves the range by up to half a step.
        step = float(known.scale[0])
        self.assertAlmostEqual((-128 - int(known.zeroPoint[0])) * step, flatfile.LOWEST, delta=0.51 * step)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "swish.tflite")
            path.write_bytes(flatfile.write(file))
            run = predict.interpreter(path)
            run.set_tensor(run.get_input_details()[0]["index"], examples[:1])
            run.invoke()
            made = run.get_tensor(run.get_output_details()[0]["index"])
        exact = model(examples[:1].astype(np.float32) / 127.5 - 1).numpy()
        np.testing.assert_allclose(made, exact, atol=0.02 * np.abs(exact).max())

    def test_one_score_follows_the_best_class(self):
        rng = np.random.default_rng(9)
        features = np.concatenate([rng.normal(0, 1, (500, 6)), rng.normal(2, 1, (100, 6))])
        kernel = np.abs(rng.normal(0, 0.5, (6, 5)))
        weights, bias = picodet.one_score(features, kernel, np.full(5, -4.0))
        best = (features @ kernel - 4).max(1)
        self.assertGreater(np.corrcoef(best, (features @ weights)[:, 0] + bias)[0, 1], 0.9)

    @unittest.skipUnless(PUBLISHED.exists(), "the published file is not here")
    def test_the_network_computes_what_the_published_file_computes(self):
        import onnxruntime

        image = np.random.default_rng(7).integers(0, 256, (26, 26, 3), np.uint8).repeat(16, 0).repeat(16, 1)
        model = network.localizer(416)
        found = picodet.layers(PUBLISHED)
        new = unfold.unfold(model, found, image[None])
        self.assertTrue(all(name.startswith(("box", "score")) for name in new))
        picodet.set_heads(model, found, image[None])
        read = (image.astype(np.float32) - picodet.MEAN) / picodet.DEVIATION
        quiet = onnxruntime.SessionOptions()
        quiet.log_severity_level = 3
        session = onnxruntime.InferenceSession(PUBLISHED, quiet, providers=["CPUExecutionProvider"])
        expected = session.run(None, {"image": read.transpose(2, 0, 1)[None]})[4:]
        probe = keras.Model(model.inputs, [model.get_layer(f"box{s}").output for s in picodet.STRIDES])
        computed = probe(image[None].astype(np.float32) / 127.5 - 1, training=False)
        for a, b in list(zip(expected, computed))[:3]:  # 416 pixels are no multiple of the last stride
            self.assertGreater(np.corrcoef(b.numpy().ravel(), a.ravel())[0, 1], 0.995)  # their borders differ


if __name__ == "__main__":
    unittest.main()
