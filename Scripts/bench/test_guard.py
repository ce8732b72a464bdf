"""Tests that the guard lets good figures pass, and stops the build for bad ones."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

GUARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guard.py")


def series(way, unit, value, name="bare GET", size=None):
    return {"name": name, "way": way, "size": size, "unit": unit, "values": [value]}


MEASURED = [
    series("floor", "instructions", 1000),
    series("struct", "instructions", 1300),
    series("floor", "allocations", 10),
    series("struct", "allocations", 12),
    # 100 for one more up to 64, and 130 for one more beyond.
    *(series("struct", "instructions", value, "query items", size)
      for size, value in ((4, 1_000), (64, 7_000), (256, 31_960))),
]


def limits(instructions=1.3, allocations=1.2, growth=1.3, way="struct"):
    return {
        "instructions": {"bare GET": {f"{way} / floor": instructions}},
        "allocations": {"bare GET": {f"{way} / floor": allocations}},
        "growth": {"query items": {"struct": growth}},
    }


class GuardTests(unittest.TestCase):
    def run_guard(self, thresholds):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "counts.jsonl"), "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in MEASURED)
            path = os.path.join(folder, "thresholds.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(thresholds, file)
            return subprocess.run([sys.executable, "-B", GUARD, folder, path], capture_output=True, text=True)

    def assert_fails(self, thresholds, *texts):
        result = self.run_guard(thresholds)
        self.assertEqual(result.returncode, 1, result.stdout)
        for text in texts:
            self.assertIn(text, result.stderr)

    def test_figures_at_their_thresholds_pass(self):
        result = self.run_guard(limits())
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_too_many_instructions_fail(self):
        self.assert_fails(limits(instructions=1.29), "instructions, bare GET, struct / floor: 1.300, and 1.29 at most")

    def test_too_many_allocations_fail(self):
        self.assert_fails(limits(allocations=1.19), "allocations, bare GET, struct / floor: 1.200, and 1.19 at most")

    def test_a_curve_that_bends_fails(self):
        self.assert_fails(limits(growth=1.29), "growth, query items, struct: 1.300, and 1.29 at most")

    def test_each_that_is_exceeded_is_named(self):
        self.assert_fails(limits(1.0, 1.0, 1.0), "instructions, bare", "allocations, bare", "growth, query")

    def test_a_threshold_for_nothing_fails(self):
        self.assert_fails(limits(way="class"), "not measured: bare GET, class")

    def test_a_request_without_a_threshold_fails(self):
        thresholds = limits()
        thresholds["allocations"] = {}
        self.assert_fails(thresholds, "allocations, bare GET: there is no threshold")


if __name__ == "__main__":
    unittest.main()
