#!/bin/sh
# Makes the two model files from the data set. If you start the script again after an interruption, the long steps
# (label.py, train_localizer.py) continue where they stopped.
# The localizer is a mean of Google's weights (a fifth) and of the averaged weights after 294 and 620 steps (RUNS.md).
# Set WORK and DATASET to use other folders than the defaults of data.py.
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
with pretrained.py --for localizer --kind google --leave-out new --examples 96 --out "$WORK/google.npz"
for step in 294 620; do
    state="$WORK/localizer/average-$step.npz"
    [ -e "$state" ] && continue
    with train_localizer.py --kind google --side 192 --still --leave-out new --start "$WORK/google.npz" \
        --frozen stem $(printf 'block%d_ ' $(seq 13)) \
        --steps 620 --until $step --rate 5e-4 --floor 0.05 --mosaic 0.1 --whole 0.6 --fit-weight 4
    cp "$WORK/localizer/average.npz" "$state"
done
halves="$WORK/localizer/average-294.npz $WORK/localizer/average-620.npz"
# shellcheck disable=SC2086 # two files
python mean_weights.py "$WORK/localizer/mean.npz" $halves $halves "$WORK/google.npz"
with pretrained.py --out "$WORK/pretrained.npz"
with train_classifier.py --start "$WORK/pretrained.npz"
with export.py localizer --side 192 --leave-out new --weights "$WORK/localizer/mean.npz" --out "$WORK/localizer.tflite"
with export.py classifier --weights "$WORK/classifier/average.npz" --out "$WORK/classifier.tflite"
with evaluate_localizer.py "$WORK/localizer.tflite" --leave-out new
with evaluate_classifier.py "$WORK/classifier.tflite" --widen 0.5
