import json
import os
import subprocess
import tempfile
import unittest

import repository  # noqa: F401 (finds the scripts)

import mutants
import package

TEXT = """\
func f() -> Int {
    g()
    return a + b
}
"""


def mutated(*pairs):
    return mutants.mutated(TEXT, [
        mutants.Mutant(number, "Sources/Shop/F.swift", "ShopTests", *pair) for number, pair in enumerate(pairs, start=1)])


class MutantsTests(unittest.TestCase):
    def test_chooses_lines_with_if_and_a_part_of_a_line_with_a_condition(self):
        text, faults = mutated(("g()", ""), ("a + b", "a - b"))
        self.assertEqual(faults, [])
        self.assertIn("    if isMutant(1) {\n\n} else {\ng()\n}\n", text)
        self.assertIn("    return (isMutant(2) ? (a - b) : (a + b))\n", text)

    def test_treats_a_line_that_goes_on_in_the_next_line_as_an_expression(self):
        text, faults = mutants.mutated("a\n    && b\n", [mutants.Mutant(1, "Sources/Shop/F.swift", "ShopTests", "a", "c")])
        self.assertEqual((text, faults), ("(isMutant(1) ? (c) : (a))\n    && b\n", []))

    def test_changes_the_same_text_in_several_ways(self):
        text, faults = mutated(("a + b", "a"), ("a + b", "b"))
        self.assertEqual(faults, [])
        self.assertIn("return (isMutant(2) ? (b) : ((isMutant(1) ? (a) : (a + b))))\n", text)

    def test_refuses_texts_that_do_not_occur_once_and_texts_that_overlap(self):
        for pairs, fault in [
            ([("h()", "")], "'h()' occurs 0 times"), ([("(", "")], "'(' occurs 2 times"),
            ([("a + b", "a"), ("return a + b", "")], "'return a + b' overlaps"),
        ]:
            self.assertIn(fault, "\n".join(mutated(*pairs)[1]))

    def test_each_row_of_the_list_fits_the_sources_and_can_be_parsed(self):
        texts, faults = mutants.mutated_files(mutants.read_lists([mutants.LIST]))
        self.assertEqual(faults, [])
        with tempfile.TemporaryDirectory() as folder:
            for path, text in texts.items():
                package.write(f"{folder}/{path}", text)
            command = ["swiftc", "-frontend", "-parse", "-swift-version", "6", *(f"{folder}/{path}" for path in texts)]
            result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_counts_a_failure_only_if_the_test_fails_again(self):
        for first, second, expected in [
            (fails("a()"), fails("a()"), 1), (fails("a()"), "exit 0", 0), (fails("a()"), fails("b()"), 0),
            ("exit 0", fails("a()"), 0), ("exit 5", "exit 5", 1), ("exit 1", "exit 1", 1), ("exit 5", "exit 6", 0),
        ]:
            self.assertEqual(len(run(first, second)), expected, (first, second))

    def test_counts_a_crash_that_hides_the_failure_of_a_test_once(self):
        self.assertEqual(len(run(fails("a()", status=132), "exit 132")), 1)
        self.assertEqual(run(fails("a()", status=132), fails("b()")), [])

    def test_skips_an_event_whose_end_is_missing(self):
        cut = "printf '{\"kind\":\"event\",\"payload\":{\"ki' >>\"$path\"; exit 132"
        self.assertEqual(run(cut, cut), ["ended with the status 132: ''"])


def fails(test, status=1):
    """A shell script that acts as tests of which one fails."""
    event = {"kind": "event", "payload": {
        "kind": "issueRecorded", "issue": {"isFailure": True}, "testID": test, "messages": [{"text": "Expectation failed"}]}}
    return f"echo '{json.dumps(event)}' >>\"$path\"; exit {status}"


def run(first, second):
    """The failures of tests that act as the first script, and then as the second one."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "tests")
        with open(program, "w") as file:
            # The path for the events is the last argument.
            file.write(f"#!/bin/sh\nfor path; do :; done\n"
                       f"if mkdir {folder}/again 2>/dev/null; then {first}; else {second}; fi\n")
        os.chmod(program, 0o755)
        return mutants.run(program, "ShopTests", 1) or []
