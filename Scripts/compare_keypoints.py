#!/usr/bin/env python3
"""Compares the points of `sight keypoints --detector` with those of MediaPipe 0.10.21 on photos.

    compare_keypoints.py --sight .build/release/sight PHOTO|FOLDER … [--kinds hands faces bodies]

MediaPipe's solutions for hands, face meshes and poses run with the models in its own wheel, each photo by
itself. `sight` gets the same models, as detector and as landmark model. The distance of a hand, face or
body is the mean distance of its points from those of MediaPipe, in percent of the longer side of the box
around MediaPipe's points. Small photos are enlarged up to four times for hands and faces, because most
hands in photos of scenes have few pixels.

The script needs mediapipe 0.10.21, numpy and pillow.
"""
import argparse
import dataclasses
import json
import pathlib
import subprocess
import tempfile

import mediapipe
import numpy as np
from PIL import Image, ImageOps

MODELS = pathlib.Path(mediapipe.__file__).parent / 'modules'
LONGEST = 1600  # pixels of an enlarged photo
MOST = 4  # hands or faces of a photo


@dataclasses.dataclass
class Kind:
    """A kind of points: the models, MediaPipe's solution, and the factor by which photos grow at most."""
    landmarks: str
    detector: str
    solution: object
    field: str
    growth: int


def kinds():
    solutions = mediapipe.solutions
    return {
        'hands': Kind('hand_landmark/hand_landmark_full.tflite', 'palm_detection/palm_detection_full.tflite',
                      lambda: solutions.hands.Hands(static_image_mode=True, max_num_hands=MOST),
                      'multi_hand_landmarks', 4),
        'faces': Kind('face_landmark/face_landmark.tflite', 'face_detection/face_detection_short_range.tflite',
                      lambda: solutions.face_mesh.FaceMesh(static_image_mode=True, max_num_faces=MOST),
                      'multi_face_landmarks', 4),
        'bodies': Kind('pose_landmark/pose_landmark_full.tflite', 'pose_detection/pose_detection.tflite',
                       lambda: solutions.pose.Pose(static_image_mode=True, model_complexity=1),
                       'pose_landmarks', 1),
    }


def listed(paths):
    """Returns the files that the arguments name, and those in the folders among them."""
    for path in map(pathlib.Path, paths):
        yield from sorted(p for p in path.rglob('*') if p.is_file()) if path.is_dir() else [path]


def enlarged(path, growth):
    """Returns the photo as RGB, enlarged by a whole factor; None if it is no photo or very small."""
    try:
        image = ImageOps.exif_transpose(Image.open(path)).convert('RGB')
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):  # no photo, or a damaged one
        return None
    if min(image.size) < 100:
        return None
    factor = max(1, min(growth, LONGEST // max(image.size)))
    return image.resize((image.width * factor, image.height * factor), Image.BICUBIC)


def expected(solution, field, image):
    """Returns MediaPipe's points of each hand, face or body, in pixels."""
    found = getattr(solution.process(np.array(image)), field)
    sets = [found] if hasattr(found, 'landmark') else found or []
    return [np.array([[p.x * image.width, p.y * image.height] for p in s.landmark]) for s in sets]


def measured(sight, kind, photos):
    """Returns the points that `sight` finds in each photo, by its path."""
    command = [sight, 'keypoints', '--json', '--threshold', '0', '--model', MODELS / kind.landmarks,
               '--detector', MODELS / kind.detector, *photos]
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    return {r['file']: [np.array([[p['x'], p['y']] for p in s['points']]) for s in r['sets']]
            for r in map(json.loads, out.splitlines())}


def distance(points, others):
    """Returns the least distance of `others` from MediaPipe's points, in percent; None without others."""
    side = np.ptp(points, 0).max()
    return min((100 * np.hypot(*(o - points[:len(o)]).T).mean() / side for o in others), default=None)


def row(name, kind, sight, photos, folder):
    reference = {}
    with kind.solution() as solution:
        for number, path in enumerate(photos):
            image = enlarged(path, kind.growth)
            sets = expected(solution, kind.field, image) if image else []
            if sets:
                copy = folder / f'{name}-{number}.png'
                image.save(copy)
                reference[str(copy)] = sets
    if not reference:
        return f'| {name} | 0 | 0 | – | – | – |'
    found = measured(sight, kind, list(reference))
    distances = [distance(s, found[path]) for path, sets in reference.items() for s in sets]
    known = [d for d in distances if d is not None]
    middle, most = np.percentile(known, [50, 90]) if known else (float('nan'),) * 2
    return (f'| {name} | {len(reference)} | {len(distances)} | {middle:.1f} | {most:.1f} '
            f'| {len(distances) - len(known)} |')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('photos', nargs='+', help='photos, and folders of photos')
    parser.add_argument('--sight', required=True, help='the program `sight`')
    parser.add_argument('--kinds', nargs='+', choices=list(kinds()), default=list(kinds()))
    options = parser.parse_args()
    photos = list(listed(options.photos))
    print('| Points | Photos | Hands, faces, bodies | Median, % | 90 %, % | Photo without any in Sight |')
    print('|---|--:|--:|--:|--:|--:|')
    with tempfile.TemporaryDirectory() as folder:
        for name in options.kinds:
            print(row(name, kinds()[name], options.sight, photos, pathlib.Path(folder)), flush=True)


if __name__ == '__main__':
    main()
