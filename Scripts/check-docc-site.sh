#!/usr/bin/env bash
# Looks at some pages of Documentation/docc in Chromium, and fails if one does not show what it should.
set -euo pipefail
cd "$(dirname "$0")/../Documentation/docc"

for browser in chromium chromium-browser google-chrome '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do
    if command -v "$browser" >/dev/null; then break; fi
done
work=$(mktemp -d)
python3 -u -m http.server --bind 127.0.0.1 0 >"$work/log" 2>&1 &
trap 'kill $!; rm -rf "$work" 2>/dev/null || true' EXIT
until port=$(grep --only-matching 'port [0-9]*' "$work/log"); do sleep 0.1; done

shows() {
    "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --virtual-time-budget=10000 \
        --dump-dom "http://127.0.0.1:${port#port }/$1" 2>/dev/null </dev/null |
        sed 's/<[^>]*>//g' | grep "$2" >/dev/null
}

while IFS='|' read -r page text; do
    # A busy Chromium may print a page before the page's script has filled it.
    shows "$page" "$text" || shows "$page" "$text" || shows "$page" "$text" || { echo "docc/$page does not show: $text" >&2; exit 1; }
done <<END
documentation/|Declares web APIs as types
documentation/guides/|Getting started
documentation/guides/getting-started/|Getting started
documentation/guides/getting-started/|all modules
documentation/endpoint/|APIEndpointType
documentation/endpointcontroller/endpointcontroller/|Loading
search/?q=RetryBudget|^RetryBudgetEndpointResilienceRetryBudget\.
search/?q=RetryBudget|RetryBudget\.init(
search/?q=401|Token renewal
search/?q=how+do+I+cancel|SwiftUI cancels
END
echo 'Documentation/docc: pages show in Chromium what they should'
