#!/bin/sh
# Writes the symbol graph of each module given into .build/symbolgraphs/MODULE.
set -eu
cd "$(dirname "$0")/.."

swift build
products=$(swift build --show-bin-path)
target=$(swift -print-target-info | sed -n 's/^ *"triple": *"\(.*\)".*/\1/p' | head -n 1)
sdk=
if [ "$(uname)" = Darwin ]; then sdk="-sdk $(xcrun --show-sdk-path --sdk macosx)"; fi

for module in "$@"; do
    folder=.build/symbolgraphs/$module
    rm -rf "$folder"
    mkdir -p "$folder"
    # shellcheck disable=SC2086 # No SDK is no argument.
    swift symbolgraph-extract -module-name "$module" -target "$target" $sdk -I "$products/Modules" -I "$products" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$folder"
    if [ ! -s "$folder/$module.symbols.json" ]; then
        echo "No symbol graph was written for $module." >&2
        exit 1
    fi
done
