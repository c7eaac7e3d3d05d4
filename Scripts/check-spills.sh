#!/usr/bin/env bash
# Finds multiply-add loops of kernels that spill vectors to the stack, in the disassembly of every
# tier that clang can compile: the tiers of x86-64 on such a machine, and NEON if a C library for
# AArch64 is installed.
#
# usage: check-spills.sh [--verbose]    --verbose prints every multiply-add loop
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in clang llvm-objdump python3; do
    command -v "$tool" >/dev/null && continue
    echo "SKIPPED: $tool is missing, so the loops of kernels are not checked for spills"
    exit 0
done
readonly FOLDER=${KERNELS_OUTPUT:-.build/kernels}/spills
rm -rf "$FOLDER" && mkdir -p "$FOLDER"

# Compiles each file to an object, as SwiftPM does: objects NAME TARGET-OPTIONS… -- FILE…
objects() {
    local name=$1 options=() file
    shift
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    for file in "${@:2}"; do
        printf '%q ' clang ${options[@]+"${options[@]}"} -std=c17 -O2 -fPIC -fno-omit-frame-pointer \
            -ISources/CSightKernels/include -c "$file" -o "$FOLDER/$name-$(basename "$file").o"
        echo
    done | Scripts/in-parallel.sh
}

if [[ $(uname -m) == x86_64 ]]; then
    objects x86 -- Sources/CSightKernels/*/*-a[mv]x*.c
else
    echo "SKIPPED: the loops of x86-64 kernels are only checked on x86-64"
fi
if [[ $(uname -m) == aarch64 ]]; then
    objects arm64 -- Sources/CSightKernels/*/*-neon*.c
elif [[ -d /usr/aarch64-linux-gnu/include ]]; then
    objects arm64 --target=aarch64-linux-gnu --sysroot=/ -idirafter /usr/aarch64-linux-gnu/include \
        -- Sources/CSightKernels/*/*-neon*.c
else
    echo "SKIPPED: there is no C library for AArch64, so the loops of NEON kernels are not checked"
fi
python3 Scripts/check_spills.py --exceptions Scripts/spill-exceptions.txt "$@" "$FOLDER"/*.o
