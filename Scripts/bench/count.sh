#!/usr/bin/env bash
# Counts instructions and allocations for a request, which do not depend on the machine, and leaves the results in
# Benchmarks/.build/results, with a profile of each way beside them. It needs Linux, valgrind and strip.
set -euo pipefail
cd "$(dirname "$0")/../../Benchmarks"

for program in valgrind nm strip python3; do
    if ! command -v "$program" >/dev/null; then
        printf 'To count instructions and allocations, %s is needed, on Linux.\n' "$program" >&2
        exit 1
    fi
done

swift build --configuration release
programs=$(swift build --configuration release --show-bin-path)
results=.build/results
profiles=$results/profiles
rm -rf "$profiles"
mkdir -p "$profiles"
# Else dictionaries have another order each time, and other collisions.
export SWIFT_DETERMINISTIC_HASHING=1

printf 'Counting: allocations\n' >&2
LD_PRELOAD="$programs/libAllocationCounter.so" "$programs/RequestBuilding" allocations >"$results/allocations.tmp"
mv "$results/allocations.tmp" "$results/allocations.jsonl"

printf 'Counting: instructions\n' >&2
# Not every valgrind can read the debug information that Swift writes.
strip -g -o "$profiles/RequestBuilding" "$programs/RequestBuilding"
# What is counted is this function and all that it calls.
block=$(nm "$profiles/RequestBuilding" | awk '$3 ~ /countedBlock/ { print $3 }')
if [ "$(printf '%s\n' "$block" | wc -l)" -ne 1 ] || [ -z "$block" ]; then
    printf 'There is not one function named countedBlock, but: %s\n' "${block:-none}" >&2
    exit 1
fi
if ! valgrind --tool=callgrind --toggle-collect="$block" --dump-after="$block" \
    --callgrind-out-file="$profiles/profile" "$profiles/RequestBuilding" profiles \
    >"$profiles/calls.jsonl" 2>"$profiles/log"; then
    cat "$profiles/log" >&2
    exit 1
fi
python3 -B ../Scripts/bench/instructions.py "$profiles" >"$results/instructions.tmp"
mv "$results/instructions.tmp" "$results/instructions.jsonl"
