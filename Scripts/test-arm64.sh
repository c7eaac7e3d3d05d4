#!/usr/bin/env bash
# Builds the package for AArch64 Linux on an x86-64 machine and runs its tests under qemu-user, one
# test target after the other. Prints the time of each target and the skipped tests at the end.
#
# usage: test-arm64.sh [--skip-build] [TARGET…]    default: all test targets
#
# SIGHT_ARM64_TOOL  the program that cross-compiles and emulates; default: ../shared/tools/arm64/arm64
# SIGHT_ARM64       folder of that program's compiler, libraries and builds
# QEMU_CPU          the emulated processor: max (the default), neoverse-n1 or cortex-a53
#
# The times are those of an emulator, under which tests with time limits may fail.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly TOOL=${SIGHT_ARM64_TOOL:-${SIGHT_SHARED:-../shared}/tools/arm64/arm64}
if [[ ! -x $TOOL ]]; then
    echo "SKIPPED: $TOOL is absent, so no test runs on AArch64"
    exit 0
fi
if [[ $(id -u) != 0 ]]; then
    echo "SKIPPED: $TOOL needs root, so no test runs on AArch64"
    exit 0
fi
export SIGHT_REPO=$PWD SIGHT_SHARED=${SIGHT_SHARED:-../shared} QEMU_CPU=${QEMU_CPU:-max}

if [[ ${1:-} == --skip-build ]]; then
    shift
else
    "$TOOL" set-up
    SECONDS=0
    "$TOOL" build --build-tests
    echo "==> build for AArch64: $SECONDS s"
fi

targets=("$@")
if [[ $# == 0 ]]; then
    for folder in Tests/*Tests; do targets+=("${folder#Tests/}"); done
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=() report=()
for target in "${targets[@]}"; do
    SECONDS=0
    echo "==> $target"
    status=0
    "$TOOL" test --skip-build --no-parallel --filter "^${target//-/_}\." >"$log.target" 2>&1 ||
        status=$?
    cat "$log.target" >>"$log"
    ((status == 0)) || tail -50 "$log.target"
    count=$(sed -n 's/.*Test run with \([0-9]* tests* in [0-9]* suites*\).*/\1/p' "$log.target" | tail -1)
    xctest=$(sed -n 's/.*Executed \([0-9]* tests*\), .*/\1 of XCTest/p' "$log.target" | tail -1)
    report+=("$target: ${count:-no tests}${xctest:+, $xctest}, $SECONDS s")
    ((status == 0)) || failed+=("$target")
    rm -f "$log.target"
done

echo "Under $QEMU_CPU:"
printf '    %s\n' "${report[@]}"
Scripts/count-skips.sh --log "$log"
if ((${#failed[@]})); then
    echo "FAILED: ${failed[*]}" >&2
    exit 1
fi
