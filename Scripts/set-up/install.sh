#!/usr/bin/env bash
# Installs the missing image and video libraries that a build of Sight needs, with the platform's
# package manager. The script succeeds even if a library cannot be installed: trait-flags.sh then
# leaves its codec out. Arguments are further libraries: SQLite for Sight Host, zlib for sight-serve.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Scripts/set-up/codecs.sh

require_swift() {
    if ! command -v swift >/dev/null; then
        echo "set-up: Swift is missing; install 6.2 or later from https://www.swift.org/install" >&2
        exit 1
    fi
    local answer version
    if ! answer=$(swift --version 2>&1); then
        echo "set-up: Swift does not start: $answer" >&2
        echo "set-up: see https://www.swift.org/install for the packages that it needs" >&2
        exit 1
    fi
    version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$answer" | head -1)
    local major=${version%%.*} minor=${version#*.}
    if ((${major:-0} < 6 || (${major:-0} == 6 && ${minor:-0} < 2))); then
        echo "set-up: Swift ${version:-of unknown version} is too old; 6.2 or later is needed" >&2
        exit 1
    fi
}

# Runs a command as root, if that is possible.
as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "set-up: this user is not root and sudo is missing; run as root: $*" >&2
        return 1
    fi
}

install_debian() {
    local packages=("$@") package
    command -v pkg-config >/dev/null || packages=(pkg-config "${packages[@]}")
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get update -qq || echo "set-up: apt-get update failed; continuing without it" >&2
    # After a failure, each package is installed alone, because only one may be missing.
    as_root apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null && return
    for package in "${packages[@]}"; do
        as_root apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
            echo "set-up: $package cannot be installed" >&2
    done
}

install_homebrew() {
    local packages=("$@") package
    command -v pkg-config >/dev/null || packages=(pkg-config "${packages[@]}")
    for package in "${packages[@]}"; do
        brew install --quiet "$package" || echo "set-up: $package cannot be installed" >&2
    done
}

require_swift
missing=()
for codec in "${CODECS[@]}" "$@"; do has_library "$codec" || missing+=("$codec"); done
[[ ${#missing[@]} == 0 ]] && exit 0

if command -v apt-get >/dev/null; then
    echo "set-up: installing the libraries of ${missing[*]}"
    packages=()
    # shellcheck disable=SC2207 # package names are words
    for codec in "${missing[@]}"; do packages+=($(debian_package "$codec")); done
    install_debian "${packages[@]}"
elif command -v brew >/dev/null; then
    echo "set-up: installing the libraries of ${missing[*]}"
    packages=()
    for codec in "${missing[@]}"; do packages+=("$(homebrew_package "$codec")"); done
    install_homebrew "${packages[@]}"
else
    echo "set-up: apt-get and brew are missing; install these libraries with headers, and pkg-config:" >&2
    for codec in "${missing[@]}"; do echo "  $(library "$codec") for $codec" >&2; done
fi
for codec in "${missing[@]}"; do
    has_library "$codec" ||
        echo "set-up: WITHOUT $codec: pkg-config finds no $(library "$codec")" >&2
done
exit 0
