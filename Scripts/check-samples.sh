#!/bin/sh
# Fails if the Swift in a guide does not compile.
set -eu
cd "$(dirname "$0")/.."

options=$(Scripts/module-options.sh)
printf '%s\n' "$options" | python3 Scripts/check_samples.py Documentation/Guides/*.md
