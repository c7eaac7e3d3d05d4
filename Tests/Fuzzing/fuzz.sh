#!/usr/bin/env bash
# Builds the fuzz target with the address sanitizer and runs it on the models of the tests.
#
# Usage: Tests/Fuzzing/fuzz.sh [libFuzzer options], such as -runs=1000000 or a file that crashed
#
# SIGHT_SHARED  folder with fixtures/models; default ../shared, its small models join the corpus
# FUZZ_BUILD    where to build and keep the corpus; default .build/fuzzing
# Files that crash are written to FUZZ_BUILD/findings; Documentation/FUZZING.md says what then.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly build=${FUZZ_BUILD:-.build/fuzzing}
readonly shared=${SIGHT_SHARED:-../shared}
readonly largest=8192
readonly swift_flags=(
    -sanitize=address,fuzzer -parse-as-library -O -wmo -swift-version 6 -package-name Sight
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility
    -I "$build" -Xcc "-fmodule-map-file=$build/module.modulemap")
swiftc=$(command -v swiftc)
clang=$(dirname "$(readlink -f "$swiftc")")/clang

# A module: its sources to one object file and what importers need.
compile_module() {
    local name=$1 folder=$2
    echo "compiling $name"
    find "$folder" -name '*.swift' -print0 | xargs -0 "$swiftc" "${swift_flags[@]}" \
        -module-name "$name" -emit-module -emit-module-path "$build/$name.swiftmodule" \
        -c -o "$build/$name.o"
}

compile_kernels() {
    local source
    echo "compiling CSightKernels"
    find Sources/CSightKernels -name '*.c' | while read -r source; do
        "$clang" -std=c17 -O2 -g -fsanitize=address,fuzzer-no-link \
            -I Sources/CSightKernels/include -c "$source" \
            -o "$build/kernels/$(basename "$source" .c).o"
    done
}

compile() {
    mkdir -p "$build/kernels"
    echo "module CSightKernels { umbrella \"$PWD/Sources/CSightKernels/include\" export * }" \
        >"$build/module.modulemap"
    compile_kernels
    compile_module SightErrors Sources/SightErrors
    compile_module SightConcurrency Sources/SightConcurrency
    compile_module SightTensor Sources/SightTensor
    compile_module SightModelFile Sources/SightModelFile
    compile_module SightInference Sources/SightInference
    compile_module ModelFixtures Tests/ModelFixtures
    "$swiftc" "${swift_flags[@]}" -import-objc-header Tests/Fuzzing/fuzzer.h -module-name FuzzModel \
        -o "$build/fuzz-model" Tests/Fuzzing/FuzzModel.swift \
        "$build"/{SightErrors,SightConcurrency,SightTensor,SightModelFile,SightInference,ModelFixtures}.o "$build"/kernels/*.o -lpthread -lm
}

# Small models of the tests and the fixtures, each once.
seed() {
    mkdir -p "$build/corpus" "$build/findings"
    [[ -e $build/seeded ]] && return
    python3 Tests/Fuzzing/seeds.py "$build/corpus" "$largest" Tests/Fixtures "$shared/fixtures/models"
    touch "$build/seeded"
}

# Compiles when a source is newer than the program.
[[ -x $build/fuzz-model && -z $(find Sources/CSightKernels Sources/Sight{Errors,Concurrency,Tensor} \
    Sources/SightModelFile Sources/SightInference Tests/ModelFixtures Tests/Fuzzing -newer "$build/fuzz-model" \
    -name '*.[csh]*' -print -quit) ]] || compile
seed
# The target itself watches processor time; libFuzzer's clock only ends what never returns.
# Leaks: libFuzzer looks for them after every execution, which takes most of the time.
# The crash handler of Swift looks at memory that the sanitizer guards.
SWIFT_BACKTRACE=enable=no exec "$build/fuzz-model" "$build/corpus" \
    -artifact_prefix="$build/findings/" -max_len="$largest" -len_control=0 -timeout=600 \
    -malloc_limit_mb=32 -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1 "$@"
