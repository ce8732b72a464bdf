"""Fails if a ratio of instructions or allocations is above its threshold, and names each that is.

    guard.py [RESULTS-FOLDER [THRESHOLDS-FILE]]

The thresholds say of each request how many times the instructions or allocations one way may take of another, and how
many times the instructions one more of what grows may take among many of those among few.
"""

import json
import os
import sys
from statistics import median

from results import FOLDER, Missing, Results

THRESHOLDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Benchmarks/thresholds.json")
GROWTH = "growth"


def measure(results, kind, name, what):
    if kind == GROWTH:
        return median(results.growths(name, what, "instructions"))
    return results.ratio(name, *what.split(" / "), kind)


def complaints(results, thresholds):
    """A sentence for each threshold that is exceeded or of no use, and for each request that has none."""
    for kind, requests in thresholds.items():
        for name, limits in requests.items():
            for what, limit in limits.items():
                try:
                    measured = measure(results, kind, name, what)
                except Missing as missing:
                    yield f"There is a threshold for what was not measured: {missing}."
                    continue
                if measured > limit:
                    yield f"{kind}, {name}, {what}: {measured:.3f}, and {limit} at most is allowed."
    for name in results.names():
        for kind in "instructions", "allocations":
            if not results.sizes(name) and kind in results.units(name) and name not in thresholds[kind]:
                yield f"{kind}, {name}: there is no threshold."


def main(folder=FOLDER, path=THRESHOLDS):
    with open(path, encoding="utf-8") as file:
        thresholds = json.load(file)
    found = list(complaints(Results.load(folder), thresholds))
    if found:
        sys.exit("\n".join(found))
    count = sum(len(limits) for requests in thresholds.values() for limits in requests.values())
    print(f"All {count} thresholds are kept.")


if __name__ == "__main__":
    main(*sys.argv[1:])
