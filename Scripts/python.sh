#!/bin/sh
# Installs what Scripts/requirements.txt names into .build/python, and prints the path of the Python that finds it.
set -eu
cd "$(dirname "$0")/.."

folder=.build/python
if ! cmp -s Scripts/requirements.txt "$folder/requirements.txt"; then
    if ! python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        echo 'Python 3.10 or later is needed, with venv (on Debian and Ubuntu, the package python3-venv).' >&2
        exit 1
    fi
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r Scripts/requirements.txt >&2
    # Last, so that an installation that broke off begins anew.
    cp Scripts/requirements.txt "$folder/requirements.txt"
fi
echo "$PWD/$folder/bin/python"
