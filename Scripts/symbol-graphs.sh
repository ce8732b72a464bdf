#!/usr/bin/env bash
# Writes the symbol graph of each module given into .build/symbolgraphs/MODULE, with all traits on.
set -euo pipefail
cd "$(dirname "$0")/.."

found=$(Scripts/module-options.sh)
options=()
while read -r option; do options+=("$option"); done <<<"$found"

for module in "$@"; do
    folder=.build/symbolgraphs/$module
    rm -rf "$folder"
    mkdir -p "$folder"
    swift symbolgraph-extract -module-name "$module" "${options[@]}" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$folder"
    if [ ! -s "$folder/$module.symbols.json" ]; then
        echo "No symbol graph was written for $module." >&2
        exit 1
    fi
done
