#!/usr/bin/env bash
# Writes the symbol graph of each module given into .build/symbolgraphs/MODULE, with all traits on; and, with a symbol
# for each extension of another module's type, as DocC wants it, into .build/documentation/symbolgraphs/MODULE.
set -euo pipefail
cd "$(dirname "$0")/.."

found=$(Scripts/module-options.sh)
options=()
while read -r option; do options+=("$option"); done <<<"$found"

# Takes the module, the folder, and options of its own.
extract() {
    local module=$1 folder=$2/$1
    shift 2
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$module" "${options[@]}" "$@" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$folder"
    if [ ! -s "$folder/$module.symbols.json" ]; then
        echo "No symbol graph was written for $module." >&2
        exit 1
    fi
}

for module in "$@"; do
    extract "$module" .build/symbolgraphs
    extract "$module" .build/documentation/symbolgraphs -emit-extension-block-symbols
done
