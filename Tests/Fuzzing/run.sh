#!/usr/bin/env bash
# Feeds each target, or those that are given, with random bytes for so many seconds: run.sh SECONDS [TARGET …]
#
# It starts from the inputs in Corpus, which holds a folder for each target: examples, and whatever has failed. A finding
# ends it, and its input is left in Corpus.
set -euo pipefail
cd "$(dirname "$0")"

seconds=$1
shift
options=(--configuration release --sanitize fuzzer -Xswiftc -enable-testing)
swift build "${options[@]}"
program=$(swift build "${options[@]}" --show-bin-path)/Fuzz
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then targets=($(ls Corpus)); fi

for target in "${targets[@]}"; do
    found=.build/corpus/$target
    mkdir -p "$found"
    echo "Fuzzing $target for $seconds seconds"
    if ! FUZZ_TARGET=$target "$program" -max_total_time="$seconds" -max_len=512 -timeout=10 -rss_limit_mb=1024 \
        -artifact_prefix="Corpus/$target/" "$found" "Corpus/$target" >".build/$target.log" 2>&1; then
        grep --text --max-count=1 FINDING ".build/$target.log" >&2 || tail --lines=40 ".build/$target.log" >&2
        exit 1
    fi
    tail -n 1 ".build/$target.log"
done
