#!/usr/bin/env bash
# Runs `swift test`, or a command that passes its arguments to it, and lists the skipped tests.
#
# usage: test.sh swift test [-c release] [--skip-build] …
set -euo pipefail
cd "$(dirname "$0")/.."
# By default, all tests start at once, and some requests time out while they wait for a processor.
readonly WIDTH=--experimental-maximum-parallelization-width
if [[ $(swift test --help-hidden 2>&1) == *$WIDTH* ]]; then set -- "$@" $WIDTH 4; fi
exec Scripts/count-skips.sh "$@"
