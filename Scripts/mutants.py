"""Changes the sources a little, in a copy, and checks that the tests notice each change, which is called a mutant.

Scripts/mutants.toml, or the files on the command line, list them: for each file of Sources and each pattern of tests, pairs
of an old text, which occurs once in the file, and a new text. One of the tests has to fail with the new text. A copy of the
repository is built once, with all mutants: whole lines become an `if`, and a part of a line becomes a conditional
expression. (So the old text cannot be a line that declares something, or a `defer`.) An environment variable turns on one
mutant in each run.
"""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib

import package

LIST = "Scripts/mutants.toml"
COPY = ".build/mutants"
# The package of the tests that need an HTTP client of others, and the modules that only they test.
NESTED = ("Tests/Integration", {"EndpointAsyncHTTPClient"})
TRAITS = "Logging,Metrics,Tracing"
# A test that takes longer than these seconds hangs.
LIMIT = 60
VARIABLE = "ENDPOINT_MUTANT"
SWITCH = f"""\
import Foundation

private let active = ProcessInfo.processInfo.environment["{VARIABLE}"]

func isMutant(_ number: Int) -> Bool {{ active == "\\(number)" }}
"""


class Mutant:
    def __init__(self, number, file, suite, old, new):
        self.number, self.file, self.suite = number, file, suite
        self.old, self.new = old.strip(), new.strip()
        self.folder = "/".join(self.file.split("/")[:2])
        self.package = NESTED[0] if os.path.basename(self.folder) in NESTED[1] else "."

    def __str__(self):
        line = package.read(self.file).split(self.old)[0].count("\n") + 1
        return f"{self.file}:{line}: {self.old!r} -> {self.new!r}"


def mutated(text, mutants):
    """The text of a file with these mutants in it, and what is wrong with them."""
    spans, faults = {}, []
    for mutant in mutants:
        start, count = text.find(mutant.old), text.count(mutant.old)
        end = start + len(mutant.old)
        if count != 1:
            faults.append(f"{mutant.file}: {mutant.old!r} occurs {count} times, and has to occur once")
        elif any(start < other[1] and other[0] < end and other != (start, end) for other in spans):
            faults.append(f"{mutant.file}: {mutant.old!r} overlaps the text of another row")
        else:
            old = spans.get((start, end), mutant.old)
            before, after = text[:start].rpartition("\n")[2], text[end:].partition("\n")[0]
            # A line that the next line continues is a part of an expression.
            is_part = (before + after).strip() or re.match(r"\s*(&&|\|\||\?|:|\.|[-+*/] )", text[end:])
            spans[start, end] = (
                f"(isMutant({mutant.number}) ? ({mutant.new}) : ({old}))" if is_part else
                f"if isMutant({mutant.number}) {{\n{mutant.new}\n}} else {{\n{old}\n}}")
    for (start, end), new in sorted(spans.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return text, faults


def read_lists(paths):
    """The mutants of these lists."""
    rows = [(file, suite, *pair) for path in paths for file, suites in tomllib.loads(package.read(path)).items()
            for suite, pairs in suites.items() for pair in pairs]
    return [Mutant(number, *row) for number, row in enumerate(rows, start=1)]


def mutated_files(mutants):
    """The texts of the files with the mutants in them, and what is wrong with the rows."""
    texts, faults = {f"{mutant.folder}/Mutants.swift": SWITCH for mutant in mutants}, []
    for file in sorted({mutant.file for mutant in mutants}):
        texts[file], found = mutated(package.read(file), [mutant for mutant in mutants if mutant.file == file])
        faults += found
    return texts, faults


def make_copy(new):
    """Copies the repository, with these new texts, and leaves files alone that stay the same, so that they are not built again."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    paths = {path for path in listed.split("\0") if os.path.isfile(path)}
    for path in paths | set(new):
        data = new[path].encode() if path in new else open(path, "rb").read()
        target = f"{COPY}/{path}"
        if not os.path.exists(target) or open(target, "rb").read() != data:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(data)
    for folder in ("Sources", "Tests"):
        for parent, folders, files in os.walk(f"{COPY}/{folder}"):
            folders[:] = [name for name in folders if name != ".build"]
            for name in files:
                if os.path.relpath(f"{parent}/{name}", COPY) not in paths | set(new) | {f"{NESTED[0]}/Package.resolved"}:
                    os.remove(f"{parent}/{name}")


def build(folder):
    """Builds the tests of a package of the copy, and returns their program."""
    traits = [] if folder == NESTED[0] else ["--traits", TRAITS]
    command = ["swift", "build", "--build-tests", "--package-path", f"{COPY}/{folder}", *traits]
    print(f"Building the tests of {COPY}/{folder}".removesuffix("/."), flush=True)
    if subprocess.run(command).returncode != 0:
        sys.exit("The mutants cannot be built. The places above are places in the copy.")
    products = subprocess.run([*command, "--show-bin-path"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    return next(f"{products}/{name}" for name in os.listdir(products) if name.endswith("PackageTests.xctest"))


def run(program, suite, number=None):
    """Runs tests, and returns the texts of their failures; None if nothing fails in two runs.

    A busy machine may fail a test once, but such a failure says nothing about the sources.
    """
    failures = run_once(program, suite, number)
    again = run_once(program, suite, number) if failures else {}
    return [text for cause, text in failures.items() if cause in again] or None


def run_once(program, suite, number):
    """The failures: for each test that failed, and for a status that says more than that, the text."""
    with tempfile.NamedTemporaryFile("r", errors="replace") as events:
        # What a test prints, or an argument with a zero byte, can hide a failure in the output, but not among the events.
        command = ["timeout", "--signal=KILL", str(LIMIT), program, "--filter", suite, "--testing-library", "swift-testing",
                   "--event-stream-output-path", events.name]
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env={**os.environ, VARIABLE: str(number), "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"})
        if "Test run with 0 tests" in result.stdout:
            sys.exit(f"No test matches the suite {suite!r}.")
        failures = dict(filter(None, map(failure, events)))
    if result.returncode not in (0, 1) or result.returncode and not failures:
        failures[result.returncode] = f"ended with the status {result.returncode}: {result.stdout[-200:]!r}"
    return failures


def failure(line):
    """The test that failed and the text, for a line of the events."""
    try:
        event = json.loads(line)["payload"]
    except ValueError:
        # The process ended in the middle of the line.
        return None
    if event.get("kind") != "issueRecorded" or not event["issue"]["isFailure"]:
        return None
    return event.get("testID"), f"{event.get('testID')}: {event['messages'][0]['text']}"


def main(paths):
    mutants = read_lists(paths or [LIST])
    texts, faults = mutated_files(mutants)
    if faults:
        sys.exit("\n".join(faults))
    make_copy(texts)
    programs = {folder: build(folder) for folder in sorted({mutant.package for mutant in mutants})}
    suites = sorted({(mutant.package, mutant.suite) for mutant in mutants})
    survivors = []
    # Most tests wait most of the time.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, suite), failures in zip(suites, pool.map(lambda pair: run(programs[pair[0]], pair[1]), suites)):
            if failures:
                sys.exit("\n".join([f"{suite} fails without a mutant:", *failures]))
        results = pool.map(lambda mutant: run(programs[mutant.package], mutant.suite, mutant.number), mutants)
        for mutant, failures in zip(mutants, results):
            print(f"{mutant.number}: {mutant}\n    {failures[0] if failures else 'SURVIVES ' + mutant.suite}", flush=True)
            survivors += [] if failures else [str(mutant)]
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants are caught.")
    if survivors:
        sys.exit("\n".join(["These survive:", *survivors]))


if __name__ == "__main__":
    main(sys.argv[1:])
