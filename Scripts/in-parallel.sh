#!/usr/bin/env bash
# Runs the commands of its input, one in each line, beside each other. The output of a command follows
# the command in one piece when it has finished. After a failure, no further command starts; the script
# waits for those that run, and fails.
#
# usage: printf '%s\n' 'make docs' 'make test-signing' | in-parallel.sh
#
# JOBS  number of commands at the same time; default: the number of cores
set -euo pipefail

# Between NULs, xargs leaves quotation marks to the shell. It starts nothing after a status of 255,
# but may end before commands that still run; cat ends when the last of them has closed its output.
# shellcheck disable=SC2016 # the shell of each command expands it
while IFS= read -r command; do printf '%s\0' "$command"; done |
    xargs -0 -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" bash -c '
        status=0
        output=$(bash -c "$1" 2>&1 </dev/null) || status=$?
        [[ -z $output ]] || cat <<<"--> $1
$output"
        [[ $status == 0 ]] || {
            echo "in-parallel.sh: status $status of $1" >&2
            exit 255
        }' in-parallel.sh | cat
