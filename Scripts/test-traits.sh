#!/usr/bin/env bash
# Builds and tests the library with no package trait, with each one alone, and with all of them.
#
# They share a folder, so that what they depend on is built once; it is that of module-options.sh too. A warning of the
# compiler is a failure. Of the output, that of a failure alone is shown.
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
# Were the pins left behind, a build without traits would fetch what they name.
trap 'rm -f "$log" Package.resolved' EXIT

fail() {
    cat "$log" >&2
    echo "With $1: $2" >&2
    exit 1
}

# Takes what to call the traits, and the options that turn them on.
check() {
    local name=$1 start=$SECONDS
    shift
    swift build --build-tests --scratch-path .build/traits "$@" >"$log" 2>&1 || fail "$name" 'the build failed.'
    # What SwiftPM says of the packages of others is not ours.
    if [ -n "$(grep --text 'warning:' "$log" | grep --text --invert-match "warning: '[a-z0-9-]*':")" ]; then
        fail "$name" 'there are warnings.'
    fi
    swift test --skip-build --scratch-path .build/traits "$@" >"$log" 2>&1 || fail "$name" 'a test failed.'
    local tests
    tests=$(sed -nE 's/.*Test run with ([0-9]+) tests? .*passed.*/\1/p' "$log")
    if [ -z "$tests" ]; then fail "$name" 'no test ran.'; fi
    printf '%-16s %4d tests, %d seconds\n' "$name" "$tests" $((SECONDS - start))
}

traits=$(swift package dump-package | python3 -c '
import json, sys
print(*sorted(trait["name"] for trait in json.load(sys.stdin)["traits"] if trait["name"] != "default"))')

check 'no trait' --disable-default-traits
for trait in $traits; do check "$trait" --traits "$trait"; done
check 'all traits' --enable-all-traits
