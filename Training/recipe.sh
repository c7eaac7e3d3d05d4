#!/bin/sh
# The whole recipe, from the data set to the two files, in order; each step goes on where it was stopped.
# WORK and DATASET may name other folders than the defaults of data.py.
set -e
cd "$(dirname "$0")"
WORK=${WORK:-../../training}
DATASET=${DATASET:-../../shared/dataset}
mkdir -p "$WORK"
with() { script=$1; shift; python "$script" --dataset "$DATASET" --work "$WORK" "$@"; }

for index in more train; do
    python "$DATASET/teachers/label.py" "$WORK/teacher-boxes.jsonl" --tars "$DATASET/$index.jsonl"
done
[ -e "$WORK/garment-boxes.jsonl" ] || with garments.py
with teachers.py
with train_backbone.py
with train_localizer.py --name localizer160 --side 160 --steps 3400 --rate 1.5e-3 --floor 0.4
with train_localizer.py --start "$WORK/localizer160/average.npz" --steps 12000 --decay 0.05 --fit-weight 4 \
    --mosaic 0.25 --whole 0.4 --blend 0.3
with train_localizer.py --name localizer-plain --start "$WORK/localizer/average.npz" --steps 2000 --rate 1e-4 \
    --decay 0.05 --fit-weight 4 --mosaic 0 --whole 0.5
with soft_outcomes.py
with pretrained.py --out "$WORK/pretrained.npz"
with train_classifier.py --start "$WORK/pretrained.npz"
with export.py localizer --weights "$WORK/localizer-plain/average.npz" --out "$WORK/localizer.tflite"
with export.py classifier --weights "$WORK/classifier/average.npz" --out "$WORK/classifier.tflite"
with evaluate_localizer.py "$WORK/localizer.tflite"
with evaluate_classifier.py "$WORK/classifier.tflite" --widen 0.5
