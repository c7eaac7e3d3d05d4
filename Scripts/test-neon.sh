#!/usr/bin/env bash
# Holds the NEON kernels against their references under an emulator; see test-kernels.sh.
exec "$(dirname "$0")/test-kernels.sh" arm64
