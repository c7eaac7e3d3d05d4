"""The layers of the classifier after the pooling: those of ML Kit's sample labeler, and one more layer.

The labeler has two hidden layers, which end in a ReLU6, and the layer of its 631 labels, which ends in a sigmoid. The
last layer of the classifier reads the evidence [N, 6 + 1024]: the best score of each outcome's labels, and the second
hidden layer. It has seven columns: the five categories, unknown things, and pages and screens. The greater of the last two
is the logit of "unknown".
"""

from dataclasses import dataclass

import numpy as np

import flatfile
import pretrained

LAYERS = ("hidden1", "hidden2", "labels")
CATEGORIES = 5  # the columns of the last layer before those of "unknown"
# The layer of the labels is stretched and shifted, so that the sigmoid is about the square root of a label's score.
ROOT, ROOT_SHIFT = 0.6, 0.8
LOW, HIGH = -9.0, 6.0  # range of the sigmoid's inputs in a file


def relu6(x):
    return np.clip(x, 0, 6)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


@dataclass
class Head:
    """The weights of the head.

    `layers` has (kernel, bias) of each of LAYERS, `counts` the number of labels of each outcome; the labels are in the
    order of the outcomes. `outcome` is the kernel [6 + 1024, 7] and the bias [7] of the last layer.
    """

    layers: list
    counts: np.ndarray
    outcome: tuple | None = None

    def evidence(self, x):
        """Returns the evidence [N, 6 + 1024] of pooled features [N, 1280]."""
        for (kernel, bias), end in zip(self.layers, (relu6, relu6, sigmoid)):
            hidden, x = x, end(x @ kernel + bias)
        ends = np.cumsum(self.counts)
        best = [x[:, end - count:end].max(1, keepdims=True) for end, count in zip(ends, self.counts)]
        return np.hstack([*best, hidden])

    def logits(self, x):
        """Returns the logits [N, 6] of pooled features [N, 1280]."""
        kernel, bias = self.outcome
        columns = self.evidence(x) @ kernel + bias
        return np.hstack([columns[:, :CATEGORIES], columns[:, CATEGORIES:].max(1, keepdims=True)])

    def arrays(self):
        """Returns the weights by name, for a file of weights; `load` reads them."""
        out = {"head/counts": self.counts}
        for k, (kernel, bias) in enumerate([*self.layers, self.outcome]):
            out |= {f"head/{k}/kernel": np.asarray(kernel, np.float32), f"head/{k}/bias": np.asarray(bias, np.float32)}
        return out


def load(path):
    with np.load(path) as stored:
        layers = [(stored[f"head|{k}|kernel"], stored[f"head|{k}|bias"]) for k in range(len(LAYERS) + 1)]
        return Head(layers[:-1], stored["head|counts"], layers[-1])


def read(content, outcomes):
    """Returns (kernel, bias) of each of LAYERS from the labeler's file; `outcomes` [631] is the outcome of each label."""
    hidden = [(kernel[0, 0], bias) for kernel, bias in list(pretrained.convolutions(content))[-2:]]
    (kernel, bias), = pretrained.convolutions(content, (pretrained.OPERATORS.FULLY_CONNECTED,))
    order = np.argsort(outcomes, kind="stable")
    return [*hidden, (ROOT * kernel[:, order], ROOT * bias[order] + ROOT_SHIFT)]


def append(model, head, slope=None, offset=None):
    """Appends the head to a file whose output is the pooled features in int8.

    The layers of the labeler are integers, the last layer is floats. The output is the probabilities in uint8 with the
    logits slope * logits + offset, or the logits themselves as floats if `slope` is None.
    """
    x = model.subgraphs[0].outputs[0]
    for name, layer in zip(LAYERS[:2], head.layers):
        x = flatfile.add_dense(model, x, *layer, name, flatfile.scale_of(0.0, 6.0), relu6=True)
    labels = flatfile.add_dense(model, x, *head.layers[2], LAYERS[2], flatfile.scale_of(LOW, HIGH))
    scores, ends = flatfile.add_sigmoid(model, labels, "scores"), np.cumsum(head.counts)
    best = [flatfile.add_best(model, scores, int(end - count), int(end), f"best{k}")
            for k, (end, count) in enumerate(zip(ends, head.counts))]
    evidence = flatfile.add_joined(model, [flatfile.add_floats(model, part) for part in [*best, x]], "evidence")
    kernel, bias = head.outcome
    if slope is not None:
        kernel, bias = kernel * slope, bias * slope + offset[np.minimum(np.arange(len(bias)), CATEGORIES)]
    known = flatfile.add_float_dense(model, evidence, kernel[:, :CATEGORIES], bias[:CATEGORIES], "categories")
    unknown = flatfile.add_float_dense(model, evidence, kernel[:, CATEGORIES:], bias[CATEGORIES:], "unknown")
    greatest = flatfile.add_greatest(model, unknown, flatfile.add_tensor(model, "greatest", [1, 1]))
    logits = flatfile.add_joined(model, [known, greatest], "outcome")
    flatfile.set_outputs(model, [logits if slope is None else flatfile.add_probabilities(model, logits, "probabilities")])
