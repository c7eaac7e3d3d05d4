#!/usr/bin/env bash
# Compiles every library target for Apple's platforms on Linux, without linking, where the tool for
# it is at hand: `Scripts/check-apple.sh [--full] [TARGET,…]`.
#
# The tool has a stand-in of Apple's SDK; `Scripts/apple-stand-ins` adds the frameworks that it
# lacks. Code for Apple's platforms that compiles here has not run anywhere.
#
# --full         also optimised, and without traits
# TARGET,…       these targets only, with what they depend on
# APPLE_CHECK    folder of the tool
set -euo pipefail
cd "$(dirname "$0")/.."

readonly TOOL=${APPLE_CHECK:-../shared/tools/apple-check}
readonly TRAITS=JPEG,PNG,WebP,HEIF,Video
readonly TRIPLES=(
    arm64-apple-ios15.0 arm64-apple-ios15.0-simulator arm64-apple-macosx13.0
)
if [[ ! -x $TOOL/check.sh ]]; then
    echo "SKIPPED: Apple's platforms, $TOOL is absent"
    exit 0
fi
full=
if [[ ${1:-} == --full ]]; then
    full=1
    shift
fi
targets=(${1:+--targets "$1"})
export SIGHT_STRICT=1 RIG_STAND_INS=$PWD/Scripts/apple-stand-ins
export RIG_BUILD=${RIG_BUILD:-$PWD/.build/apple-check}

# Prints the diagnostics and the table of one variant, and fails when a target does.
check() {
    local report
    echo "--> $*"
    report=$("$TOOL/check.sh" . "$@" ${targets[@]+"${targets[@]}"} 2>&1) || {
        grep -v '^== ' <<<"$report"
        return 1
    }
    tail -1 <<<"$report"
}

# The names for Objective-C, from the headers that the compiler made for a triple; of iOS only, for
# the originals' `orientation` is of UIKit.
check_names() {
    [[ ${#targets[@]} == 0 && $1 == *ios* ]] || return 0
    local headers
    headers=("$RIG_BUILD/$1"/out-*)
    python3 -B Scripts/check_objc.py "${headers[0]}"
}

# The parts of the example that know no screens, which see public declarations only.
check_example() {
    [[ ${#targets[@]} == 0 && $1 == *ios* ]] || return 0
    local built=$RIG_BUILD/$1 maps=() map out
    for out in "$built"/out-*; do
        for map in "$out"/*.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
    done
    swift-frontend -typecheck Examples/iOS/SightExample.swiftpm/Detection/*.swift \
        -parse-as-library -module-name App -swift-version 6 -target "$1" \
        -sdk "$built/rig/sdk" -Fsystem "$built/rig/sdk-ios/Frameworks" \
        -resource-dir "$built/sdk/resources" -I "$built/sdk/modules" \
        -module-cache-path "$built/sdk/cache" -I "$out" -suppress-remarks "${maps[@]}"
    echo "the example: $(ls Examples/iOS/SightExample.swiftpm/Detection | wc -l) files type-checked"
}

for triple in "${TRIPLES[@]}"; do
    check "$triple" --traits "$TRAITS"
    check_names "$triple"
    check_example "$triple"
    if [[ -n $full ]]; then
        check "$triple" --traits "$TRAITS" -O
        check "$triple"
        check "$triple" -O
    fi
done
