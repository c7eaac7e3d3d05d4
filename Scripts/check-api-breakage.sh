#!/usr/bin/env bash
# Lists public declarations that changed in a way that breaks users' code since a commit or tag.
#
# usage: check-api-breakage.sh BASE [options of `swift package diagnose-api-breaking-changes`]
set -euo pipefail
cd "$(dirname "$0")/.."
if [[ $# == 0 ]]; then
    echo "check-api-breakage.sh: name a commit or tag to compare with, such as origin/main" >&2
    exit 2
fi
Scripts/set-up/install.sh
Scripts/swift.sh package diagnose-api-breaking-changes "$@"
