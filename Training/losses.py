"""The localizer's loss: task-aligned assignment, quality targets, generalized IoU.

The assignment is that of TOOD (Feng et al. 2021). The alignment of an anchor and a box is score^½ * IoU⁴. Each box
takes the TAKEN anchors with the best alignment; an anchor taken twice goes to the box with the larger IoU. The
target score of an anchor is its alignment, scaled such that the best anchor of a box gets the largest IoU of the box.

The loss of scores is the binary cross entropy. The loss of boxes is the GIoU (Rezatofighi et al. 2019), which has a
gradient even for boxes without overlap, and a power of the IoU (He et al. 2021), whose gradient grows with the IoU.
"""

import tensorflow as tf

import network

TAKEN = 9
FIT_POWER = 3.0


def overlaps(a, b):
    """Returns the IoU and the GIoU of boxes [..., 4] (y0, x0, y1, x1), with broadcasting."""
    low, high = tf.maximum(a[..., :2], b[..., :2]), tf.minimum(a[..., 2:], b[..., 2:])
    inside = tf.reduce_prod(tf.maximum(high - low, 0.0), -1)
    area = lambda x: tf.reduce_prod(tf.maximum(x[..., 2:] - x[..., :2], 0.0), -1)
    union = area(a) + area(b) - inside
    hull = tf.reduce_prod(
        tf.maximum(tf.maximum(a[..., 2:], b[..., 2:]) - tf.minimum(a[..., :2], b[..., :2]), 0.0), -1)
    iou = inside / tf.maximum(union, 1e-9)
    return iou, iou - (hull - union) / tf.maximum(hull, 1e-9)


def listed(truths, trust, wanted):
    """Returns the boxes of a batch that `wanted` [N, M] selects, as one list: boxes [K, 4], trust [K], image [K]."""
    where = tf.where(wanted)
    return tf.gather_nd(truths, where), tf.gather_nd(trust, where), tf.cast(where[:, 0], tf.int32)


def assign(scores, boxes, truths, image, grid):
    """Assigns true boxes to anchors.

    scores [N, A], boxes [N, A, 4], truths [K, 4], image [K] (index of the true box's image in the batch), grid [A, 4].
    Returns the target score [N, A] and the index of the box [N, A]. An anchor without a box has the target 0 and the
    index K.
    """
    count, images = tf.shape(truths)[0], tf.shape(scores)[0]
    low, high = truths[:, None, :2], truths[:, None, 2:]
    center, reach = grid[None, :, :2], grid[None, :, 2:] / network.ANCHOR  # one stride, except for google
    inside = tf.reduce_all((center > low) & (center < high), -1)
    near = tf.reduce_all(tf.abs(center - (low + high) / 2) < 0.75 * reach, -1)
    iou, _ = overlaps(truths[:, None], tf.gather(boxes, image))
    worth = tf.sqrt(tf.gather(scores, image)) * tf.square(tf.square(iou)) + 1e-9
    worth = tf.where(inside | near, worth, 0.0)
    best, _ = tf.math.top_k(worth, TAKEN)
    taken = (worth >= best[:, -1:]) & (worth > 0)
    most = lambda values: tf.math.unsorted_segment_max(values, image, images)
    overlap = tf.where(taken, iou, -1.0)
    first = taken & (overlap >= tf.gather(most(overlap), image))
    number = tf.range(count)[:, None]
    owner = most(tf.where(first, number, -1))
    owned = number == tf.gather(owner, image)
    worth = tf.where(owned, worth, 0.0)
    peak = tf.reduce_max(worth, -1, keepdims=True)
    ceiling = tf.reduce_max(tf.where(owned, iou, 0.0), -1, keepdims=True)
    target = tf.maximum(most(worth / tf.maximum(peak, 1e-12) * ceiling), 0.0)
    return tf.minimum(target, 1.0), tf.where(owner < 0, count, owner)


def belief_per_anchor(belief, levels):
    """Converts belief maps [N, S/8, S/8] to [N, A]: the mean over the cell of each anchor of `network.levels`.

    A level whose last cells reach beyond the image has smaller cells here.
    """
    maps = []
    for cells, _, shapes in levels:
        size = belief.shape[1] // cells
        mean = tf.repeat(tf.nn.avg_pool2d(belief[..., None], size, size, "VALID"), len(shapes), -1)
        maps.append(tf.reshape(mean, (tf.shape(mean)[0], -1)))
    return tf.concat(maps, 1)


def known(boxes, doubted, image):
    """Returns [N, A]: 0.0 for a predicted box with an IoU >= 0.5 with a doubted box [K, 4] of its image, else 1.0."""
    iou, _ = overlaps(doubted[:, None], tf.gather(boxes, image))
    most = tf.math.unsorted_segment_max(iou, image, tf.shape(boxes)[0])
    return tf.cast(most < 0.5, tf.float32)


def localizer(encodings, logits, truths, trust, belief, levels, box_weight, fit_weight):
    grid = tf.constant(network.anchors(levels))
    boxes = network.decode(encodings, grid)
    doubted, _, of = listed(truths, trust, trust < 0)
    truths, trust, image = listed(truths, trust, trust > 0)
    target, owner = assign(tf.stop_gradient(tf.sigmoid(logits)), tf.stop_gradient(boxes), truths, image, grid)
    target, owner = tf.stop_gradient(target), tf.stop_gradient(owner)
    truths, trust = tf.concat([truths, tf.zeros((1, 4))], 0), tf.concat([trust, [0.0]], 0)  # index K: background
    positive = target > 0
    owned_trust = tf.gather(trust, owner)
    believed = belief_per_anchor(belief, levels) * tf.stop_gradient(known(boxes, doubted, of))
    weight = tf.where(positive, owned_trust, believed)
    score = tf.nn.sigmoid_cross_entropy_with_logits(target, logits) * weight
    iou, giou = overlaps(boxes, tf.gather(truths, owner))
    fit = tf.where(positive, (1 - iou**FIT_POWER) * target * owned_trust, 0.0)
    box = tf.where(positive, (1 - giou) * target * owned_trust, 0.0)
    total = tf.maximum(tf.reduce_sum(target * owned_trust), 1.0)
    parts = {
        "score": tf.reduce_sum(score) / total,
        "box": tf.reduce_sum(box) / total,
        "fit": tf.reduce_sum(fit) / total,
        "target": tf.reduce_sum(target) / tf.maximum(tf.reduce_sum(tf.cast(positive, tf.float32)), 1.0),
        "positives": tf.reduce_sum(tf.cast(positive, tf.float32)) / tf.cast(tf.shape(logits)[0], tf.float32),
    }
    parts["loss"] = parts["score"] + box_weight * parts["box"] + fit_weight * parts["fit"]
    return parts
