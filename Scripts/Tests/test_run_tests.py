import contextlib
import io
import unittest

import repository  # noqa: F401 (finds the scripts)

import run_tests

STARTED = "◇ Test run started.\n◇ Test a() started.\n◇ Test “b” started.\n◇ Test a() started.\n"
ENDED = "✔ Test a() with 2 test cases passed after 0.1 seconds.\n✘ Test “b” failed after 1 seconds with 1 issue.\n"


def watched(script):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = run_tests.watch(["sh", "-c", script, "sh"], patience=(0.2, 0.2))
    return status, output.getvalue()


class WatchTests(unittest.TestCase):
    def test_names_the_test_that_runs_when_the_process_dies(self):
        status, output = watched(f"printf '{STARTED}{ENDED}'; kill -9 $$")
        self.assertNotEqual(status, 0)
        self.assertTrue(output.endswith("The process ended during this test:\nerror:   a()\n"), output)

    def test_runs_the_tests_one_at_a_time_if_several_run_when_the_process_dies(self):
        status, output = watched(f"printf '{STARTED}'; test $# = 0 || printf '{ENDED}'; kill -9 $$")
        self.assertNotEqual(status, 0)
        self.assertTrue(output.endswith("The process ended during this test:\nerror:   a()\n"), output)

    def test_names_the_tests_that_hang_and_ends_the_process(self):
        status, output = watched(f"printf '{STARTED}'; sleep 100")
        self.assertEqual(status, 1)
        self.assertEqual(output.count("nothing happened in these tests:\nerror:   a()\nerror:   “b”\n"), 2)

    def test_prints_the_output_and_returns_the_status_when_all_tests_end(self):
        for status in [0, 3]:
            script = f"printf '{STARTED}{ENDED}✔ Test a() passed after 1 seconds.\n'; exit {status}"
            self.assertEqual(watched(script)[0], status)

    def test_returns_the_status_of_a_whole_run_although_parts_of_lines_are_lost(self):
        script = f"printf '{STARTED}◇ Test c✔ Test run with 2 tests in 1 suite passed after 1 seconds.\n'"
        self.assertEqual(watched(script), (0, script[8:-1]))
