#!/usr/bin/env bash
# Runs SwiftPM in the package with the codecs that this machine has:
# `Scripts/swift.sh build -c release`.
set -euo pipefail
cd "$(dirname "$0")/.."
source Scripts/codecs.sh

command=$1
shift
# The flags are words, on purpose.
# shellcheck disable=SC2046
exec swift "$command" $(Scripts/trait-flags.sh) "$@"
