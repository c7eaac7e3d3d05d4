#!/bin/sh
# Makes the two model files from the data set. If you start the script again after an interruption, the long steps
# (label.py, train_localizer.py) continue where they stopped.
# The localizer's training has a teacher, which is trained first: Google's localizer, trained further, as a mean of its
# weights (a fifth) and of the averaged weights after 294 and 620 steps (localizer15 in RUNS.md).
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

with pretrained.py --for localizer --kind google --leave-out new --examples 96 --out "$WORK/google.npz"
for step in 294 620; do
    state="$WORK/teacher/average-$step.npz"
    [ -e "$state" ] && continue
    with train_localizer.py --name teacher --kind google --side 192 --still --leave-out new --start "$WORK/google.npz" \
        --frozen stem $(printf 'block%d_ ' $(seq 13)) \
        --steps 620 --until $step --rate 5e-4 --floor 0.05 --mosaic 0.1 --whole 0.6 --fit-weight 4
    cp "$WORK/teacher/average.npz" "$state"
done
halves="$WORK/teacher/average-294.npz $WORK/teacher/average-620.npz"
# shellcheck disable=SC2086 # two files
python mean_weights.py "$WORK/teacher/mean.npz" $halves $halves "$WORK/google.npz"
with export.py localizer --side 192 --leave-out new --weights "$WORK/teacher/mean.npz" --out "$WORK/teacher.tflite"

# The localizer: PicoDet-S trained further, first without the sources of `new`, which test it, then on all sources, and
# then with the rounding of an int8 file. `balance.py` scales channels that integers cannot hold. The mean of the states is
# better on new kinds of images than the last of them (Wortsman et al. 2022); it is trained a little more, at last at the side of the file.
with pretrained.py --for localizer --kind picodet --leave-out new --out "$WORK/picodet.npz"
picodet() {
    name=$1; shift
    with train_localizer.py --name "$name" --kind picodet --side 256 --still \
        --rate 5e-4 --floor 0.03 --mosaic 0.15 --whole 0.5 --fit-weight 4 "$@"
}
teacher="--teacher $WORK/teacher.tflite --horizon 300"
# shellcheck disable=SC2086 # several options
{
    picodet start --leave-out new --start "$WORK/picodet.npz" --frozen stem stage1 --steps 3200 --until 550
    with balance.py "$WORK/start/average.npz" --out "$WORK/start/tamed.npz" --leave-out new
    picodet tamed --leave-out new --start "$WORK/start/tamed.npz" --frozen stem stage1 $teacher --steps 1500
    picodet all --start "$WORK/tamed/average.npz" --frozen stem stage1 $teacher --steps 1300
    with balance.py "$WORK/all/average.npz" --out "$WORK/all/tamed.npz"
    picodet rounded --start "$WORK/all/tamed.npz" --coarse $teacher --steps 1500
}
rescaled() { python rescale.py "$WORK/$1/average.npz" "$WORK/$1/tamed.npz" "$2" --out "$3"; }
rescaled start "$WORK/picodet.npz" "$WORK/published-tamed.npz"
rescaled all "$WORK/published-tamed.npz" "$WORK/published.npz"
rescaled all "$WORK/start/tamed.npz" "$WORK/start/rescaled.npz"
rescaled all "$WORK/tamed/average.npz" "$WORK/tamed/rescaled.npz"
python mean_weights.py "$WORK/mean.npz" "$WORK/published.npz" "$WORK/start/rescaled.npz" "$WORK/tamed/rescaled.npz" \
    "$WORK/rounded/average.npz"
small="--coarse --teacher $WORK/teacher.tflite --horizon 150"
# shellcheck disable=SC2086 # several options
{
    picodet averaged --start "$WORK/mean.npz" $small --steps 450 --rate 1.5e-4
    picodet localizer --start "$WORK/averaged/average.npz" $small --side 224 --steps 1000 --rate 2e-4
}
with pretrained.py --out "$WORK/pretrained.npz"
with train_classifier.py --start "$WORK/pretrained.npz"
with export.py localizer --weights "$WORK/localizer/average.npz" --out "$WORK/localizer.tflite"
with export.py classifier --weights "$WORK/classifier/average.npz" --out "$WORK/classifier.tflite"
with evaluate_localizer.py "$WORK/localizer.tflite"
with evaluate_classifier.py "$WORK/classifier.tflite" --widen 0.5
