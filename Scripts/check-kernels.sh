#!/usr/bin/env bash
# Compares every kernel with its reference in plain C, on this machine and for AArch64 under an
# emulator.
#
# usage: check-kernels.sh             native and arm64
#        check-kernels.sh native      the tiers of this machine; the second compiler's build chooses between
#                                     variants of a kernel as on another processor with these tiers, and
#                                     computes AMX tiles in C if the processor has AVX-512 VNNI
#        check-kernels.sh arm64       NEON, dot products and matrix products under qemu
#        check-kernels.sh sanitized   the tiers of this machine and AMX tiles in C, with Clang's sanitizers
#                                     of addresses and undefined behavior
#
# CC        compilers to use, separated by spaces; empty for the installed ones
# CFLAGS    further options, such as -fsanitize=address,undefined
# CI=true   installs a missing cross compiler and emulator if apt-get and root are available
set -euo pipefail
cd "$(dirname "$0")/.."

readonly WARNINGS=(-Wall -Wextra -Wconversion -Werror)
readonly FOLDER=${KERNELS_OUTPUT:-.build/kernels}
readonly SOFTWARE_TILES=-DSIGHT_SOFTWARE_TILES=1
mkdir -p "$FOLDER"

# Compiles with one compiler: build NAME COMPILER…
build() {
    local name=$1 objects=$FOLDER/$1.build source tiles
    shift
    echo "--> compiling $name" >&2
    rm -rf "$objects" && mkdir "$objects"
    for source in Sources/CSightKernels/*.c Sources/CSightKernels/*/*.c Tests/KernelAgreement/*.c; do
        tiles=
        [[ $source == *-amxint8.c && " $* " == *" $SOFTWARE_TILES "* ]] &&
            tiles="-include Tests/KernelAgreement/software-tiles.h"
        # shellcheck disable=SC2086 # flags are words
        line "$1" -std=c17 -O2 "${WARNINGS[@]}" "${@:2}" $tiles ${CFLAGS:-} \
            -ISources/CSightKernels/include -c "$source" -o "$objects/$(echo "$source" | tr / -).o"
    done | Scripts/in-parallel.sh >&2
    # shellcheck disable=SC2086
    "$@" ${CFLAGS:-} "$objects"/*.o -o "$FOLDER/$name" -pthread -lm
}

# Prints a command as a line of the input of in-parallel.sh.
line() { printf '%q ' "$@" && echo; }

native() {
    local compiler found=0 choices=
    for compiler in ${CC:-clang gcc}; do
        command -v "$compiler" >/dev/null || continue
        found=1
        # shellcheck disable=SC2086 # options are words
        build "native-$compiler" "$compiler" $choices
        line "$FOLDER/native-$compiler"
        choices="-DSIGHT_OTHER_PROCESSOR=1 $SOFTWARE_TILES" # for the second compiler
    done
    ((found)) || echo "SKIPPED: there is no C compiler (${CC:-clang gcc}), so this machine's kernels are not compared" >&2
}

# Clang does not unroll sanitized loops, which are large, and would warn. The default linker prints warnings about
# the sanitizer.
sanitized() {
    if ! command -v clang >/dev/null; then
        echo "SKIPPED: clang is missing, so kernels do not run under sanitizers" >&2
        return
    fi
    local linker=()
    command -v ld.lld >/dev/null && linker=(-fuse-ld=lld -Wno-unused-command-line-argument)
    build sanitized clang -O1 -g -Wno-pass-failed -fsanitize=address,undefined \
        -fno-sanitize-recover=undefined ${linker[@]+"${linker[@]}"} "$SOFTWARE_TILES"
    line "$FOLDER/sanitized"
}

# Prints commands for all tiers under an emulator, and on a processor that has NEON but no higher tier.
emulate() {
    local processor
    for processor in max cortex-a53; do
        line qemu-aarch64-static -cpu "$processor" "$FOLDER/$1"
    done
}

install_cross_tools() {
    [[ ${CI:-} == true && $(id -u) == 0 ]] && command -v apt-get >/dev/null || return 0
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || true
    apt-get install -y -qq --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
        qemu-user-static >/dev/null || true
}

arm64() {
    local tools=(aarch64-linux-gnu-gcc qemu-aarch64-static) tool
    for tool in "${tools[@]}"; do command -v "$tool" >/dev/null || install_cross_tools; done
    for tool in "${tools[@]}"; do
        command -v "$tool" >/dev/null && continue
        echo "SKIPPED: $tool is missing, so NEON kernels are not compared" >&2
        return
    done
    build arm64-gcc aarch64-linux-gnu-gcc -static
    emulate arm64-gcc
    # Apple's platforms compile with clang; gcc's linker and C library work with it.
    if ! clang --print-targets 2>/dev/null | grep -q aarch64; then
        echo "SKIPPED: there is no clang for AArch64, so NEON kernels are only compared as compiled by gcc" >&2
        return
    fi
    build arm64-clang clang --target=aarch64-linux-gnu --gcc-toolchain=/usr --sysroot=/ \
        -idirafter /usr/aarch64-linux-gnu/include -fuse-ld=bfd -static \
        -Wno-unused-command-line-argument # for the options of the linker
    emulate arm64-clang
}

# The functions compile programs and print commands, so that a program runs while the next is compiled.
case ${1:-both} in
both)
    {
        native
        arm64
    } | Scripts/in-parallel.sh
    ;;
native | arm64 | sanitized) "$1" | Scripts/in-parallel.sh ;;
*)
    echo "check-kernels.sh: $1 is unknown; use both, native, arm64 or sanitized" >&2
    exit 2
    ;;
esac
