#!/bin/sh
# Fails if Endpoint.xcodeproj is broken, or builds anything else than Package.swift.
set -eu
cd "$(dirname "$0")/.."

python=$(Scripts/python.sh)
"$python" -B Scripts/distribution xcodeproj
