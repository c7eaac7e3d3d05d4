#!/bin/sh
# Makes the two model files from the data set. If you start the script again after an interruption, the long steps
# (label.py, train_picodet.py) continue where they stopped.
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
[ -e "$WORK/google-boxes.jsonl" ] || with google_boxes.py

# The localizer: PicoDet-S trained further, quantization-aware. `balance.py` first scales channels that
# integers cannot hold. On images of new kinds, means of the states with the published weights are better than the last state
# alone (Wortsman et al. 2022).
with pretrained.py localizer --out "$WORK/picodet.npz"
with balance.py "$WORK/picodet.npz" --out "$WORK/start.npz"
with train_picodet.py --name strong --start "$WORK/start.npz" --steps 989 --mosaic 0.35 --whole 0.4 --blend 0.15 --floor 0.03
python mean_weights.py "$WORK/strong/mean.npz" "$WORK/strong/average.npz" "$WORK/start.npz" --shares 0.7 0.3
with train_picodet.py --name plain --start "$WORK/strong/mean.npz" --steps 509 --rate 4e-4 --seed 2
python mean_weights.py "$WORK/localizer.npz" "$WORK/plain/average.npz" "$WORK/start.npz" --shares 0.8 0.2
with pretrained.py classifier --out "$WORK/pretrained.npz"
with train_classifier.py --start "$WORK/pretrained.npz"
with export.py localizer --weights "$WORK/localizer.npz" --out "$WORK/localizer.tflite"
with export.py classifier --weights "$WORK/classifier/average.npz" --out "$WORK/classifier.tflite"
with evaluate_localizer.py "$WORK/localizer.tflite"
with evaluate_classifier.py "$WORK/classifier.tflite" --widen 0.5
