import os
import tempfile
import unittest

import repository  # noqa: F401 (finds the scripts)

import mutants

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

    def test_each_row_of_the_list_fits_the_sources(self):
        self.assertEqual(mutants.mutated_files(mutants.read_lists([mutants.LIST]))[1], [])

    def test_counts_a_failure_only_if_the_test_fails_again(self):
        fails = "echo '✘ Test {} recorded an issue at A.swift:1:2: Expectation failed'; exit 1"
        for first, second, expected in [
            (fails.format("a()"), fails.format("a()"), 1), (fails.format("a()"), "exit 0", 0),
            (fails.format("a()"), fails.format("b()"), 0), ("exit 0", fails.format("a()"), 0), ("exit 5", "exit 5", 1),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                program = os.path.join(folder, "tests")
                with open(program, "w") as file:
                    file.write(f"#!/bin/sh\nif mkdir {folder}/again 2>/dev/null; then {first}; else {second}; fi\n")
                os.chmod(program, 0o755)
                self.assertEqual(len(mutants.run(program, "ShopTests", 1) or []), expected, (first, second))
