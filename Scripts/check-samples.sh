#!/bin/sh
# Fails if the Swift of the README, of a guide or of a decision does not compile.
set -eu
cd "$(dirname "$0")/.."

options=$(Scripts/module-options.sh)
printf '%s\n' "$options" | python3 Scripts/check_samples.py README.md Documentation/Guides/*.md \
    Documentation/Decisions/*.md
