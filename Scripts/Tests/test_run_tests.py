import contextlib
import io
import unittest
from unittest import mock

import repository  # noqa: F401 (finds the scripts)

import run_tests

STARTED = "◇ Test run started.\n◇ Test a() started.\n◇ Test “b” started.\n◇ Test a() started.\n"
ENDED = "✔ Test a() with 2 test cases passed after 0.1 seconds.\n✘ Test “b” failed after 1 seconds with 1 issue.\n"


def watched(script):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = run_tests.watch(["sh", "-c", script, "sh"], patience=(0.2, 0.2))[0]
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

    def test_prints_what_follows_a_part_of_a_line_when_the_process_dies(self):
        output = watched("printf '◇ Test a() started.\n◇ Test case passing 1 argument “1\nFatal error: x\n'; kill -9 $$")[1]
        self.assertTrue(output.startswith("◇ Test case passing 1 argument “1\nFatal error: x\nerror: The process ended"), output)

    def test_names_the_tests_that_hang_and_ends_the_process(self):
        status, output = watched(f"printf '{STARTED}'; sleep 100")
        self.assertEqual(status, 1)
        self.assertEqual(output.count("nothing happened in these tests:\nerror:   a()\nerror:   “b”\n"), 2)

    def test_returns_the_status_when_all_tests_end(self):
        for status in [0, 3]:
            script = f"printf '{STARTED}{ENDED}✔ Test a() passed after 1 seconds.\n'; exit {status}"
            self.assertEqual(watched(script)[0], status)

    def test_returns_the_status_of_a_whole_run_although_parts_of_lines_are_lost(self):
        summary = "◇ Test c✔ Test run with 2 tests in 1 suite passed after 1 seconds.\n"
        script = f"printf '{STARTED}{summary}'"
        self.assertEqual(watched(script), (0, summary))
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(run_tests.watch(["sh", "-c", script]), (0, 2))

    def test_prints_faults_in_full_and_progress_seldom(self):
        progress = [
            "[12/340] Compiling Endpoint A.swift", "◇ Test run started.", "↳ Testing Library Version: 6.3.1", "◇ Suite A started.",
            "◇ Test “warning: b” started.", "◇ Test case passing 1 argument “1” to c(_:) started.",
            "◇ Test case passing 1 argument “error: 1", "", "✓” to c(_:) started.",
            "✔ Test c(_:) with 2 test cases passed after 0.1 seconds.", "➜ Test d() skipped: “needs IPv6”",
            "✔ Suite A passed after 0.1 seconds."]
        faults = [
            "✘ Test “b” recorded an issue at A.swift:3:4: Expectation failed: x → 1", "↳ x was 1", "  and more",
            "/a/A.swift:3:4: error: cannot find 'x' in scope", "3 | x", "  |   `- error: here", "/a/A.swift:3:4: warning: unused",
            "◇ Test e() started.Fatal error: index out of range", "◇ Test e() sta✘ Test f() failed after 1 seconds with 1 issue.",
            "✘ Test run with 2 tests in 1 suite failed after 1 seconds with 1 issue."]
        script = "cat <<'END'\n" + "\n".join([*progress, *faults]) + "\nEND"
        self.assertEqual(watched(script)[1].splitlines(), faults)

    def test_prints_a_line_of_progress_after_a_pause(self):
        with mock.patch.object(run_tests, "time", mock.Mock(monotonic=mock.Mock(side_effect=[0, 16, 16, 17]))):
            self.assertEqual(watched("printf '[1/9] Compiling A\n[2/9] Compiling B\n'")[1], "[1/9] Compiling A\n")


class MainTests(unittest.TestCase):
    def printed(self, statuses, *kinds):
        """Returns the commands of the runs, which end with these statuses, and the printed text."""
        output = io.StringIO()
        with mock.patch.object(run_tests, "watch", side_effect=[(status, 1057) for status in statuses]) as watch:
            with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
                run_tests.main(*kinds)
        return [" ".join(call[0][0]) for call in watch.call_args_list], output.getvalue()

    def test_prints_last_how_many_tests_of_each_kind_passed(self):
        commands, text = self.printed([0, 0], "unit", "loopback")
        self.assertEqual(text, "1,057 unit tests and 1,057 loopback tests passed in 0 seconds.\n")
        self.assertNotIn("--skip-build", commands[0])
        self.assertIn("--skip-build --filter LoopbackTests", commands[1])
        self.assertEqual(self.printed([0], "unit")[1], "1,057 unit tests passed in 0 seconds.\n")

    def test_ends_after_a_failed_run(self):
        commands, text = self.printed([1], "unit", "loopback")
        self.assertEqual((len(commands), text), (1, ""))
