#!/usr/bin/env bash
# Runs SwiftPM in the package with the codecs that this machine has:
# `Scripts/swift.sh build -c release`.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/set-up/codecs.sh

# SwiftPM 6.3 passes a package's traits in the order of a hashed set; another order compiles
# everything again. With this the order, and so the build, stays the same from run to run.
export SWIFT_DETERMINISTIC_HASHING=1
export SIGHT_STRICT=1

command=$1
shift
# The flags are words, on purpose.
# shellcheck disable=SC2046
exec swift "$command" $(Scripts/set-up/trait-flags.sh) "$@"
