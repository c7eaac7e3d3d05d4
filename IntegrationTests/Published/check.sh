#!/usr/bin/env bash
# Publishes each package of `Packages` that only gives a module its name as a git repository,
# publishes Sight in the same way, and resolves a package that depends on it by URL.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The tag marks the state of the working tree.
mkdir "$work/sight"
git ls-files -z --cached --others --exclude-standard | grep -zv '^Training/' |
    while IFS= read -r -d '' file; do [[ ! -e $file ]] || printf '%s\0' "$file"; done |
    tar --null -T - -cf - | tar -xf - -C "$work/sight"
git -C "$work/sight" init --quiet --initial-branch=main
git -C "$work/sight" add --all
git -C "$work/sight" -c user.name=Sight -c user.email=sight@localhost commit --quiet -m "Publish"
git -C "$work/sight" tag 1.0.0

for module in TensorFlowLite FirebaseMLModelDownloader Firebase; do
    Scripts/publish-nested.sh "Packages/$module" "$work/sight-$module" "file://$work/sight" 1.0.0
    app=$work/app-$module
    mkdir -p "$app/Sources/App"
    echo "import $module" >"$app/Sources/App/main.swift"
    cat >"$app/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v13)],
    dependencies: [.package(url: "file://$work/sight-$module", from: "1.0.0")],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "$module", package: "sight-$module")])
    ])
MANIFEST
    # Loading the graph checks each product that a manifest names.
    graph=$(swift package --package-path "$app" --cache-path "$work/cache" show-dependencies)
    grep -q "sight-$module" <<<"$graph" && grep -q "$work/sight" <<<"$graph" || {
        echo "Published: $module does not depend on Sight by URL: $graph" >&2
        exit 1
    }
    echo "Published: $module resolves by URL"
done
