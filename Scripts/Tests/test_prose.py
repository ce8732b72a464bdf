import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "prose.py")


class ProseTests(unittest.TestCase):
    def check(self, page, exceptions=""):
        """What the script says against a folder with one page."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("README.md", page), ("exceptions.txt", exceptions)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            command = [sys.executable, os.path.abspath(SCRIPT), "exceptions.txt"]
            return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr

    def test_it_names_the_line_and_the_cure(self):
        self.assertIn("README.md:2: “Whatever”: say which values", self.check("Good.\nWhatever is bad.\n"))

    def test_it_skips_code_and_exceptions(self):
        self.assertEqual(self.check("```\nwhatever\n```\nThe word `nobody`, and but for once.\n", "but for once\n"), "")


if __name__ == "__main__":
    unittest.main()
