#!/usr/bin/env bash
# Compiles every Swift block of the documentation; options go to `swift build`.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v python3 >/dev/null; then
    echo "SKIPPED: Python is missing, so the Swift blocks of the documentation are not compiled"
    exit 0
fi

python3 extract.py Sources/Blocks ../../README.md ../../Documentation/HOSTING.md \
    ../../Documentation/SCALE.md ../../Documentation/MIGRATION.md \
    ../../Documentation/CUSTOM_OPERATORS.md ../../Sources/Sight/Sight.docc/*.md \
    ../../Sources/SightTensorFlowLite/SightTensorFlowLite.docc/*.md \
    ../../Sources/MLKit/MLKit.docc/*.md ../../Sources/MLKitCommon/MLKitCommon.docc/*.md \
    ../../Sources/MLKitObjectDetectionCustom/MLKitObjectDetectionCustom.docc/*.md \
    ../../Sources/FirebaseMLVisionObjectDetection/FirebaseMLVisionObjectDetection.docc/*.md
swift build "$@"
