#!/usr/bin/env bash
# Runs test suites under Clang's and Swift's sanitizers, each in a separate build folder.
#
# usage: check-sanitizers.sh                    address and thread
#        check-sanitizers.sh address            suites that read damaged files
#        check-sanitizers.sh thread             suites of the worker pool, queues and shared state
#        check-sanitizers.sh undefined          all suites; only C code has the sanitizer
#        check-sanitizers.sh servers            Sight Host, the service and signatures, with address and
#                                               thread; takes long, because it builds the servers twice
#        SUITES=… check-sanitizers.sh thread    other suites, by regular expression
#
# JOBS  number of parallel compilers; default: the number of cores
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=()
[[ -n ${JOBS:-} ]] && jobs=(--jobs "$JOBS")

sanitize() {
    local kind=$1 suites=$2
    echo "--> $kind sanitizer"
    Scripts/swift.sh test --sanitize "$kind" --scratch-path ".build-$kind" \
        ${jobs[@]+"${jobs[@]}"} --filter "${SUITES:-$suites}"
}

address() {
    # The check for leaks is off: libheif, Foundation and XCTest leak memory, and only complete stacks
    # for every allocation, which take half an hour, separate their leaks from ours.
    ASAN_OPTIONS=detect_leaks=0 SIGHT_FUZZ_ROUNDS="${SIGHT_FUZZ_ROUNDS:-5}" \
        sanitize address 'Hostile|Damaged|OddFiles|MetadataReader|FileArchive|NPYArrayTests'
}

thread() {
    TSAN_OPTIONS=halt_on_error=1 sanitize thread \
        'Guarded|WorkerPool|ThreadPool|PoolTests|PendingWork|ObjectTrackerTests|SharedInstallation|ModelStore|VideoStream|HashTable|ResourceStore'
}

# Swift has no such sanitizer on Linux, so only Clang gets the option. Without the sanitizer's library, undefined
# behavior ends the process with a trap.
undefined() {
    echo "--> undefined sanitizer"
    Scripts/swift.sh test -c release -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined \
        --scratch-path .build-undefined ${jobs[@]+"${jobs[@]}"} ${SUITES:+--filter "$SUITES"}
}

# The packages share a build folder. Without --disable-build-manifest-caching, SwiftPM may reuse the plan of another
# package there, and run its tests instead.
# The servers use the locks of NIO. Synchronization.Mutex waits in a library without the sanitizer, which therefore
# reports a race for the state under such a lock.
# The tests start the program of the same build, which runs under the sanitizer, too. With SANITIZED, child
# processes have no limit of memory, and its tests are left out.
servers() {
    local kind package
    for kind in thread address; do
        for package in ServerSupport Signing Serving Host; do
            echo "--> $kind sanitizer: $package"
            TSAN_OPTIONS=halt_on_error=1 ASAN_OPTIONS=detect_leaks=0 \
                Scripts/test.sh swift test --package-path "Packages/$package" --sanitize "$kind" \
                --disable-build-manifest-caching -Xswiftc -DSANITIZED \
                --scratch-path ".build-servers-$kind" ${jobs[@]+"${jobs[@]}"} \
                ${SUITES:+--filter "$SUITES"}
        done
    done
}

[[ $# -gt 0 ]] || set -- address thread
for kind in "$@"; do
    case $kind in
    address | thread | undefined | servers) "$kind" ;;
    *)
        echo "check-sanitizers.sh: $kind is unknown; use address, thread, undefined or servers" >&2
        exit 2
        ;;
    esac
done
