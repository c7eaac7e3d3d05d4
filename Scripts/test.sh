#!/usr/bin/env bash
# Runs a command that is `swift test` or passes its arguments to it, and lists what was skipped.
#
# usage: test.sh swift test [-c release] [--skip-build] …
set -euo pipefail
cd "$(dirname "$0")/.."
# Were all tests started at once, as they are by default, some would wait for a processor until
# their requests are too late.
readonly WIDTH=--experimental-maximum-parallelization-width
if [[ $(swift test --help-hidden 2>&1) == *$WIDTH* ]]; then set -- "$@" $WIDTH 4; fi
exec Scripts/count-skips.sh "$@"
