#!/usr/bin/env bash
# Builds the command twice from the last commit, each time from nothing, and compares the two files byte by byte.
#
# usage: check-reproducible.sh
#
# Both builds have the same folder, one after the other: paths are part of what a compiler writes. The same
# toolchain, codecs and commit give the same file; other machines need the same path, too.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
    rm -rf "$work/source"
    mkdir "$work/source"
    git -C "$root" archive HEAD | tar -x -C "$work/source"
    (cd "$work/source" && SIGHT_STRICT=1 Scripts/swift.sh build -c release --product sight >&2 &&
        sha256sum <"$(Scripts/swift.sh build -c release --show-bin-path)/sight")
}

first=$(build)
second=$(build)
echo "first  $first"
echo "second $second"
if [[ $first != "$second" ]]; then
    echo "check-reproducible.sh: two builds of $(git rev-parse --short HEAD) differ" >&2
    exit 1
fi
echo "two builds of $(git rev-parse --short HEAD) are the same"
