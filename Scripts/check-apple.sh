#!/usr/bin/env bash
# Compiles every library target for Apple's platforms on Linux, without linking, if the tool for
# that is installed: `Scripts/check-apple.sh [--full] [TARGET,…]`.
#
# The tool has a stand-in of Apple's SDK; `Scripts/apple-stand-ins` adds the frameworks that it
# lacks. Code for Apple's platforms that compiles here has not run anywhere.
#
# --full         also compiles optimized and without traits, and measures the size of an app with MLKit
# TARGET,…       compiles only these targets and their dependencies
# APPLE_CHECK    folder of the tool
# TRIPLES        compiles only for these triples
# JOBS           number of triples at the same time; default: the number of cores
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/apple-checks.sh

readonly TOOL=${APPLE_CHECK:-../shared/tools/apple-check}
readonly TRAITS=JPEG,PNG,WebP,HEIF,Video
if [[ ! -x $TOOL/check.sh ]]; then
    echo "SKIPPED: $TOOL is absent, so nothing is compiled for Apple's platforms"
    exit 0
fi
triples=(arm64-apple-ios15.0 arm64-apple-ios15.0-simulator arm64-apple-macosx13.0)
[[ -z ${TRIPLES:-} ]] || read -ra triples <<<"$TRIPLES"
full=
arguments=("$@")
if [[ ${1:-} == --full ]]; then
    full=1
    shift
fi
targets=(${1:+--targets "$1"})
export SIGHT_STRICT=1 RIG_STAND_INS=$PWD/Scripts/apple-stand-ins
export RIG_BUILD=${RIG_BUILD:-$PWD/.build/apple-check}

check_triple() {
    local triple=$1
    if [[ -n $full ]]; then
        compile "$triple" -O
        compile "$triple"
        compile "$triple" --traits "$TRAITS" -O
        [[ $triple != arm64-apple-ios15.0 || ${#targets[@]} != 0 ]] || measure_size "$triple"
    fi
    # This variant is compiled last, because the following checks read its results.
    compile "$triple" --traits "$TRAITS"
    [[ ${#targets[@]} == 0 ]] || return 0
    check_nested_packages "$triple"
    check_signing "$triple"
    check_privacy "$triple"
    if [[ $triple == arm64-apple-ios15.0 ]]; then
        check_refusals "$triple"
        check_names "$triple"
        check_objective_c "$triple"
        check_example "$triple"
    fi
}

if [[ ${#triples[@]} == 1 ]]; then
    check_triple "${triples[0]}"
    exit
fi
# Each triple keeps one core busy.
for triple in "${triples[@]}"; do
    printf 'TRIPLES=%s ' "$triple"
    printf '%q ' Scripts/check-apple.sh ${arguments[@]+"${arguments[@]}"}
    echo
done | Scripts/in-parallel.sh
if [[ ${#targets[@]} == 0 && -z ${TRIPLES:-} ]]; then
    python3 -B Scripts/check_platforms.py "$RIG_BUILD"
fi
