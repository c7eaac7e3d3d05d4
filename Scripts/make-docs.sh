#!/usr/bin/env bash
# Builds one static site with the documentation of all products.
#
# usage: make-docs.sh [FOLDER]    the default of FOLDER is .build/documentation
#
# SIGHT_DOCUMENTATION_BASE  path of the site on its server, such as `sight`; default: the root
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.build/documentation}
# The products of Package.swift with public declarations.
readonly TARGETS=(Sight SightCustomOperators SightDefaultModels SightGeometry SightImage SightTracking SightEvaluation SightImageIO
    SightVideoIO SightPlatform SightModels SightModelDownload SightTesting
    SightTensorFlowLite MLKit MLImage MLKitCommon MLKitVision MLKitObjectDetection
    MLKitObjectDetectionCommon MLKitObjectDetectionCustom MLKitImageLabeling MLKitImageLabelingCommon
    MLKitImageLabelingCustom MLKitLinkFirebase MediaPipeTasksVision TensorFlowLiteTaskVision
    SightFirebaseApp SightFirebaseModelDownloader FirebaseMLCommon FirebaseMLModelInterpreter
    FirebaseMLVision FirebaseMLVisionObjectDetection)

export SIGHT_DOCUMENTATION=1 # the manifest adds the plugin
options=(--transform-for-static-hosting)
[[ -n ${SIGHT_DOCUMENTATION_BASE:-} ]] && options+=(--hosting-base-path "$SIGHT_DOCUMENTATION_BASE")
for target in "${TARGETS[@]}"; do options+=(--target "$target"); done

# The plugin needs permission to write into the folder of the site.
Scripts/swift.sh package --scratch-path .build-documentation --allow-writing-to-directory "$folder" \
    generate-documentation --enable-experimental-combined-documentation \
    "${options[@]}" --output-path "$folder"
echo "documentation: $folder; view it with: python3 -m http.server --directory $folder"
