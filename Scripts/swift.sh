#!/usr/bin/env bash
# Runs SwiftPM in the package with the codecs that are installed on this machine:
# `Scripts/swift.sh build -c release`.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/set-up/codecs.sh

# SwiftPM 6.3 passes a package's traits in the order of a hashed set, and another order compiles
# everything again. Deterministic hashing keeps the order the same in all runs.
export SWIFT_DETERMINISTIC_HASHING=1
export SIGHT_STRICT=1

command=$1
shift
# The flags are separate words on purpose.
# shellcheck disable=SC2046
exec swift "$command" $(Scripts/set-up/trait-flags.sh) "$@"
