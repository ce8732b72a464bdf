#!/bin/sh
# Opens pages of Documentation/docc, as “make docc” wrote it for the root of a server, in Chromium, and checks what they
# show.
set -eu
cd "$(dirname "$0")/.."

chrome='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
for chromium in chromium chromium-browser google-chrome "$chrome"; do
    if command -v "$chromium" >/dev/null; then exec python3 Scripts/documentation docc-site "$chromium"; fi
done
echo 'To look at the pages takes Chromium or Google Chrome, and there is neither.' >&2
exit 1
