"""Runs tests of the kinds `unit` and `loopback`. Prints faults, little progress, and last how many tests passed.

If tests hang or end the process, prints their names. All tests begin almost at once. So if the process dies, runs the
tests again, one after the other, to find the test.
"""

import collections
import contextlib
import os
import pty
import queue
import re
import signal
import subprocess
import sys
import threading
import time

KINDS = {
    "unit": ["--skip", "LoopbackTests"],
    "loopback": ["--filter", "LoopbackTests", "--skip", "LoopbackTests.ComplianceTests"]}
BEGIN = re.compile(r"^\S+ Test (?!case passing |run )(.+) started\.$")
END = re.compile(r"\S+ Test (?!case passing |run )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after ")
# The last line of a run. On a busy machine, `swift test` loses parts of other lines, so an ended test can seem to run.
SUMMARY = re.compile(r"\S Test run with (\d+) tests? .*(?:passed|failed) after ")
# The beginning of a line of progress whose arguments contain line breaks.
PART = re.compile(r"◇ Test case passing (?!.*(?: started\.|[✔✘➜]))", re.DOTALL)
# A step of a build, or a test or suite that begins, passes or is skipped. A fault at the end of such a line counts as one.
PROGRESS = re.compile(
    r"\[\d+/\d+\] |[◇✔➜] [^✘]*(?:started\.|passed after [\d.]+ seconds\.|skipped\b.*)$|↳ (?:Testing Library|Target Platform)")
# The least number of seconds between two printed lines of progress.
PAUSE = 15
# Seconds without output while tests run: names them, then ends the process. Tests with a time limit end after a minute.
PATIENCE = (45, 75)


def watch(command, patience=PATIENCE):
    """Runs a command, and returns its status and the number of tests."""
    # `swift test` passes the lines on at once only to a terminal.
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=end, stderr=end, start_new_session=True,
        env=os.environ | {"NO_COLOR": "1", "TERM": "dumb"})
    os.close(end)
    lines, running, waits = queue.Queue(), collections.Counter(), list(patience)
    count, text, printed = 0, "", time.monotonic()

    def read():
        # A terminal whose other end is closed is an error.
        with open(terminal, encoding="utf-8", errors="replace") as output, contextlib.suppress(OSError):
            for line in output:
                lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    try:
        while True:
            try:
                line = lines.get(timeout=waits[0] if running else None)
            except queue.Empty:
                name(running, f"For {waits.pop(0)} seconds, nothing happened in these tests:")
                if not waits:
                    return 1, count
                continue
            if line is None:
                break
            waits = list(patience)
            text += line
            summary = SUMMARY.search(line)
            if summary or not PART.match(text):
                if summary or not PROGRESS.match(text) or time.monotonic() - printed > PAUSE:
                    print(text, end="", flush=True)
                    printed = time.monotonic()
                text = ""
            if summary:
                count = int(summary[1])
                running.clear()
            elif begin := BEGIN.match(line):
                running[begin[1]] += 1
            elif end := END.search(line):
                running -= collections.Counter([end[1]])
        print(text, end="", flush=True)
        if not running:
            return process.wait(), count
        if "--no-parallel" in command or len(running) == 1:
            name(list(running)[-1:], "The process ended during this test:")
            return 1, count
        print("error: The process has ended. The tests run again, one at a time, to find the test.", flush=True)
        status, count = watch([*command, "--no-parallel"], patience)
        return status or 1, count
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def name(running, text):
    print("\n".join([f"error: {text}", *(f"error:   {test}" for test in sorted(running))]), flush=True)


def main(*kinds):
    start, passed = time.monotonic(), []
    for kind in kinds:
        # The first run has built all tests. None of them is an XCTest.
        options = ["--disable-xctest", *(["--skip-build"] if passed else [])]
        status, count = watch(["swift", "test", *options, *KINDS[kind]])
        if status:
            sys.exit(status)
        passed.append(f"{count:,} {kind} tests")
    print(f"{' and '.join(passed)} passed in {time.monotonic() - start:.0f} seconds.")


if __name__ == "__main__":
    main(*sys.argv[1:])
