"""Trains the localizer in PyTorch, on a GPU if there is one, quantization-aware (Jacob et al. 2018).

    python train_picodet.py --start ../../training/start.npz --name strong

The start weights are those that `balance.py` writes. Run the same command again to continue from the last checkpoint.

The assignment of boxes to cells is that of TOOD (Feng et al. 2021). The alignment of a cell and a box is score^½ * IoU⁴. Each
box takes the TAKEN cells with the best alignment; a cell taken twice goes to the box with the larger IoU. The target score
of a cell is its alignment, scaled such that the best cell of a box gets the largest IoU of the box.

The loss of scores is the binary cross entropy. The loss of boxes is the GIoU (Rezatofighi et al. 2019), which has a gradient
even for boxes without overlap, and a power of the IoU (He et al. 2021), whose gradient grows with the IoU.
"""

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

import anchors
import data
import labels
import picodet_torch
import scenes
import weightfile

TAKEN = 9  # cells that a box takes
FIT_POWER = 3.0
BOX_WEIGHT, FIT_WEIGHT = 5.0, 4.0
SAVE_SECONDS, TELL_SECONDS = 240, 30
MOST_NORM = 10.0  # largest norm of the gradient of a step


class Batches(IterableDataset):
    """Batches of samples without end, each as `scenes.Scenes.batch` returns it; each worker draws its own."""

    def __init__(self, options, step):
        self.options, self.step = options, step

    def __iter__(self):
        cv2.setNumThreads(1)
        o = self.options
        split = data.Split("train", o.dataset, o.work, data.left_out(o))
        source = scenes.Scenes(split, o.side, o.mosaic, o.whole, labels.teacher_boxes(o.work), o.blend)
        worker = get_worker_info()
        rng = np.random.default_rng([o.seed, self.step, worker.id if worker else 0])
        while True:
            yield [torch.from_numpy(np.ascontiguousarray(x)) for x in source.batch(rng, o.batch)]


def overlaps(a, b):
    """Returns the IoU and the GIoU of boxes [..., 4] (y0, x0, y1, x1), with broadcasting."""
    # The gradient of `prod` asks for a value, which a CUDA graph cannot record.
    area = lambda low, high: (high[..., 0] - low[..., 0]).clamp_min(0) * (high[..., 1] - low[..., 1]).clamp_min(0)
    inside = area(torch.maximum(a[..., :2], b[..., :2]), torch.minimum(a[..., 2:], b[..., 2:]))
    hull = area(torch.minimum(a[..., :2], b[..., :2]), torch.maximum(a[..., 2:], b[..., 2:]))
    union = area(a[..., :2], a[..., 2:]) + area(b[..., :2], b[..., 2:]) - inside
    iou = inside / union.clamp_min(1e-9)
    return iou, iou - (hull - union) / hull.clamp_min(1e-9)


def cells(side):
    """Returns [A, 3]: y, x of the center of each cell and its stride, as shares of the image."""
    grid = anchors.grid(side)
    return torch.from_numpy(np.concatenate([grid[:, :2], grid[:, 2:3] / anchors.ANCHOR], 1))


def decode(bins, grid):
    """Returns the boxes [N, A, 4] (y0, x0, y1, x1) of the logits of the distances [N, A, 4 * bins]; `grid` [A, 3] is
    that of `cells`."""
    shares = bins.unflatten(2, (4, -1)).softmax(-1)
    left, top, right, bottom = (shares * torch.arange(shares.shape[-1], device=bins.device)).sum(-1).unbind(-1)
    y, x, stride = grid.unbind(-1)
    return torch.stack([y - top * stride, x - left * stride, y + bottom * stride, x + right * stride], -1)


def assign(scores, boxes, truths, present, grid):
    """Assigns true boxes to cells.

    scores [N, A], boxes [N, A, 4], truths [N, M, 4], present [N, M] (whether there is a true box), grid [A, 3]. Returns
    the target score [N, A] and the index of the box [N, A]. A cell without a box has the target 0 and the index M.
    """
    most = truths.shape[1]
    low, high = truths[:, :, None, :2], truths[:, :, None, 2:]
    center, stride = grid[:, :2], grid[:, 2:]
    inside = ((center > low) & (center < high)).all(-1)
    near = ((center - (low + high) / 2).abs() < 0.75 * stride).all(-1)
    iou, _ = overlaps(truths[:, :, None], boxes[:, None])
    alignment = scores[:, None].sqrt() * iou.square().square() + 1e-9
    alignment = torch.where((inside | near) & present[..., None], alignment, 0.0)
    taken = (alignment >= alignment.topk(TAKEN, -1).values[..., -1:]) & (alignment > 0)
    overlap = torch.where(taken, iou, -1.0)
    first = taken & (overlap >= overlap.amax(1, keepdim=True))
    number = torch.arange(most, device=scores.device)[:, None]
    owner = torch.where(first, number, -1).amax(1)
    owned = number == owner[:, None]
    alignment = torch.where(owned, alignment, 0.0)
    ceiling = torch.where(owned, iou, 0.0).amax(-1, keepdim=True)
    target = (alignment / alignment.amax(-1, keepdim=True).clamp_min(1e-12) * ceiling).amax(1).clamp(0.0, 1.0)
    return target, torch.where(owner < 0, most, owner)


def belief_per_cell(belief, side):
    """Converts belief maps [N, side/8, side/8] to [N, A]: the mean over each cell."""
    levels = anchors.levels(side)
    return torch.cat([functional.avg_pool2d(belief[:, None], belief.shape[1] // n).flatten(1) for n, _ in levels], 1)


def loss(bins, logits, truths, trust, belief, grid, side):
    """Returns the loss to minimize, and its parts [3]: of the scores, of the GIoU, of the power of the IoU.

    bins [N, A, 4 * bins] and logits [N, A] are the outputs of the network; truths [N, M, 4], trust [N, M] and belief
    [N, side/8, side/8] those of `scenes.Scenes.batch`; grid [A, 3] that of `cells`.
    """
    boxes = decode(bins, grid)
    with torch.no_grad():
        target, owner = assign(logits.sigmoid(), boxes, truths, trust > 0, grid)
        iou, _ = overlaps(truths[:, :, None], boxes[:, None])
        doubted = torch.where((trust < 0)[..., None], iou, 0.0).amax(1) >= 0.5
        positive = target > 0
        trust = functional.pad(trust, (0, 1)).gather(1, owner)  # index M: background
        truths = functional.pad(truths, (0, 0, 0, 1)).gather(1, owner[..., None].expand(-1, -1, 4))
        weight = torch.where(positive, trust, belief_per_cell(belief, side) * ~doubted)
        share = torch.where(positive, target * trust, 0.0)
        total = share.sum().clamp_min(1.0)
    score = functional.binary_cross_entropy_with_logits(logits, target, weight, reduction="sum")
    iou, giou = overlaps(boxes, truths)
    parts = torch.stack([score, ((1 - giou) * share).sum(), ((1 - iou**FIT_POWER) * share).sum()]) / total
    return parts[0] + BOX_WEIGHT * parts[1] + FIT_WEIGHT * parts[2], parts.detach()


class Pass:
    """A forward and a backward pass on tensors of fixed places; on a GPU they are recorded once, as a CUDA graph."""

    def __init__(self, model, options, device):
        count, side, most = options.batch, options.side, scenes.MOST_BOXES
        self.model, self.side, self.grid, self.graph = model, side, cells(side).to(device), None
        make = lambda *shape, kind=torch.float32: torch.zeros(shape, dtype=kind, device=device)
        self.inputs = [make(count, side, side, 3, kind=torch.uint8), make(count, most, 4), make(count, most),
                       make(count, side // scenes.CELL, side // scenes.CELL)]
        if device.type == "cuda":
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self.compute()
            torch.cuda.current_stream().wait_stream(stream)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.parts = self.compute()

    def compute(self):
        images, truths, trust, belief = self.inputs
        pixels = (images.permute(0, 3, 1, 2) / 127.5 - 1).contiguous(
            memory_format=torch.channels_last if images.is_cuda else torch.contiguous_format)
        self.model.zero_grad(set_to_none=True)
        value, parts = loss(*self.model(pixels), truths, trust, belief, self.grid, self.side)
        value.backward()
        return parts

    def __call__(self, batch):
        """Sets the gradients of the network for a batch; returns the parts of the loss."""
        for own, new in zip(self.inputs, batch):
            own.copy_(new, non_blocking=True)
        if not self.graph:
            return self.compute()
        self.graph.replay()
        return self.parts


class Run:
    """The state of a training: the network, its averaged weights, the optimizer and the step; and its checkpoint."""

    def __init__(self, options, device, left_out=frozenset()):
        self.left_out = sorted(left_out)
        self.folder = options.work / options.name
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays = weightfile.read(options.start)
        if "stem_conv/kernel" not in arrays or "box64/kernel" not in arrays:
            raise ValueError(f"{options.start} does not have the weights of the localizer; make it with pretrained.py and balance.py")
        self.model = picodet_torch.Localizer(arrays, not options.float).to(device)
        self.learned = {name: self.model[name] for name in self.model.names if self.model[name].requires_grad}
        kernels, others = ([v for name, v in self.learned.items() if name.endswith("kernel") == is_kernel]
                           for is_kernel in (True, False))
        self.optimizer = torch.optim.AdamW([{"params": kernels, "weight_decay": options.decay},
                                            {"params": others, "weight_decay": 0.0}], eps=1e-7)
        self.average = [v.detach().clone() for v in self.learned.values()]
        self.step, self.horizon = 0, options.horizon
        if self.checkpoint.exists():
            # AdamW reads its numbers of steps in every step, which would wait for the GPU if they were there.
            stored = torch.load(self.checkpoint, map_location="cpu")
            if (before := stored.get("left out", self.left_out)) != self.left_out:
                other = ", ".join(sorted({*before} ^ {*self.left_out}))
                raise ValueError(f"{self.checkpoint} is of a training that left out other sources ({other}): give another --name")
            self.step = stored["step"]
            self.model.load_state_dict(stored["model"])
            self.optimizer.load_state_dict(stored["optimizer"])
            self.average = [v.to(device) for v in stored["average"]]

    @property
    def checkpoint(self):
        return self.folder / "checkpoint.pt"

    @property
    def weights(self):
        return sum(v.numel() for v in self.learned.values())

    def advance(self, rate):
        """Applies the gradients of the network."""
        values = list(self.learned.values())
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        torch.nn.utils.clip_grad_norm_(values, MOST_NORM)
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(self.average, values, max(1 / self.horizon, 9 / (10 + self.step)))
        self.step += 1

    def save(self):
        """Writes the checkpoint, and the averaged weights as `average.npz`."""
        partial = self.checkpoint.with_suffix(".part")
        torch.save({"step": self.step, "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(),
                    "average": self.average, "left out": self.left_out}, partial)
        partial.rename(self.checkpoint)
        weightfile.save(self.folder / "average.npz", self.model.arrays(dict(zip(self.learned, self.average))))


def learning_rate(step, options):
    """Returns the learning rate of a step: a cosine from --rate to its share --floor, after a warm-up."""
    warm = min(1.0, 0.05 + 0.95 * step / max(1, options.warmup))
    return options.rate * warm * (options.floor + (1 - options.floor) * 0.5 * (1 + math.cos(math.pi * step / options.steps)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    data.arguments(parser)
    parser.add_argument("--name", default="localizer", help="name of the run's folder")
    parser.add_argument("--start", type=Path, required=True, help="weights to start from")
    parser.add_argument("--side", type=int, default=224, help="side of the network's input, in pixels")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--steps", type=int, default=1000, help="last step")
    parser.add_argument("--warmup", type=int, default=200, metavar="STEPS", help="steps in which the rate grows")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--floor", type=float, default=0.02, help="rate of the last step, as a share of --rate")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay")
    parser.add_argument("--mosaic", type=float, default=0.1, help="share of the samples that are mosaics of images")
    parser.add_argument("--whole", type=float, default=0.6, help="share of the others that show a whole image")
    parser.add_argument("--blend", type=float, default=0.0, help="share of the samples that blend two")
    parser.add_argument("--horizon", type=int, default=300, metavar="STEPS",
                        help="most steps that the averaged weights cover; at step n they cover about n / 9")
    parser.add_argument("--float", action="store_true", help="do not simulate the quantization")
    parser.add_argument("--workers", type=int, default=4, help="processes that make samples")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = torch.backends.cudnn.benchmark = True
    run = Run(options, device, data.left_out(options))
    split = data.Split("train", options.dataset, options.work)  # decodes the pixels once, before the workers read them
    said = labels.teacher_boxes(options.work).keys() & {r.file for r in split.records}
    print(f"{options.name}: {len(split)} images, {len(said)} of them with teachers' boxes, {run.weights} weights, {device}, "
          f"steps {run.step} to {options.steps}", flush=True)
    batches = iter(DataLoader(Batches(options, run.step), batch_size=None, num_workers=options.workers,
                              prefetch_factor=4 if options.workers else None, pin_memory=device.type == "cuda"))
    compute = Pass(run.model, options, device)
    sums, count, told, saved = torch.zeros(3, device=device), 0, time.time(), time.time()
    while run.step < options.steps:
        sums += compute(next(batches))
        count += 1
        run.advance(learning_rate(run.step, options))
        if device.type == "cuda" and run.step % 4 == 0:
            torch.cuda.synchronize()  # keeps the number of steps small that wait for the GPU
        saves = time.time() - saved > SAVE_SECONDS
        if saves or time.time() - told > TELL_SECONDS or run.step == options.steps:
            score, box, fit = (sums / count).tolist()
            if not math.isfinite(score + box + fit):
                raise FloatingPointError(f"the loss of scores is {score}, of boxes {box} and {fit} at step {run.step}")
            print(f"{time.strftime('%H:%M:%S')} step {run.step}/{options.steps} score {score:.4f} box {box:.4f} fit {fit:.4f} "
                  f"{count * options.batch / (time.time() - told):.0f} images/s", flush=True)
            sums.zero_()
            count, told = 0, time.time()
        if saves:
            run.save()
            saved = time.time()
    run.save()


if __name__ == "__main__":
    main()
