#!/usr/bin/env bash
# Builds the library with all traits on, and prints the options, one a line, with which a compiler finds its modules.
set -euo pipefail
cd "$(dirname "$0")/.."

# That of test-traits.sh, so that what the traits depend on is built once.
build=(swift build --scratch-path .build/traits --enable-all-traits)
log=$(mktemp)
# Were the pins left behind, a build without traits would fetch what they name.
trap 'rm -f "$log" Package.resolved' EXIT
# What SwiftPM says of the packages of others is of no interest here.
if ! "${build[@]}" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi

products=$("${build[@]}" --show-bin-path)
triple=$(swift -print-target-info | sed -n 's/^ *"triple" *: *"\(.*\)".*/\1/p' | head -n 1)
printf '%s\n' -target "$triple" -I "$products/Modules" -I "$products"
if [ "$(uname)" = Darwin ]; then printf '%s\n' -sdk "$(xcrun --show-sdk-path --sdk macosx)"; fi
# The modules in C that others depend on.
find "$PWD/.build/traits/checkouts" "$products" -path '*/Sources/*/include/module.modulemap' \
    -o -path '*.build/module.modulemap' 2>/dev/null |
    while read -r map; do printf '%s\n' -Xcc "-fmodule-map-file=$map"; done
