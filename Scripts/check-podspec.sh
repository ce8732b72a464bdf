#!/bin/sh
# Fails if a podspec says anything else than Package.swift, or if a pod does not compile as its podspec says.
set -eu
cd "$(dirname "$0")/.."

python=$(Scripts/python.sh)
"$python" -B Scripts/distribution podspecs
