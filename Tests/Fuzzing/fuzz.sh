#!/usr/bin/env bash
# Builds and runs fuzz targets with the address sanitizer. The modules in C also have the sanitizer
# for undefined behavior, which Swift does not need.
#
# Usage: Tests/Fuzzing/fuzz.sh TARGET [libFuzzer options], such as -runs=1000000 or a file that crashed
#        Tests/Fuzzing/fuzz.sh --quick [SECONDS [TARGET...]]   runs targets for some seconds, 10 by default
#        Tests/Fuzzing/fuzz.sh --repeat EXECUTIONS TARGET...   runs targets on inputs that are the same on
#                                                              every machine with an empty FUZZ_BUILD
#        Tests/Fuzzing/fuzz.sh --coverage [TARGET...]          prints the share of the code of targets
#                                                              that their corpora reach
#        Tests/Fuzzing/fuzz.sh --list                          prints the names of the targets
#
# SIGHT_SHARED  folder with fixtures; default ../shared, its small files join the corpora
# FUZZ_BUILD    folder of the builds and corpora; default .build/fuzzing
# FUZZ_SEED     seed of --quick, random by default, and of --repeat, 1 by default
# The inputs that crash are in FUZZ_BUILD/findings/TARGET; Documentation/FUZZING.md lists the next
# steps.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly top=$PWD
source Scripts/set-up/codecs.sh
corpora=${FUZZ_BUILD:-.build/fuzzing}
mkdir -p "$corpora"
corpora=$(cd "$corpora" && pwd)
readonly corpora
# Coverage needs other programs, which do not find memory errors; both use the same corpora.
if [[ ${1:-} == --coverage ]]; then
    build=$corpora-coverage
    sanitizers=(-sanitize=fuzzer -profile-generate -profile-coverage-mapping)
    c_sanitizers=(-fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping)
else
    build=$corpora
    sanitizers=(-sanitize=address,fuzzer)
    c_sanitizers=(-fsanitize=address,undefined,fuzzer-no-link -fsanitize-trap=undefined)
fi
readonly build sanitizers c_sanitizers
readonly shared=${SIGHT_SHARED:-../shared}
readonly swift_flags=(
    "${sanitizers[@]}" -parse-as-library -O -g -wmo -swift-version 6
    -enable-testing -package-name Sight -I "$build"
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility
    -D JPEG -D PNG -D WebP -D HEIF -D Video)
readonly c_modules=(CSightKernels CSightCurl)
# The module maps of the modules in C and of system libraries.
maps=(-Xcc "-fmodule-map-file=$build/module.modulemap")
for map in "$top"/Sources/CLib*/module.modulemap "$top/Packages/Serving/Sources/CLibZ/module.modulemap"; do
    maps+=(-Xcc "-fmodule-map-file=$map")
done
readonly maps
# One target decodes all images; each format has its own runs and corpus.
readonly formats=(bmp gif heif jpeg png webp)
swiftc=$(command -v swiftc)
clang=$(dirname "$(readlink -f "$swiftc")")/clang

# Prints some modules and the modules that they need, dependencies first, from imports.txt.
needed() {
    awk -v wanted="$*" '
        /^package / { inside = $2 == "." ; next }
        !inside || !/^[A-Za-z]+:/ { next }
        { name = $1; sub(/:$/, "", name); order[++count] = name; imports[name] = $0 }
        END {
            split(wanted, list, " ")
            for (i in list) take[list[i]] = 1
            for (i = count; i > 0; i--) {
                if (!take[order[i]]) continue
                fields = split(imports[order[i]], below, " ")
                for (j = 2; j <= fields; j++) take[below[j]] = 1
            }
            for (i = 1; i <= count; i++) if (take[order[i]] && order[i] !~ /^CLib/) print order[i]
        }' Scripts/imports.txt
}

# Prints the modules that a target is linked with, dependencies first.
modules() {
    case $1 in
    model | prepare) needed SightInference && echo ModelFixtures ;;
    metadata | flexbuffer) needed SightModelFile ;;
    npy) needed SightTensor && echo SightNumPy ;;
    mot) needed SightEvaluation ;;
    inference) echo OpenInference ;;
    service) ;;
    image | exif) needed SightImageIO ;;
    video) needed SightVideoIO ;;
    answer | manifest) needed SightModelDownload ;;
    text) needed Sight SightModelDownload ;;
    *)
        echo "$0: there is no target \"$1\"; list the names with --list" >&2
        return 2
        ;;
    esac
}

# Prints further sources that a target compiles: parts of modules that would need a server to link.
sources() {
    local service=Packages/Serving/Sources/SightInferenceServer
    case $1 in
    mot) echo Sources/sight-cli/Evaluate/Annotat{edCrop,edImage,edImage+Mistake}.swift ;;
    service)
        echo $service/Images/{ByteSearch,HeaderParameters,MultipartBody}.swift \
            $service/Operation/{ServeError,ServeSettings}.swift \
            $service/HTTP/{AcceptedValues,ContentCoding,HostNames}.swift Sources/SightServing/PrefixedStrings.swift \
            Packages/Host/Sources/SightModelServer/Routes/{ByteRange,EntityTags}.swift \
            Sources/sight-cli/Track/LoopbackRequest.swift
        ;;
    esac
}

# Prints the system libraries that a target is linked with.
linked() {
    case $1 in
    image | exif) echo -lturbojpeg -lspng -lwebp -lheif ;;
    video) echo -lturbojpeg -lspng -lwebp -lheif -lavformat -lavcodec -lswscale -lavutil ;;
    service) echo -lz ;;
    esac
}

targets() { basename -s .swift -a Tests/Fuzzing/Targets/*.swift | grep -vx image; printf '%s\n' "${formats[@]}"; }

# Prints the target whose program runs a corpus.
program_of() { if [[ " ${formats[*]} " == *" $1 "* ]]; then echo image; else echo "$1"; fi; }

# Prints the size limit of an input in bytes; larger inputs would only be slow.
largest() {
    case $1 in
    model) echo 8192 ;;
    prepare) echo 1048576 ;;
    bmp | gif | heif | jpeg | png | webp) echo 65536 ;;
    video) echo 131072 ;;
    *) echo 16384 ;;
    esac
}

# Prints the limit of one allocation in megabytes; most parsers need a multiple of the input, and
# preparing a model and FFmpeg have their own limits.
allocation() {
    case $1 in
    prepare) echo 1100 ;;
    video) echo 336 ;;
    *) echo 32 ;;
    esac
}

folder() {
    case $1 in
    ModelFixtures) echo Tests/ModelFixtures ;;
    OpenInference) echo Packages/Serving/Sources/OpenInference ;;
    SightNumPy) echo Sources/sight-cli/NumPy ;;
    *) echo "Sources/$1" ;;
    esac
}

# Succeeds if a file of some folders is newer than another file, or if that file is missing.
is_newer() {
    local made=$1
    shift
    [[ ! -e $made || -n $(find "$@" -newer "$made" -name '*.[cshio]*' -print -quit) ]]
}

# Succeeds if this processor can run a kernel. Sanitizers take a minute to compile some files, so
# kernels that cannot run are compiled without them.
runs_here() {
    case $1 in
    *-amx*.c) grep -qw amx_int8 /proc/cpuinfo ;;
    *-avx512vnni*.c) grep -qw avx512_vnni /proc/cpuinfo ;;
    *-avx512*.c) grep -qw avx512bw /proc/cpuinfo ;;
    *-avxvnni*.c) grep -qw avx_vnni /proc/cpuinfo ;;
    esac
}

# Compiles a module to an object file and the files for importers, if a source is newer.
compile_module() {
    local name=$1 object=$build/$1.o source
    is_newer "$object" "$(folder "$name")" || return 0
    echo "compiling $name" >&2
    if [[ " ${c_modules[*]} " == *" $name "* ]]; then
        rm -rf "$build/objects/$name"
        mkdir -p "$build/objects/$name"
        find "Sources/$name" -name '*.c' | while read -r source; do
            runs_here "$source" && printf '%s ' "${c_sanitizers[@]}"
            echo "-c $source -o $build/objects/$name/$(basename "$source" .c).o"
        done | xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 "$clang" -std=c17 -O2 -g \
            -I "Sources/$name/include"
        ld -r -o "$object" "$build/objects/$name"/*.o
        return
    fi
    # With several threads, the compiler writes an object for each source to the current folder.
    local threads
    threads=$(getconf _NPROCESSORS_ONLN)
    rm -rf "$build/objects/$name"
    mkdir -p "$build/objects/$name"
    find "$top/$(folder "$name")" -name '*.swift' >"$build/objects/$name.list"
    (
        cd "$build/objects/$name"
        "$swiftc" "${swift_flags[@]}" "${maps[@]}" -num-threads "$threads" -module-name "$name" \
            -emit-module -emit-module-path "$build/$name.swiftmodule" -c "@$build/objects/$name.list"
    )
    ld -r -o "$object" "$build/objects/$name"/*.o
}

compile() {
    local target=$1 program=$build/fuzz-$1 name objects=() extra=()
    local -a names
    read -r -d '' -a names <<<"$(modules "$target")" || true
    mkdir -p "$build"
    for name in "${c_modules[@]}"; do
        echo "module $name { umbrella \"$PWD/Sources/$name/include\" export * }"
    done >"$build/module.modulemap.new"
    cmp -s "$build/module.modulemap.new" "$build/module.modulemap" ||
        cp "$build/module.modulemap.new" "$build/module.modulemap"
    for name in ${names[@]+"${names[@]}"}; do
        compile_module "$name"
        objects+=("$build/$name.o")
    done
    is_newer "$program" Tests/Fuzzing ${objects[@]+"${objects[@]}"} $(sources "$target") || return 0
    [[ " ${names[*]-} " == *" ModelFixtures "* ]] && extra=(
        -import-objc-header Tests/Fuzzing/fuzzer.h Tests/Fuzzing/ModelMutation.swift)
    echo "compiling the target $target" >&2
    # The default linker prints 170 warnings about the sanitizer.
    "$swiftc" "${swift_flags[@]}" -use-ld=lld "${maps[@]}" -module-name "Fuzz_$target" -o "$program" \
        -emit-executable -emit-module -emit-module-path "$build/Fuzz_$target.swiftmodule" \
        Tests/Fuzzing/Harness.swift "Tests/Fuzzing/Targets/$target.swift" \
        ${extra[@]+"${extra[@]}"} $(sources "$target") \
        $(printf -- "-Xlinker %s " ${objects[@]+"${objects[@]}"}) \
        $(linked "$target") -lpthread -lm
}

seed() {
    local target=$1
    mkdir -p "$corpora/corpus/$target" "$corpora/findings/$target"
    [[ -e $corpora/seeded-$target ]] && return
    python3 Tests/Fuzzing/seeds.py "$target" "$corpora/corpus/$target" "$(largest "$target")" \
        Tests/Fixtures "$shared/fixtures"
    touch "$corpora/seeded-$target"
}

# The harness limits the processor time; libFuzzer's timeout only ends executions that never return.
# Leak detection is off, because libFuzzer would spend most of the time on it. Without it, libFuzzer's limit
# of single allocations has no effect, so that the sanitizer has this limit.
# Swift's crash handler is off, because it reads memory that the sanitizer guards.
run() {
    local target=$1 corpus=()
    shift
    # With files to run again, libFuzzer takes no folder.
    [[ ${1:--} != -* ]] || corpus=("$corpora/corpus/$target")
    ASAN_OPTIONS=detect_leaks=0:max_allocation_size_mb=$(allocation "$target") \
        SWIFT_BACKTRACE=enable=no "$build/fuzz-$(program_of "$target")" \
        ${corpus[@]+"${corpus[@]}"} \
        -artifact_prefix="$corpora/findings/$target/" -max_len="$(largest "$target")" \
        -len_control=0 -timeout=600 -rss_limit_mb=3072 -detect_leaks=0 -print_final_stats=1 "$@"
}

# Prints the files that a target tests; other targets test the other code that it runs.
code() {
    local file=Sources/SightModelFile download=Sources/SightModelDownload
    case $1 in
    model | prepare) echo $file/Format $file/Model $file/Options $file/Reading Sources/SightInference ;;
    metadata) echo $file/Metadata ;;
    flexbuffer) echo $file/Format/{Flex,Message,NodeDef}*.swift ;;
    npy) echo Sources/sight-cli/NumPy ;;
    mot) echo Sources/SightEvaluation/Tracks/MOT{Row,Text}.swift $(sources mot) ;;
    inference) echo Packages/Serving/Sources/OpenInference ;;
    service) sources service ;;
    bmp | gif | heif | jpeg | png) echo Sources/SightImageIO/"${1^^}" ;;
    webp) echo Sources/SightImageIO/WebP ;;
    exif) echo Sources/SightImageIO/EXIFOrientation.swift ;;
    video) echo Sources/SightVideoIO/{LibAV,Reading} ;;
    manifest)
        echo Sources/SightModels/Trust/{ModelRelease,SignedManifest,SigningKeys,VerificationKey}.swift \
            $download/Firebase/{FirebaseConfiguration,PropertyListTexts}.swift
        ;;
    answer) echo $download/HTTP/{HTTPHead,Curl/HTTPHeadReader}.swift ;;
    text)
        echo $download/HTTP/{HTTPDate,WebAddress}.swift Sources/Sight/Classifier/AutoMLManifest.swift \
            Sources/SightModels/{ModelID,Integrity/ModelDigest,Store/StoreRecord}.swift
        ;;
    esac
}

# Prints the numbers of lines and regions of a target's code that its corpus reaches.
cover() {
    local target=$1 program=$build/fuzz-$(program_of "$1") tools
    tools=$(dirname "$clang")
    rm -f "$build/$target.profraw"
    LLVM_PROFILE_FILE="$build/$target.profraw" run "$target" -runs=0 2>"$build/$target.log"
    "$tools/llvm-profdata" merge -o "$build/$target.profdata" "$build/$target.profraw"
    "$tools/llvm-cov" report "$program" -instr-profile="$build/$target.profdata" $(code "$target") \
        >"$build/$target.coverage"
    awk -v target="$target" '$1 == "TOTAL" {
        printf "%s: %d of %d lines (%s), %d of %d regions (%s)\n",
            target, $8 - $9, $8, $10, $2 - $3, $2, $4 }' "$build/$target.coverage"
}

# Succeeds if this toolchain can build the targets, and if this machine has their libraries and can
# make their corpora.
is_able() {
    local library
    for library in "${CODECS[@]}" zlib; do has_library "$library" || return 1; done
    command -v python3 >/dev/null &&
        [[ -n $(find "$(dirname "$clang")/../lib/clang" -name 'libclang_rt.fuzzer*' -print -quit 2>/dev/null) ]]
}

# Runs targets, the words without -, with the same options, while the next is compiled; the first
# finding ends the script.
run_each() {
    local target options=() names=()
    for target in "$@"; do
        if [[ $target == -* ]]; then options+=("$target"); else names+=("$target"); fi
    done
    for target in "${names[@]}"; do
        compile "$(program_of "$target")"
        seed "$target" >&2
        printf '%q ' Tests/Fuzzing/fuzz.sh --run "$target" "${options[@]}" -verbosity=0
        echo
    done | Scripts/in-parallel.sh
}

# Runs a compiled target, and prints the end of its log only if it fails.
run_quietly() {
    local log=$build/$1.log
    run "$@" 2>"$log" || {
        tail -40 "$log" >&2
        exit 1
    }
    grep -E 'number_of_executed_units|peak_rss' "$log"
}

if [[ ${1:-} == --quick || ${1:-} == --repeat ]] && ! is_able; then
    echo "SKIPPED: fuzzing needs a toolchain with libFuzzer, the libraries of all codecs, and Python"
    exit 0
fi
case ${1:---list} in
--list) targets ;;
--quick)
    # shellcheck disable=SC2046 # names of targets are words
    (($# > 2)) || set -- --quick "${2:-10}" $(targets)
    run_each "${@:3}" -max_total_time="$2" -seed="${FUZZ_SEED:-0}"
    ;;
--repeat) run_each "${@:3}" -runs="$2" -seed="${FUZZ_SEED:-1}" ;;
--run) run_quietly "${@:2}" ;; # for run_each
--coverage)
    shift
    [[ $# -gt 0 ]] || mapfile -t all < <(targets)
    for target in "${all[@]-}" "$@"; do
        [[ -n $target ]] || continue
        compile "$(program_of "$target")"
        seed "$target"
        cover "$target"
    done
    ;;
*)
    target=$1
    shift
    modules "$(program_of "$target")" >/dev/null
    compile "$(program_of "$target")"
    seed "$target"
    run "$target" "$@"
    ;;
esac
