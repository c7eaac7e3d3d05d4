#!/usr/bin/env bash
# Prints the options for `swift build` that leave out the codecs with a missing library; prints
# nothing if all libraries are installed.
set -euo pipefail
source "$(dirname "$0")/codecs.sh"

found=()
for codec in "${CODECS[@]}"; do if has_library "$codec"; then found+=("$codec"); fi; done
if [[ ${#found[@]} == 0 ]]; then
    echo "--disable-default-traits"
elif [[ ${#found[@]} != "${#CODECS[@]}" ]]; then
    (IFS=, && echo "--traits ${found[*]}")
fi
