#!/bin/sh
# Fails if a public symbol has no documentation or no category, if a category names nothing, or if a link in Markdown
# leads nowhere.
set -eu
cd "$(dirname "$0")/.."

modules=$(python3 Scripts/documentation modules)
# shellcheck disable=SC2086 # One argument for each module.
Scripts/symbol-graphs.sh $modules
python3 Scripts/documentation check
