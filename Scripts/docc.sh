#!/usr/bin/env bash
# Makes a static site of the documentation with the DocC of the toolchain, in Documentation/docc: of each module, and of
# the guides. Takes the path under which a server is to offer it, if that is not the root: docc.sh /Endpoint
set -euo pipefail
cd "$(dirname "$0")/.."

base=${1:-}
site=Documentation/docc
work=.build/documentation/docc
docc=(docc)
if [ "$(uname)" = Darwin ]; then docc=(xcrun docc); fi
if ! command -v "${docc[0]}" >/dev/null; then
    echo "make docc needs ${docc[0]}, which comes with the toolchain and is not on the path." >&2
    exit 1
fi

Scripts/check-documentation.sh
rm -rf "$work" "$site"
python3 Scripts/documentation catalogs "$work"
web=$(python3 Scripts/documentation value github_file_prefix)
title=$(python3 Scripts/documentation value title)

archives=()
dependencies=()
# Takes the name of a catalog, and options of its own.
convert() {
    local name=$1 archive=$work/$1.doccarchive
    shift
    "${docc[@]}" convert "$work/$name.docc" --output-path "$archive" --warnings-as-errors \
        --fallback-display-name "$name" --fallback-bundle-identifier "$name" \
        --hosting-base-path "$base" --transform-for-static-hosting "$@" | sed '/^$/d'
    archives+=("$archive")
}

convert Guides
for module in $(python3 Scripts/documentation modules); do
    # What others declare is linked where a declaration names it.
    convert "$module" --additional-symbol-graph-dir ".build/documentation/symbolgraphs/$module" \
        --fallback-default-module-kind Module --enable-experimental-external-link-support \
        ${dependencies[@]+"${dependencies[@]}"} --checkout-path "$PWD" \
        --source-service github --source-service-base-url "$web"
    dependencies+=(--dependency "$work/$module.doccarchive")
done
"${docc[@]}" merge "${archives[@]}" --output-path "$site" \
    --synthesized-landing-page-name "$title" --synthesized-landing-page-kind Package \
    --synthesized-landing-page-topics-style list
python3 Scripts/documentation docc-links
# DocC has no page at the root.
cat >"$site/index.html" <<END
<!DOCTYPE html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/">
<title>$title</title>
<a href="documentation/">Documentation</a>
END
echo "$site: to be served by any server of files, its pages under ${base}/documentation/"
