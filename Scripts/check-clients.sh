#!/usr/bin/env bash
# Builds and tests packages that depend on Sight like users' packages: migration guides, examples,
# apps with other makers' packages, published packages, the linkage of the core and a fresh app.
#
# The packages share one build folder. Testable imports are disabled, because that compiler flag
# would compile Sight again for each package with tests. SwiftPM's cached plans are disabled, because
# SwiftPM may reuse the plan of another package in the same folder.
#
# JOBS  number of parallel compilers; default: the number of cores
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=()
[[ -n ${JOBS:-} ]] && jobs=(--jobs "$JOBS")
options=(--scratch-path "$PWD/.build-clients" --disable-build-manifest-caching -c release ${jobs[@]+"${jobs[@]}"})
export SWIFT_DETERMINISTIC_HASHING=1 SIGHT_STRICT=1

Scripts/test.sh swift test --package-path IntegrationTests/Migration --disable-testable-imports "${options[@]}"
swift build --package-path Examples "${options[@]}"
swift run --package-path IntegrationTests/BesideOthers "${options[@]}"
IntegrationTests/Published/check.sh
IntegrationTests/CoreLinkage/check.sh "${options[@]}"
IntegrationTests/Documentation/check.sh "${options[@]}"
SCRATCH="$PWD/.build-clients" IntegrationTests/FreshApp/check.sh ${jobs[@]+"${jobs[@]}"}
