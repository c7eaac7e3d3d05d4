#!/usr/bin/env python3
"""Compares the points of `sight keypoints` and the masks of `sight segment` with those of LiteRT.

    compare_tasks.py --shared ../shared --models MODELS --sight .build/release/sight [--images FOLDER]

MODELS has the .tflite files of MediaPipe's Python package (`mediapipe/modules` in its wheel). The script
makes the model's input from each photo in plain NumPy, runs LiteRT's default kernels and decodes the outputs.
For key points, the table gives the largest difference of a coordinate, in pixels of the model's input, and
the largest difference of scores. For masks, it gives the least share of pixels with the same class, and the
largest difference of confidences. --images stores the images that `sight` draws.

The script needs ai-edge-litert, numpy and pillow.
"""
import argparse
import json
import os
import subprocess
import tempfile

import numpy as np
from PIL import Image, ImageOps

from heads.inputs import exact_letterbox, squashed
from heads.runtimes import Lite

FACES = ['coral/face.jpg', 'mlkit/grace_hopper.jpg', 'pillow_orientation/hopper.bmp']
BODIES = ['coral/squat.bmp', 'mlkit/grace_hopper.jpg', 'coral/face.jpg']
PLACES = ['coral/pets.jpg', 'coral/bird_segmentation.bmp', 'mlkit/grace_hopper.jpg', 'coral/face.jpg',
          'tflite_support/segmentation_input_rotation0.jpg']


def sigmoid(values):
    return 1 / (1 + np.exp(-values))


def landmarks(outputs):
    """Returns the points of a hand or a face, None for their visibilities, and the score."""
    points = next(o for o in outputs if o.size in (63, 1404)).reshape(-1, 3)
    score = next(o for o in outputs if o.size == 1).item()
    return points[:, :2], None, score if len(points) == 21 else sigmoid(score)


def body(outputs):
    rows = next(o for o in outputs if o.size == 195).reshape(39, 5)[:33]
    return rows[:, :2], sigmoid(rows[:, 3]), next(o for o in outputs if o.size == 1).item()


# name, file, photos, detector, decoder
POINTS = [
    ('Face landmarks', 'face_landmark.tflite', FACES, 'face_detection_short_range.tflite', landmarks),
    ('Hand landmarks, full', 'hand_landmark_full.tflite', BODIES, 'palm_detection_full.tflite', landmarks),
    ('Hand landmarks, lite', 'hand_landmark_lite.tflite', BODIES, None, landmarks),
    ('Pose landmarks, full', 'pose_landmark_full.tflite', BODIES, None, body),
]
# name, file, True for a fixture
MASKS = [
    ('Selfie', 'selfie_segmentation.tflite', False),
    ('Selfie, landscape', 'selfie_segmentation_landscape.tflite', False),
    ('DeepLab v3', 'misc/deeplabv3.tflite', True),
    ('DeepLab v3 MobileNet v2, 8-bit', 'misc/deeplabv3_mnv2_dm05_pascal_quant.tflite', True),
]


def photo(args, name):
    path = os.path.join(args.shared, 'fixtures/images', name)
    return ImageOps.exif_transpose(Image.open(path)).convert('RGB')


def sight(args, *words):
    done = subprocess.run([args.sight, *words], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def drawn(args, name, number):
    if not args.images:
        return []
    os.makedirs(args.images, exist_ok=True)
    return ['--out', os.path.join(args.images, f'{name}-{number}.png')]


def boxes(args, detector, path):
    """Yields the region (x, y, side) of each object that a detector finds: a square with 1.5 times the longer side."""
    found = json.loads(sight(args, 'detect', '--model', detector, '--threshold', '0.5', '--max', '1000', '--json', path))
    for thing in found['objects']:
        x, y, width, height = thing['box']
        side = 1.5 * max(width, height)
        yield x + width / 2 - side / 2, y + height / 2 - side / 2, side


def crop(image, region):
    """Returns a region of the image, with black pixels outside of the image, and the region's top-left corner."""
    x, y, side = region
    left, top = int(np.floor(x)), int(np.floor(y))
    return image.crop((left, top, left + round(side), top + round(side))), np.array([left, top])


def points(args, folder):
    print('| model | photos | sets | largest distance of points | largest difference of scores |')
    print('|---|---|---|---|---|')
    for name, file, photos, detector, decode in POINTS:
        model = os.path.join(args.models, file)
        run, far, apart, sets = Lite(model), 0.0, 0.0, 0
        height, width = run.net.get_input_details()[0]['shape'][1:3]
        for number, source in enumerate(photos):
            image = photo(args, source)
            if detector:  # cut at whole pixels, so that both sides read the same part of the photo
                path = os.path.join(folder, 'whole.png')
                image.save(path)
                regions = list(boxes(args, os.path.join(args.models, detector), path))
                if not regions:
                    continue
                image = crop(image, regions[0])[0]
            path = os.path.join(folder, 'part.png')
            image.save(path)
            values, scale, offset = exact_letterbox(image, int(width), int(height))
            theirs, visible, score = decode(run(values / 255))
            report = json.loads(sight(args, 'keypoints', '--model', model, '--threshold', '0', '--json', path,
                                      *drawn(args, file, number)))
            ours = report['sets'][0]
            at = np.array([[p['x'], p['y']] for p in ours['points']])
            sets += 1
            far = max(far, np.abs(at * scale + offset[:2] - theirs).max())
            apart = max(apart, abs(ours['score'] - score))
            if visible is not None:
                apart = max(apart, np.abs(np.array([p['score'] for p in ours['points']]) - visible).max())
            if args.verbose:
                print(name, source, f'score {score:.4f}, ours {ours["score"]:.4f}, far {far:.4f}')
        print(f'| {name} | {len(photos)} | {sets} | {far:.3f} px of {width} | {apart:.4f} |', flush=True)


def masks(args, folder):
    print('| model | photos | least share of equal places | largest difference of confidences |')
    print('|---|---|---|---|')
    for name, file, is_fixture in MASKS:
        root = os.path.join(args.shared, 'fixtures/models') if is_fixture else args.models
        model = os.path.join(root, file)
        run, least, apart = Lite(model), 1.0, 0.0
        detail = run.net.get_input_details()[0]
        height, width = detail['shape'][1:3]
        for number, source in enumerate(PLACES):
            image = photo(args, source)
            path, mask = os.path.join(folder, 'photo.png'), os.path.join(folder, 'mask.png')
            image.save(path)
            values = squashed(image, int(width), int(height))[0]
            one = len(run.net.get_output_details()[0]['shape']) == 4 and run.net.get_output_details()[0]['shape'][-1] == 1
            if detail['dtype'] == np.float32:
                values = values / 255 if one else values / 127.5 - 1
            output = run(values)[0]
            values = [] if one else ['--mask-values', 'index']
            sight(args, 'segment', '--model', model, '--mask', mask, *values, path,
                  *drawn(args, os.path.basename(file), number))
            seen = np.asarray(Image.open(mask))
            rows, columns = seen.shape[:2]
            if one:  # the mask is scaled linearly to the size of the photo
                ours = seen.astype(np.float32) / 255
                theirs = np.asarray(Image.fromarray(output[0, :, :, 0]).resize((columns, rows), Image.BILINEAR))
                apart = max(apart, np.abs(ours - theirs).max())
                least = min(least, np.mean((ours >= 0.5) == (theirs >= 0.5)))
            else:  # the first pixel of each cell of the model's mask
                theirs = output[0].argmax(-1) if output.ndim == 4 else output[0].astype(int)
                high, wide = theirs.shape
                ours = seen[np.ix_(-(-np.arange(high) * rows // high), -(-np.arange(wide) * columns // wide))]
                least = min(least, np.mean(ours == theirs))
            if args.verbose:
                print(name, source, f'{least:.5f} {apart:.4f}')
        print(f'| {name} | {len(PLACES)} | {least:.4f} | {apart:.4f} |' if one else
              f'| {name} | {len(PLACES)} | {least:.4f} | — |', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--shared', required=True)
    parser.add_argument('--models', required=True)
    parser.add_argument('--sight', default='.build/release/sight')
    parser.add_argument('--images')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        points(args, folder)
        print()
        masks(args, folder)


if __name__ == '__main__':
    main()
