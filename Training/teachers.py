"""Runs the teachers once on fixed views of the training images and stores their outputs.

A view is the whole image, a random part of it, a labeled box with some context, or a box of `labels.teacher_boxes`
that no labeled box overlaps. For each view the script stores two feature maps and the logits of MobileNet v2 (ImageNet)
and the 631 scores of ML Kit's sample labeler, as the quantized values. `train_backbone.py` reads them.

    python teachers.py --work ../../training

A second run processes only the views that have no outputs yet.
"""

import argparse
import json
import multiprocessing
from pathlib import Path

import cv2
import numpy as np

import data
import labels

SIDE = 224
LEAST = 20  # least length of the shorter side of a box, in pixels
IMAGENET = "classifiers/tf2_mobilenet_v2_1.0_224_ptq.tflite"
LABELER = "mlkit/object_labeler.tflite"
# Tensors of the first teacher: end of the name -> (array, shape)
TAPS = {
    "expanded_conv_12/add/add": ("map14", (14, 14, 96)),
    "expanded_conv_17/project/Conv2D1": ("map7", (7, 7, 320)),
    "unknown_2601": ("logits", (1001,)),
}
SHAPES = dict([*TAPS.values(), ("labeler", (631,))])


def fine_label(source, name):
    return name.lower().replace(" ", "_") if name else None


def views(split, said, seed=1):
    """Returns [(image index, x0, y0, x1, y1, fine label or None, outcome or None)].

    Further entries of `said` (`labels.teacher_boxes`) add views at the end, so that stored outputs stay valid.
    """
    return labeled_views(split, seed) + said_views(split, said, seed)


def said_views(split, said, seed):
    """Returns views of the boxes that only the teachers found, with some context."""
    rng, place, out = np.random.default_rng(seed), {r.file: i for i, r in enumerate(split.records)}, []
    for file, answer in said.items():
        i = place[file]
        r, truth = split.records[i], labels.truth(split.records[i], answer)
        own = r.boxes_kind in labels.TRUST
        for box, trust in zip(truth.boxes[len(r.boxes) if own else 0:], truth.trust[len(r.boxes) if own else 0:]):
            box, side = grown(box, rng.uniform(0.0, 0.3)), np.array([r.width, r.height])
            if trust > 0 and min((box[2:] - box[:2]) * side) >= LEAST:
                out.append((i, *box, None, None))
    return out


def grown(box, share):
    """Returns the box, enlarged on each side by `share` / 2 of its extent and limited to the image."""
    more = np.tile((box[2:] - box[:2]) * share / 2, 2) * np.array([-1, -1, 1, 1])
    return np.clip(box + more, 0, 1)


def labeled_views(split, seed):
    rng = np.random.default_rng(seed)
    out = []
    for i, r in enumerate(split.records):
        out.append((i, 0.0, 0.0, 1.0, 1.0, fine_label(r.source, r.label), r.outcome))
        for _ in range(1 if r.source == "intel" else 2):
            area, stretch = rng.uniform(0.2, 0.9), rng.uniform(-0.3, 0.3)
            w, h = min(1, (area * np.exp(stretch)) ** 0.5), min(1, (area * np.exp(-stretch)) ** 0.5)
            x, y = rng.uniform(0, 1 - w), rng.uniform(0, 1 - h)
            out.append((i, x, y, x + w, y + h, None, None))
        for box, name, outcome, ignore in zip(r.boxes, r.classes, r.outcomes, r.ignore):
            if ignore or min((box[2:] - box[:2]) * np.array([r.width, r.height])) < LEAST:
                continue
            out.append((i, *grown(box, rng.uniform(0.0, 0.3)), fine_label(r.source, name), outcome))
    return out


def part(image, view):
    """Returns the view's pixels at the resolution of the image."""
    h, w = image.shape[:2]
    x0, y0 = int(view[1] * w), int(view[2] * h)
    x1, y1 = max(x0 + 2, round(view[3] * w)), max(y0 + 2, round(view[4] * h))
    return image[y0:y1, x0:x1]


def cut(image, view, side):
    """Returns the view's pixels, stretched to side x side."""
    pixels = part(image, view)
    shrinks = pixels.shape[0] > side and pixels.shape[1] > side
    return cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


def arrays(work, mode="r"):
    """Returns the stored outputs as memory-mapped arrays."""
    return {name: np.lib.format.open_memmap(Path(work) / f"teacher-{name}.npy", mode=mode) for name in SHAPES}


def make_room(work, count):
    """Extends every array to at least `count` rows, one for each view; existing rows keep their contents."""
    for name, shape in SHAPES.items():
        path = Path(work) / f"teacher-{name}.npy"
        old = np.lib.format.open_memmap(path, mode="r") if path.exists() else np.empty((0, *shape), np.uint8)
        if len(old) < count:
            partial = path.with_suffix(".part.npy")
            kind = np.uint8 if name == "labeler" else np.int8
            new = np.lib.format.open_memmap(partial, mode="w+", dtype=kind, shape=(count, *shape))
            for start in range(0, len(old), 1024):
                new[start:start + 1024][:len(old) - start] = old[start:start + 1024]
            new.flush()
            partial.rename(path)


def order(listed, said):
    """Returns the indices of the views in the order of processing.

    Views with a known outcome come first, then the last `said` views, then the rest: the classifier learns the first
    two groups.
    """
    return sorted(range(len(listed)), key=lambda n: 0 if listed[n][6] else 1 if n >= len(listed) - said else 2)


def work_through(arguments):
    first, step, dataset, work, models = arguments
    from ai_edge_litert.interpreter import Interpreter

    cv2.setNumThreads(1)
    split = data.Split("train", dataset, work)
    stored = arrays(work, "r+")
    listed = views(split, labels.teacher_boxes(work))[:len(stored["labeler"])]
    said = len(listed) - len(views(split, {}))
    teacher = Interpreter(str(models / IMAGENET), num_threads=1, experimental_preserve_all_tensors=True)
    labeler = Interpreter(str(models / LABELER), num_threads=1)
    teacher.allocate_tensors()
    labeler.allocate_tensors()
    taps = {}
    for detail in teacher.get_tensor_details():
        for end, (name, _) in TAPS.items():
            if detail["name"].endswith(end):
                taps[name] = detail
    scales = {n: (float(d["quantization"][0]), int(d["quantization"][1])) for n, d in taps.items()}
    (Path(work) / "teacher-scales.json").write_text(json.dumps(scales))
    for n in order(listed, said)[first::step]:
        if stored["labeler"][n].any():
            continue
        pixels = cut(split.image(listed[n][0]), listed[n], SIDE)[None]
        for interpreter in (teacher, labeler):
            interpreter.set_tensor(interpreter.get_input_details()[0]["index"], pixels)
            interpreter.invoke()
        for name, detail in taps.items():
            stored[name][n] = teacher.get_tensor(detail["index"]).reshape(stored[name].shape[1:])
        stored["labeler"][n] = labeler.get_tensor(labeler.get_output_details()[0]["index"])[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    parser.add_argument("--models", type=Path, default=data.TEACHERS)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    count = len(views(data.Split("train", options.dataset, options.work), labels.teacher_boxes(options.work)))
    print(f"{count} views", flush=True)
    make_room(options.work, count)
    jobs = [(k, options.processes, options.dataset, options.work, options.models) for k in range(options.processes)]
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        pool.map(work_through, jobs)


if __name__ == "__main__":
    main()
