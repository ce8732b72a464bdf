#!/bin/sh
# Fails if a public symbol has no documentation.
set -eu
cd "$(dirname "$0")/.."

modules="Endpoint EndpointController EndpointTesting EndpointAsyncHTTPClient"
# shellcheck disable=SC2086 # One argument for each module.
Scripts/symbol-graphs.sh $modules
for module in $modules; do
    python3 Scripts/check_documentation.py .build/symbolgraphs/"$module"/*.symbols.json
done
