#!/usr/bin/env bash
# Finds the objects of a photo; leaves the annotated picture and the JSON in demo/.
#
# SIGHT  the built program
# IMAGE  the photo; empty for a sample
# MODEL  the detector; empty for the fixtures' SSD MobileNet
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/codecs.sh
fixture=../shared/fixtures/models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite

say() { echo "demo: $*" >&2; }

if [[ -n ${IMAGE:-} && ! -r $IMAGE ]]; then
    say "$IMAGE cannot be read"
    exit 1
fi
if [[ -z ${MODEL:-} ]]; then
    if [[ ! -r $fixture ]]; then
        say "no model is built in yet, and $fixture is missing."
        say "Bring a detector: make demo MODEL=ssd.tflite"
        exit 1
    fi
    MODEL=$fixture
    say "no model is built in yet; taking the fixture $MODEL"
fi
if [[ -z ${IMAGE:-} ]]; then IMAGE=$(Scripts/demo-photo.sh); fi

mkdir -p demo
picture=demo/annotated.jpg
has_library JPEG || picture=demo/annotated.png
"$SIGHT" detect --model "$MODEL" --json --out "$picture" "$IMAGE" >demo/objects.json.part
mv demo/objects.json.part demo/objects.json
"$SIGHT" detect --model "$MODEL" "$IMAGE"
say "picture: $picture"
say "JSON:    demo/objects.json"
