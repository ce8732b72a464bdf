#!/bin/sh
# Fails if version, address, platforms, modules or Swift version differ between the files that name them, if the
# manifest for an older Swift differs from Package.swift, or if the workflow of continuous integration calls what is not
# there.
set -eu
cd "$(dirname "$0")/.."

python=$(Scripts/python.sh)
# That the checks find what they are for.
PYTHONPATH=Scripts/distribution "$python" -B -m unittest discover --buffer --start-directory Scripts/Tests/distribution
"$python" -B Scripts/distribution agreement
"$python" -B Scripts/distribution manifests
"$python" -B Scripts/distribution workflow
