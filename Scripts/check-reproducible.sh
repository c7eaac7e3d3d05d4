#!/usr/bin/env bash
# Makes the archive of a release twice from clones of the last commit, and compares the two.
#
# usage: check-reproducible.sh
#
# Both clones have the same path, one after the other, because compilers write paths into files. The same toolchain,
# codecs, commit and path give the same archive.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
commit=$(git rev-parse --short HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

archive() {
    rm -rf "$work/source" "$work/archives"
    git clone --quiet "$root" "$work/source"
    "$work/source/Scripts/release.sh" "$commit" "$work/archives" >&2
    sha256sum <"$(echo "$work/archives"/*.tar.gz)"
}

first=$(archive)
second=$(archive)
echo "first  $first"
echo "second $second"
if [[ $first != "$second" ]]; then
    echo "check-reproducible.sh: the two archives of $commit differ" >&2
    exit 1
fi
echo "the two archives of $commit are equal"
