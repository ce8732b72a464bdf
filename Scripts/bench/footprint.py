"""Measures how long a clean debug build of the product Endpoint takes, and what the library adds to a program.

It leaves the results in Benchmarks/.build/results.

    footprint.py [--rounds N]
"""

import json
import os
import subprocess
import sys
import tempfile
import time

from results import FOLDER

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
BENCHMARKS = os.path.join(ROOT, "Benchmarks")


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    return result.stdout.strip()


def seconds_to_build():
    """From nothing, but with the manifest compiled, as for any build but the very first."""
    with tempfile.TemporaryDirectory() as scratch:
        package = ["--package-path", ROOT, "--scratch-path", scratch]
        run("swift", "package", *package, "resolve")
        start = time.monotonic()
        run("swift", "build", *package, "--product", "Endpoint")
        return time.monotonic() - start


def stripped_size(program):
    """Both are linked against the Foundation of the system, so that what differs is the library."""
    folder = run("swift", "build", "--package-path", BENCHMARKS, "--configuration", "release", "--show-bin-path")
    with tempfile.TemporaryDirectory() as scratch:
        stripped = os.path.join(scratch, program)
        run("strip", "-o", stripped, os.path.join(folder, program))
        return os.path.getsize(stripped)


def series(name, way, unit, values):
    return json.dumps({"name": name, "way": way, "unit": unit, "values": values}) + "\n"


def main():
    rounds = int(sys.argv[2]) if sys.argv[1:2] == ["--rounds"] else 3
    print("Measuring: clean build, size", file=sys.stderr)
    lines = [series("clean debug build", "product Endpoint", "s", [seconds_to_build() for _ in range(rounds)])]
    run("swift", "build", "--package-path", BENCHMARKS, "--configuration", "release")
    for way, program in ("Foundation alone", "SmallByHand"), ("Endpoint", "Small"):
        lines.append(series("stripped release binary", way, "bytes", [stripped_size(program)]))
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, "footprint.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(lines)


main()
