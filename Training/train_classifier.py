"""Step 3: the coarse classifier, on labelled crops and its teachers' answers, starting from step 1.

    python soft_outcomes.py && python train_classifier.py --work ../../training
"""

import collections
import json

import keras
import numpy as np
import tensorflow as tf

import augment
import crops
import data
import labels
import network
import patterns
import recipe
import soft_outcomes
import teachers
import train_backbone

# How often each outcome is drawn; within it, each (source, label) by the root of its count.
DRAW = {"fashion_good": 0.13, "home_good": 0.27, "food": 0.14, "place": 0.09, "plant": 0.10, "unknown": 0.27}
NOTHING = 0.03  # share of the samples that show a pattern or print


class Crops:
    """Views with the outcome that is to be learnt of them and what the teachers say."""

    def __init__(self, split, work, side, unlabelled, soft_weight):
        self.split, self.side, self.soft_weight = split, side, soft_weight
        listed, stored = teachers.views(split, labels.teacher_boxes(work)), teachers.arrays(work)
        soft = np.load(work / soft_outcomes.FILE)
        self.fine = sorted({v[5] for v in listed if v[5]})
        place = {name: k for k, name in enumerate(self.fine)}
        self.indices = np.array([k for k, v in enumerate(listed[:len(soft)])
                                 if split.learnt(v[0]) and (v[6] or soft[k].any())])
        self.views = [listed[k] for k in self.indices]
        self.fine_labels = np.array([place.get(v[5], -1) for v in self.views], np.int32)
        self.truth = np.array([mixed(v[6], soft[k], soft_weight) for k, v in zip(self.indices, self.views)], np.float32)
        self.labeler, self.logits = (stored[n][self.indices] for n in ("labeler", "logits"))
        self.cumulative = np.cumsum(chances(split.records, self.views, self.truth, unlabelled))

    def batch(self, rng, size):
        """images, truth [N, 6], fine labels (-1 = none), labeler scores, ImageNet logits, answered."""
        images = np.empty((size, self.side, self.side, 3), np.uint8)
        chosen = np.minimum(np.searchsorted(self.cumulative, rng.random(size)), len(self.views) - 1)
        truth, fine, labeler = self.truth[chosen], self.fine_labels[chosen], self.labeler[chosen]
        answered = labeler.any(-1).astype(np.float32)
        for k, n in enumerate(chosen):
            view = self.views[n]
            if rng.random() < NOTHING:
                image = patterns.draw(patterns.KINDS_AND_PRINT[rng.integers(len(patterns.KINDS_AND_PRINT))], rng, self.side)
                truth[k], fine[k], answered[k] = mixed("unknown", np.zeros(len(data.OUTCOMES)), self.soft_weight), -1, 0
            else:
                image = teachers.cut(self.split.image(view[0]), crops.shaken(view, rng), self.side)
            images[k] = self.changed(image, rng)
        return images, truth, fine, labeler, self.logits[chosen], answered

    @staticmethod
    def changed(image, rng):
        if rng.random() < 0.2:
            image = augment.from_afar(image, rng)
        image = augment.colour(augment.degrade(image, rng), rng, 0.8)
        if rng.random() < 0.5:
            image = image[:, ::-1]
        if rng.random() < 0.2:
            image = image.copy()
            augment.erase(image, rng, 0.15, 0.45)
        return image


def mixed(outcome, soft, weight):
    """The truth [6] of a view: its label, smoothed and mixed with what the teachers think, or that alone."""
    if not outcome:
        return soft
    label = np.eye(len(data.OUTCOMES))[data.OUTCOMES.index(outcome)] * 0.95 + 0.05 / len(data.OUTCOMES)
    return label if not soft.any() else (1 - weight) * label + weight * soft


def chances(records, views, truth, unlabelled):
    """How likely each view is drawn: labelled ones by DRAW, the others together `unlabelled`, by their likeliest outcome."""
    keys = [(records[v[0]].source, v[5], v[6]) for v in views]
    count = collections.Counter(keys)
    weights = np.array([count[k] ** -0.5 for k in keys])
    labelled, likeliest = np.array([bool(v[6]) for v in views]), truth.argmax(-1)
    for group, share in ((labelled, 1 - unlabelled), (~labelled, unlabelled)):
        for k, name in enumerate(data.OUTCOMES):
            mine = group & (likeliest == k)
            weights[mine] *= share * DRAW[name] / max(weights[mine].sum(), 1e-9)
    return weights / weights.sum()


def student(side, fine):
    """The classifier with three heads more, which make it look closer and are dropped afterwards."""
    model = network.classifier(side)
    pooled = model.get_layer("dropout").output
    heads = [keras.layers.Dense(n, dtype="float32", name=name)(pooled)
             for n, name in ((fine, "fine"), (631, "labeler"), (1001, "imagenet"))]
    return keras.Model(model.inputs, [model.outputs[0], *heads])


def main():
    parser = recipe.parser(__doc__, "classifier", side=160, batch=64, steps=2500, rate=1.5e-3, decay=0.05)
    parser.add_argument("--unlabelled", type=float, default=0.2, help="share of the samples that only teachers name")
    parser.add_argument("--soft", type=float, default=0.3, help="weight of the teachers beside a label")
    options = parser.parse_args()
    source = Crops(recipe.training_split(options), options.work, options.side, options.unlabelled, options.soft)
    scale, zero = json.loads((options.work / "teacher-scales.json").read_text())["logits"]
    model = student(options.side, len(source.fine))
    print(f"{len(source.views)} crops, {source.labeler.any(-1).mean():.2f} answered by teachers", flush=True)
    recipe.start(options, model, recipe.backbone(options))

    def loss(images, truth, fine, labeler, imagenet, answered):
        outputs = model(tf.cast(images, tf.float32) / 127.5 - 1.0, training=True)
        teacher = tf.nn.softmax((tf.cast(imagenet, tf.float32) - zero) * scale)
        over = lambda each: tf.reduce_sum(each * answered) / tf.maximum(tf.reduce_sum(answered), 1.0)
        parts = {
            "outcome": tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(truth, outputs[0])),
            "fine": train_backbone.masked_cross_entropy(fine, outputs[1]),
            "labeler": over(tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(
                tf.cast(labeler, tf.float32) / 256.0, outputs[2]), -1)),
            "imagenet": over(tf.nn.softmax_cross_entropy_with_logits(teacher, outputs[3])),
            "right": train_backbone.masked_accuracy(tf.argmax(truth, -1, tf.int32), outputs[0]),
        }
        parts["loss"] = (parts["outcome"] + 0.3 * parts["fine"] + 0.1 * parts["labeler"]
                         + 0.2 * parts["imagenet"])
        return parts

    recipe.run(options, model, source, loss, warmup=100)


if __name__ == "__main__":
    main()
