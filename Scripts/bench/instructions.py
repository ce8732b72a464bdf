"""Prints the instructions of a call by each way, from the profiles that callgrind wrote to a folder."""

import json
import os
import sys


def total(path):
    """The instructions in a profile, which must be one of what is counted."""
    trigger, instructions = "", None
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("desc: Trigger:"):
                trigger = line
            elif line.startswith("summary:"):
                instructions = int(line.split()[1])
    if "countedBlock" not in trigger or not instructions:
        sys.exit(f"{path} is no profile of what is counted: {trigger.strip()}")
    return instructions


def main():
    folder = sys.argv[1]
    with open(os.path.join(folder, "calls.jsonl"), encoding="utf-8") as file:
        ways = [json.loads(line) for line in file]
    for number, way in enumerate(ways, start=1):
        calls = way["values"][0]
        instructions = total(os.path.join(folder, f"profile.{number}"))
        way.update(unit="instructions", values=[instructions / calls])
        print(json.dumps(way))


main()
