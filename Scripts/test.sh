#!/usr/bin/env bash
# Runs `swift test` with the given options and ends with a list of what was skipped, so that a green
# run cannot hide a suite that did nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

status=0
Scripts/swift.sh test "$@" 2>&1 | tee "$log" || status=$?
skipped=$(sed -n 's/^.* \(\(Suite\|Test\) .*\) skipped\(: .*\)\{0,1\}\.\{0,1\}$/\1\3/p' "$log" | sort -u)
if [[ -n $skipped ]]; then
    echo "SKIPPED: $(grep -c . <<<"$skipped") suites and tests, which need what is absent here:"
    while read -r line; do echo "    $line"; done <<<"$skipped"
else
    echo "Nothing was skipped."
fi
exit "$status"
