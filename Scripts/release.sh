#!/usr/bin/env bash
# Makes the archives of a release for this machine's platform: the command `sight` with the Swift
# libraries linked in, a bill of materials and checksums.
#
# usage: release.sh VERSION [FOLDER]    the default of FOLDER is .build/release-archives
#
# The image and video libraries and libcurl stay dynamic, because of their licenses and updates by the
# system.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?usage: release.sh VERSION [FOLDER]}
folder=${2:-.build/release-archives}
name=sight-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)

Scripts/set-up/install.sh
# Debug information has the signatures of Clang's modules, which depend on the times of their files, and Swift's hash of
# a module covers it. Without it, the same sources give the same program.
options=(-c release --product sight -debug-info-format none)
[[ $(uname -s) == Linux ]] && options+=(--static-swift-stdlib)
# The scratch path differs from that of `make`, whose products the other options would invalidate.
options+=(--scratch-path .build-archive)
Scripts/swift.sh build "${options[@]}"
program=$(Scripts/swift.sh build "${options[@]}" --show-bin-path)/sight

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$folder" "$stage/$name"
cp "$program" "$stage/$name/sight"
strip "$stage/$name/sight"
# A release has the version that its programs state. Other archives, such as those of a commit, may have any name.
"$stage/$name/sight" --version | tee "$stage/version"
if [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ && $(head -1 "$stage/version") != "sight $version" ]]; then
    echo "release.sh: the program is $(head -1 "$stage/version"), not $version: change SightVersion.current" >&2
    exit 1
fi
cp LICENSE README.md CHANGELOG.md "$stage/$name/"
Scripts/make_sbom.py "$version" >"$stage/$name/sight.cdx.json"
cp "$stage/$name/sight.cdx.json" "$folder/$name.cdx.json"

# A fixed owner, time and order of files make the archive reproducible.
epoch=$(git log -1 --format=%ct)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" \
    -C "$stage" -cf - "$name" | gzip -n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" "$name.cdx.json" >"$name.sha256")
echo "release: $folder/$name.tar.gz ($(du -h "$folder/$name.tar.gz" | cut -f1))"
