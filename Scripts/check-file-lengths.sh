#!/bin/sh
# Fails if a file of the library has more than 200 lines: by then it does two things.
set -eu
cd "$(dirname "$0")/.."

long=$(find Sources -name '*.swift' -exec awk 'END { if (NR > 200) print FILENAME ": " NR " lines" }' {} \;)
if [ -n "$long" ]; then
    printf 'Files with more than 200 lines:\n%s\n' "$long" >&2
    exit 1
fi
