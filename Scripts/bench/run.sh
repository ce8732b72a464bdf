#!/usr/bin/env bash
# Measures time and memory with each program of Benchmarks, one after the other, and leaves the results in
# Benchmarks/.build/results. With `--rounds N` each has so many rounds.
set -euo pipefail
cd "$(dirname "$0")/../../Benchmarks"

swift build --configuration release
programs=$(swift build --configuration release --show-bin-path)
results=.build/results
mkdir -p "$results"
# What an earlier run left may be called otherwise now.
rm -f "$results"/*.jsonl

measure() {
    name=$1
    shift
    printf 'Measuring: %s\n' "$name" >&2
    # A file that is there is whole.
    "$programs/$@" >"$results/$name.tmp"
    mv "$results/$name.tmp" "$results/$name.jsonl"
}

measure requests RequestBuilding time "$@"
measure loads-session Loading session "$@"
measure loads-client Loading client "$@"
measure middleware Loading middleware "$@"
measure decoding Loading decoding "$@"
measure transfers Transfers "$@"
