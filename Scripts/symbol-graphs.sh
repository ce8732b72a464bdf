#!/usr/bin/env bash
# Writes the symbol graph of each module given into .build/symbolgraphs/MODULE, with all traits on.
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
options=(-target "$(swift -print-target-info | sed -n 's/^ *"triple": *"\(.*\)".*/\1/p' | head -n 1)")
options+=(-I "$products/Modules" -I "$products" -minimum-access-level public -skip-synthesized-members)
if [ "$(uname)" = Darwin ]; then options+=(-sdk "$(xcrun --show-sdk-path --sdk macosx)"); fi
# The modules in C that others depend on.
while read -r map; do options+=(-Xcc "-fmodule-map-file=$map"); done < <(
    find .build/traits/checkouts "$products" -path '*/Sources/*/include/module.modulemap' \
        -o -path '*.build/module.modulemap' 2>/dev/null)

for module in "$@"; do
    folder=.build/symbolgraphs/$module
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$module" "${options[@]}" -output-dir "$folder"
    if [ ! -s "$folder/$module.symbols.json" ]; then
        echo "No symbol graph was written for $module." >&2
        exit 1
    fi
done
