import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "prose.py")


class ProseTests(unittest.TestCase):
    def check(self, page, exceptions="", source="", guide="# A guide\n\nIt has a summary.\n\n"):
        """Returns the faults that the script finds in a folder with a page, a guide and a source."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("Sources", "Documentation/Guides"):
                os.makedirs(os.path.join(folder, name))
            files = {
                "README.md": page, "Sources/A.swift": source, "Documentation/Guides/a.md": guide, "exceptions.txt": exceptions}
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            command = [sys.executable, os.path.abspath(SCRIPT), "exceptions.txt"]
            return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr

    def test_reports_the_line_and_the_remedy(self):
        self.assertIn("README.md:2: “Whatever”: say which values", self.check("Good.\nWhatever is bad.\n"))

    def test_refuses_pages_that_are_too_long(self):
        self.assertEqual(self.check("word " * 800), "")
        self.assertIn("README.md: 801 words, and at most 800 are allowed", self.check("word " * 801))

    def test_refuses_a_guide_whose_first_paragraph_is_not_a_sentence(self):
        found = self.check("", guide="# A guide\n\nIt goes on\nlike this:\n\nText.\n\n")
        self.assertIn("Documentation/Guides/a.md: the first paragraph is the summary", found)

    def test_skips_code_and_exceptions(self):
        self.assertEqual(self.check("```\nwhatever\n```\nThe word `nobody`, and but for once.\n", "but for once\n"), "")

    def test_refuses_comments_that_open_with_a_clause(self):
        source = """\
            /// Whether it is open.
            ///
            /// - Returns: How many are open. What is shut is not counted.
            /// A line of text.
            /// What follows it.
            let isOpen = true  // What is open.
            """
        found = self.check("What a page asks.\n", source=source)
        for line, word in ((1, "Whether"), (3, "How"), (3, "What"), (5, "What"), (6, "What")):
            self.assertIn(f"Sources/A.swift:{line}: “{word}” opens a sentence", found)
        self.assertEqual(len(found.splitlines()), 5)

    def test_accepts_clauses_inside_sentences_and_code(self):
        source = """\
            /// Tells, for any of them,
            /// Whether and What as names.
            ///
            /// `What` is code, and so is https://example.com/What.
            let address = "https://example.com. What else?"
            """
        self.assertEqual(self.check("", source=source), "")

    def test_accepts_an_opening_clause_that_is_an_exception(self):
        self.assertEqual(self.check("", "What counts", source="/// What counts.\n"), "")


if __name__ == "__main__":
    unittest.main()
