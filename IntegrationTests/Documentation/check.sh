#!/usr/bin/env bash
# Compiles every Swift block of the documentation; options go to `swift build`.
set -euo pipefail
cd "$(dirname "$0")"

python3 extract.py Sources/Blocks ../../README.md ../../Documentation/HOSTING.md \
    ../../Documentation/SCALE.md ../../Documentation/MIGRATION.md
swift build "$@"
