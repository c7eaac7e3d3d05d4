#!/bin/sh
# Writes Documentation/OPERATORS.md anew from the registry and the recorded cases.
set -eu
cd "$(dirname "$0")/.."
SIGHT_WRITE_LISTING=1 swift test -c release --filter OperatorListingTests
