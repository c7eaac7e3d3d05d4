# The functions of check-apple.sh, which sources this file: they compile the targets and check the
# results. They use its variables TOOL, RIG_BUILD and targets.

# Compiles one variant of a triple and prints the diagnostics and the last line of the report; fails
# if a target does.
compile() {
    local report triple=$1
    echo "--> $*"
    report=$("$TOOL/check.sh" . "$@" ${targets[@]+"${targets[@]}"} 2>&1) || {
        grep -v '^== ' <<<"$report"
        return 1
    }
    tail -1 <<<"$report"
    [[ ${#targets[@]} == 0 ]] || return 0
    mkdir -p "$RIG_BUILD/compiled"
    sed -n 's/^== \(.*\) (.*)$/\1/p' <<<"$report" >"$RIG_BUILD/compiled/$triple.txt"
}

# Prints the folder with the modules, headers and objects of a triple; its name has a checksum of the
# path of the current folder.
output_of() {
    echo "$RIG_BUILD/$1/out-$(printf %s "$PWD" | cksum | cut -d ' ' -f 1)"
}

# Runs the Swift compiler with the compiled modules of a triple: `swift_for TRIPLE TARGET -typecheck
# FILE…`. The target may be a later version of the system than the triple.
swift_for() {
    local triple=$1 target=$2 built=$RIG_BUILD/$1 maps=() map out
    shift 2
    out=$(output_of "$triple")
    for map in "$out"/*.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
    [[ $triple == *macosx* ]] || maps+=(-Fsystem "$built/rig/sdk-ios/Frameworks")
    swift-frontend "$@" -swift-version 6 -target "$target" -sdk "$built/rig/sdk" \
        -resource-dir "$built/sdk/resources" -I "$built/sdk/modules" \
        -module-cache-path "$built/sdk/cache" -I "$out" -suppress-remarks "${maps[@]}"
}

# Checks that the compiler refuses two mistakes that have been in the sources: a type of a later
# system, and a class for Objective-C in a file without Foundation.
check_refusals() {
    local folder=$RIG_BUILD/$1/refusals error code
    mkdir -p "$folder"
    while IFS='|' read -r error code; do
        echo "$code" >"$folder/Mistake.swift"
        swift_for "$1" "$1" -typecheck "$folder/Mistake.swift" -parse-as-library \
            -module-name Mistake 2>"$folder/errors" || true
        grep -q "error: .*$error" "$folder/errors" || {
            echo "apple-checks.sh: the compiler does not refuse this for $1: $code" >&2
            cat "$folder/errors" >&2
            return 1
        }
    done <<'MISTAKES'
is only available in|public let wait = Duration.seconds(1)
attribute used without importing module|import ObjectiveC; @objc public final class Probe: NSObject {}
MISTAKES
    echo "mistakes: the compiler refuses them"
}

# Checks the packages with the names of other makers' modules.
check_nested_packages() {
    local name count=0
    for name in TensorFlowLite FirebaseMLModelDownloader Firebase; do
        swift_for "$1" "$1" -typecheck "Packages/$name/Sources/$name"/*.swift -parse-as-library \
            -module-name "$name" -enable-upcoming-feature InternalImportsByDefault
        echo "$name" >>"$RIG_BUILD/compiled/$1.txt"
        count=$((count + 1))
    done
    echo "packages of one name: $count type-checked"
}

# Checks the package of signatures, which uses CryptoKit on Apple's platforms only.
check_signing() {
    local files=(Packages/Signing/Sources/SightModelSigning/*.swift)
    swift_for "$1" "$1" -typecheck "${files[@]}" -parse-as-library -module-name SightModelSigning \
        -package-name signing -enable-upcoming-feature ExistentialAny \
        -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility
    echo SightModelSigning >>"$RIG_BUILD/compiled/$1.txt"
    echo "signatures with CryptoKit: ${#files[@]} files type-checked"
}

# Compares the reasons in the privacy manifests with the functions that the objects call.
check_privacy() {
    python3 -B Scripts/check_privacy.py "$(output_of "$1")"
}

# Checks the names for Objective-C in the headers of the compiler.
check_names() {
    python3 -B Scripts/check_objc.py "$(output_of "$1")"
}

# Compiles the samples in Objective-C with the same headers, as Xcode does.
check_objective_c() {
    local built=$RIG_BUILD/$1 modules=$RIG_BUILD/$1/objective-c flags=() header name file count=0
    mkdir -p "$modules"
    for header in "$(output_of "$1")"/*-Swift.h; do
        name=$(basename "$header" -Swift.h)
        printf 'module %s {\n  header "%s"\n  export *\n}\n' "$name" "$header" \
            >"$modules/$name.modulemap"
        flags+=("-fmodule-map-file=$modules/$name.modulemap")
    done
    for file in "$(output_of "$1")"/*.modulemap; do flags+=("-fmodule-map-file=$file"); done
    for file in Examples/ObjectiveC/*.m; do
        clang -fsyntax-only -fobjc-arc -fmodules -Wall -Werror -target "$1" \
            -isysroot "$built/rig/sdk" -iframework "$built/rig/sdk-ios/Frameworks" \
            -fmodules-cache-path="$modules/cache" "${flags[@]}" \
            -I Sources/SightObjectiveC/include \
            -include Scripts/apple-stand-ins/objective-c/Literals.h "$file"
        count=$((count + 1))
    done
    echo "Objective-C: $count files compiled against the headers"
}

# Compiles the example for iOS 16 with the public declarations only.
check_example() {
    local target=arm64-apple-ios16.0 interfaces=$RIG_BUILD/$1/example file
    mkdir -p "$interfaces"
    for file in Scripts/apple-stand-ins/example/*.swiftinterface; do
        sed "s/@TRIPLE@/$target/" "$file" >"$interfaces/$(basename "$file")"
    done
    local files=(Examples/iOS/SightExample.swiftpm/{Detection,Screens}/*.swift)
    swift_for "$1" "$target" -typecheck "${files[@]}" -I "$interfaces" -parse-as-library -module-name App
    echo "the example: ${#files[@]} files type-checked"
}

# Measures the size that MLKit adds to an app, from the objects of an optimized variant.
measure_size() {
    swift_for "$1" "$1" -c Scripts/size-probe.swift -parse-as-library -module-name SizeProbe -O \
        -o "$RIG_BUILD/$1/size-probe.o"
    python3 -B Scripts/measure_size.py "$(output_of "$1")" "$RIG_BUILD/$1/size-probe.o"
}
