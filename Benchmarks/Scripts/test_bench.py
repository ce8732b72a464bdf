import json
import tempfile
import unittest

import report
from results import Results


def series(way, unit, value, name="bare GET", size=None):
    return {"name": name, "way": way, "size": size, "unit": unit, "values": value if isinstance(value, list) else [value]}


MEASURED = [
    series("floor", "instructions", 1000), series("struct", "instructions", 1300),
    series("floor", "ns", [100, 200, 300]), series("struct", "ns", [150, 240, 330]),
    series("struct", "MiB", [3, 64, 7], "download"),
    # 100 instructions for each item up to 64, and 130 for each item beyond.
    *(series("struct", "instructions", value, "query items", size) for size, value in ((4, 1_000), (64, 7_000), (256, 31_960)))]


class BenchTests(unittest.TestCase):
    def test_the_guard_reports_exceeded_limits_and_limits_without_a_measurement(self):
        for kind, limits, fault in [
            ("ratio", [1.3, "bare GET", "struct", "floor", "instructions"], None),
            ("ratio", [1.29, "bare GET", "struct", "floor", "instructions"], "floor, instructions: 1.300, and 1.29 at most"),
            ("ratio", [9, "bare GET", "class", "floor", "instructions"], "there is a limit, and nothing was measured"),
            ("growth", [1.3, "query items", "struct", "instructions"], None),
            ("growth", [1.29, "query items", "struct", "instructions"], "1.300, and 1.29 at most is allowed"),
            ("most", [63, "download", "struct", "MiB"], "64.000, and 63 at most is allowed"),
        ]:
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump({kind: [limits]}, file)
                file.flush()
                found = list(report.guard(Results(MEASURED), file.name))
            self.assertEqual(len(found), 1 if fault else 0, found)
            self.assertIn(fault or "", "".join(found))

    def test_cells_show_medians_and_ratios_and_are_empty_without_a_measurement(self):
        results = Results(MEASURED)
        for column, text in [("ns", "240"), ("ns / floor", "1.20"), ("s", ""), ("ns / class", "")]:
            self.assertEqual(report.cell(results, "bare GET", "struct", column), text)
        self.assertEqual(report.cell(results, "download", "struct", "MiB"), "64 MiB")
        self.assertEqual(
            report.growth(results, "query items", ["instructions"]).splitlines()[2], "| struct | 1,000 | 7,000 | 31,960 |")
