#!/bin/sh
# Makes HTML of the documentation with jazzy, in Documentation/html, and checks what it left out.
set -eu
cd "$(dirname "$0")/.."

how='Get it with “gem install jazzy”, or make the same documentation without it: make docc.'
if ! command -v jazzy >/dev/null; then
    echo "make docs needs jazzy, 0.15.0 or later, which is not on the path. $how" >&2
    exit 1
fi
version=$(jazzy --version | sed -n 's/^jazzy version: *\([0-9][0-9.]*\).*/\1/p')
case $version in
'' | 0.[0-9].* | 0.1[0-4].*)
    echo "make docs needs jazzy, 0.15.0 or later, and this one is ${version:-of an unknown version}. $how" >&2
    exit 1
    ;;
esac

Scripts/check-documentation.sh
pages=.build/documentation/jazzy
rm -rf "$pages" Documentation/html
python3 Scripts/documentation jazzy-pages "$pages"
jazzy --config .jazzy.yaml
python3 Scripts/documentation jazzy-site
