#!/usr/bin/env bash
# Compares every kernel with its reference in plain C, on this machine and for AArch64 under an
# emulator.
#
# usage: check-kernels.sh           both of the following
#        check-kernels.sh native    the tiers of this machine; the second compiler's build chooses between
#                                   variants of a kernel as on another processor with these tiers
#        check-kernels.sh arm64     NEON, dot products and matrix products under qemu
#
# CC        compilers to use, separated by spaces; empty for the installed ones
# CFLAGS    further options, such as -fsanitize=address,undefined
# CI=true   installs a missing cross compiler and emulator if apt-get and root are available
set -euo pipefail
cd "$(dirname "$0")/.."

readonly WARNINGS=(-Wall -Wextra -Wconversion -Werror)
readonly FOLDER=${KERNELS_OUTPUT:-.build/kernels}
mkdir -p "$FOLDER"

# Compiles with one compiler, with one process for each processor: build NAME COMPILER…
build() {
    local name=$1
    shift
    echo "--> $name"
    rm -rf "$FOLDER/$name.build" && mkdir "$FOLDER/$name.build"
    # shellcheck disable=SC2016,SC2086 # the shell for each file expands it; flags are words
    printf '%s\n' Sources/CSightKernels/*.c Sources/CSightKernels/*/*.c Tests/KernelAgreement/*.c |
        BUILD=$FOLDER/$name.build xargs -P "$(getconf _NPROCESSORS_ONLN)" -I {} \
            sh -c 'source=$0; "$@" -c "$source" -o "$BUILD/$(echo "$source" | tr / -).o"' {} \
            "$@" -std=c17 -O2 "${WARNINGS[@]}" ${CFLAGS:-} -ISources/CSightKernels/include
    # shellcheck disable=SC2086
    "$@" ${CFLAGS:-} "$FOLDER/$name.build"/*.o -o "$FOLDER/$name" -pthread -lm
}

native() {
    local compiler found=0 choices=
    for compiler in ${CC:-clang gcc}; do
        command -v "$compiler" >/dev/null || continue
        found=1
        # shellcheck disable=SC2086 # no word or one
        build "native-$compiler" "$compiler" $choices
        "$FOLDER/native-$compiler"
        choices=-DSIGHT_OTHER_PROCESSOR=1 # for the second compiler
    done
    ((found)) || echo "SKIPPED: there is no C compiler (${CC:-clang gcc}), so this machine's kernels are not compared"
}

# Runs all tiers under an emulator, then on a processor that has NEON but no higher tier.
emulate() {
    local processor
    for processor in max cortex-a53; do
        echo "--> $1 on $processor"
        qemu-aarch64-static -cpu "$processor" "$FOLDER/$1"
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
        echo "SKIPPED: $tool is missing, so NEON kernels are not compared"
        return
    done
    build arm64-gcc aarch64-linux-gnu-gcc -static
    emulate arm64-gcc
    # Apple's platforms compile with clang; gcc's linker and C library work with it.
    if ! clang --print-targets 2>/dev/null | grep -q aarch64; then
        echo "SKIPPED: there is no clang for AArch64, so NEON kernels are only compared as compiled by gcc"
        return
    fi
    build arm64-clang clang --target=aarch64-linux-gnu --gcc-toolchain=/usr --sysroot=/ \
        -idirafter /usr/aarch64-linux-gnu/include -fuse-ld=bfd -static \
        -Wno-unused-command-line-argument # for the options of the linker
    emulate arm64-clang
}

case ${1:-both} in
both)
    native
    arm64
    ;;
native) native ;;
arm64) arm64 ;;
*)
    echo "check-kernels.sh: $1 is unknown; use both, native or arm64" >&2
    exit 2
    ;;
esac
