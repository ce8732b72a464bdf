"""Measures with the programs of Benchmarks, and leaves the results in Benchmarks/.build/results.

    measure.py time [--rounds N]         time and memory
    measure.py counts                    instructions, allocations and sizes, which do not depend on the speed of the
                                         machine (Linux, valgrind)
    measure.py builds [--rounds N]       clean builds
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from results import FOLDER

PROGRAMS = {
    "requests": "RequestBuilding time", "loads-session": "Loading session", "loads-client": "Loading client",
    "middleware": "Loading middleware", "decoding": "Loading decoding", "events": "Loading events",
    "transfers": "Transfers"}
# The programs whose sizes are compared with that of SmallByHand, by what they add to it.
SMALL = {"Endpoint": "Small", "EndpointController": "SmallLoading"}


def run(*command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed")
    return result.stdout


def built(*products):
    """The folder of the programs, after a build of these products; without any, of all."""
    build = ["swift", "build", "--package-path", "Benchmarks", "--configuration", "release"]
    print("Building the benchmarks: several minutes the first time.", file=sys.stderr)
    for options in [["--product", product] for product in products] or [[]]:
        run(*build, *options)
    return run(*build, "--show-bin-path").strip()


def keep(name, lines):
    """A file that is there is whole."""
    os.makedirs(FOLDER, exist_ok=True)
    with open(f"{FOLDER}/{name}.tmp", "w", encoding="utf-8") as file:
        file.write(lines)
    os.replace(f"{FOLDER}/{name}.tmp", f"{FOLDER}/{name}.jsonl")


def measure_time(*rounds):
    programs = built()
    # What an earlier run left may be called otherwise now.
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name, words in PROGRAMS.items():
        print(f"Measuring: {name}", file=sys.stderr)
        program, *arguments = words.split()
        keep(name, run(f"{programs}/{program}", *arguments, *rounds))


def measure_counts():
    # Without async-http-client, which takes minutes to build.
    programs = built("RequestBuilding", "CountedLoads", "AllocationCounter", "SmallByHand", *SMALL.values())
    profiles = f"{FOLDER}/profiles"
    shutil.rmtree(profiles, ignore_errors=True)
    os.makedirs(profiles)
    # Otherwise dictionaries have another order each time, and other collisions.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    preload = {**environment, "LD_PRELOAD": f"{programs}/libAllocationCounter.so"}
    print("Counting allocations and instructions: a few minutes", file=sys.stderr)
    keep("allocations", run(f"{programs}/RequestBuilding", "allocations", env=preload))
    # Not every valgrind can read the debug information that Swift writes.
    run("strip", "-g", "-o", f"{profiles}/RequestBuilding", f"{programs}/RequestBuilding")
    # What is counted is this function and all that it calls.
    blocks = re.findall(r" (\S*countedBlock\S*)$", run("nm", f"{profiles}/RequestBuilding"), re.MULTILINE)
    if len(blocks) != 1:
        sys.exit(f"There is not one function named countedBlock, but: {blocks}")
    calls = run(
        "valgrind", "--quiet", "--tool=callgrind", f"--toggle-collect={blocks[0]}", f"--dump-after={blocks[0]}",
        f"--callgrind-out-file={profiles}/profile", f"{profiles}/RequestBuilding", "profiles", env=environment)
    ways = [json.loads(line) for line in calls.splitlines()]
    for number, way in enumerate(ways, start=1):
        with open(f"{profiles}/profile.{number}", encoding="utf-8", errors="replace") as file:
            profile = file.read()
        trigger = re.search(r"^desc: Trigger:(.*)$", profile, re.MULTILINE)
        total = re.search(r"^summary: ([1-9]\d*)", profile, re.MULTILINE)
        if not (trigger and "countedBlock" in trigger[1] and total):
            sys.exit(f"{profiles}/profile.{number} is not a profile of what is counted.")
        way.update(unit="instructions", values=[int(total[1]) / way["values"][0]])
    load = series("load from memory", "controller", "instructions", load_instructions(programs, profiles, environment))
    keep("instructions", "".join(json.dumps(way) + "\n" for way in ways) + load)
    keep("sizes", "".join(sizes(programs, profiles)))


def load_instructions(programs, folder, environment):
    """The instructions of one load on all threads: the difference between runs with few and with many loads."""
    run("strip", "-g", "-o", f"{folder}/CountedLoads", f"{programs}/CountedLoads")
    few, many = 100, 1_100
    totals = []
    for count in (few, many):
        profile = f"{folder}/loads.{count}"
        run("valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={profile}",
            f"{folder}/CountedLoads", f"{count}", env=environment)
        with open(profile, encoding="utf-8", errors="replace") as file:
            totals.append(int(re.search(r"^totals: (\d+)$", file.read(), re.MULTILINE)[1]))
    return (totals[1] - totals[0]) / (many - few)


def series(name, way, unit, *values):
    return json.dumps({"name": name, "way": way, "unit": unit, "values": values}) + "\n"


def sizes(programs, folder):
    """What the library adds to a small program. All are linked against the Foundation of the system."""
    def size(program):
        run("strip", "-o", f"{folder}/{program}", f"{programs}/{program}")
        return os.path.getsize(f"{folder}/{program}")

    for way, program in SMALL.items():
        yield series("size added to a stripped program", way, "bytes", size(program) - size("SmallByHand"))


def measure_builds(_="--rounds", rounds="3"):
    lines = ""
    for way, package, *options in (
        ["module Endpoint, debug", ".", "--target", "Endpoint"],
        ["program with EndpointController, release", "Benchmarks", "--configuration", "release", "--product", "SmallLoading"],
    ):
        seconds = []
        for _ in range(int(rounds)):
            # From nothing, but with the manifest compiled, as for any build but the very first.
            with tempfile.TemporaryDirectory() as scratch:
                places = ["--package-path", package, "--scratch-path", scratch]
                run("swift", "package", *places, "resolve")
                start = time.monotonic()
                run("swift", "build", *places, *options)
                seconds.append(time.monotonic() - start)
        lines += series("clean build", way, "s", *seconds)
    keep("builds", lines)


if __name__ == "__main__":
    {"time": measure_time, "counts": measure_counts, "builds": measure_builds}[sys.argv[1]](*sys.argv[2:])
