#!/usr/bin/env bash
# Runs the suites of kernels and operators once for each instruction-set tier below the best tier of
# this machine. `make test` covers the best tier. The release build of `make test` must exist.
#
# usage: check-tiers.sh [TIER…]    the given tiers instead of all lower ones
set -euo pipefail
cd "$(dirname "$0")/.."

# Whole models are too slow to run on every tier.
readonly SUITES='CSightKernelsTests|SightInferenceTests\.|ReferenceRunTests'

lower_tiers() {
    "$(Scripts/swift.sh build -c release --show-bin-path)/sight" --version |
        sed -n 's/^kernels: \([a-z0-9]*\) of \(.*\)/\1, \2/p' |
        awk -F ', ' '{for (tier = 2; tier <= NF; tier++) if ($tier != $1) print $tier}'
}

tiers=("$@")
# shellcheck disable=SC2207 # names of tiers are words
[[ $# -gt 0 ]] || tiers=($(lower_tiers))
for tier in ${tiers[@]+"${tiers[@]}"}; do
    echo "--> SIGHT_TIER=$tier"
    SIGHT_TIER=$tier Scripts/swift.sh test -c release --skip-build --filter "$SUITES"
done
