import json
import os
import shutil
import subprocess
import sys

from repository import FILES, SCRIPTS, SYMBOLS, RepositoryTests, symbol

# What the script calls; so that no other jazzy is found, the path holds nothing else.
TOOLS = ["cp", "dirname", "mkdir", "rm", "sed"]
PAGES = {
    "index.html": "<a href='errors.html'>Errors</a> <a href='#how-it-works'>how</a><h2 id='how-it-works'>How</h2>",
    "errors.html": "<a href='paging.html'>Pages</a><h2 id='what-code-load-code-throws'>What it throws</h2>",
    "paging.html": "<a href='errors.html#what-code-load-code-throws'>Errors</a><a href='https://example.com'>web</a>",
    "Guides.html": "<a href='errors.html'>errors</a> <a href='paging.html'>paging</a>",
    "Bodies.html": "<a href='Endpoint/Types/Body.html#/s:json'>Body</a> URLRequest",
    "Endpoint/Types/Body.html": "<a href='../../index.html'>Endpoint</a>",
}
SENDABLE = {"file": None, "symbol": "Body", "warning": "undocumented"}
JAZZY = """\
#!/bin/sh
if [ "$*" = --version ]; then echo "jazzy version: $JAZZY_VERSION"; exit; fi
echo "$@" >arguments
mkdir -p Documentation
cp -R site Documentation/html
"""
GRAPHS = """\
#!/bin/sh
for folder in .build/symbolgraphs .build/documentation/symbolgraphs; do
    mkdir -p "$folder"
    cp -R "graphs/$1" "$folder"
done
"""


class DocsTests(RepositoryTests):
    """The script behind "make docs", with stand-ins for jazzy, and for what needs a compiler."""

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.join(SCRIPTS, "documentation"), "Scripts/documentation")
        for script in ["docs.sh", "check-documentation.sh"]:
            shutil.copy(os.path.join(SCRIPTS, script), "Scripts")
        self.write_program("Scripts/symbol-graphs.sh", GRAPHS)
        for tool in TOOLS:
            self.write_program(f"bin/{tool}", f'#!/bin/sh\nexec {shutil.which(tool)} "$@"\n')
        self.write_program("bin/python3", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        self.write_program("bin/jazzy", JAZZY)
        self.write_site(PAGES, [SENDABLE])

    def test_gives_jazzy_copies_with_links_for_its_site(self):
        self.assertEqual(self.run_docs(), "")
        self.assertEqual(self.read("arguments"), "--config .jazzy.yaml\n")
        self.assertIn("(errors.html)", self.read(".build/documentation/jazzy/README.md"))
        self.assertIn("(paging.html)", self.read(".build/documentation/jazzy/Guides/errors.md"))

    def test_says_how_to_get_jazzy_before_anything_is_built(self):
        os.remove("bin/jazzy")
        self.assertIn("gem install jazzy", self.run_docs())
        self.assertFalse(os.path.exists(".build"))

    def test_refuses_a_jazzy_that_is_too_old(self):
        for version in ["0.14.4", "0.9.6", "unknown"]:
            self.assertIn("0.15.0 or later", self.run_docs(version))
            self.assertFalse(os.path.exists(".build"))
        for version in ["0.15.0", "0.16.1", "1.0.0"]:
            self.assertEqual(self.run_docs(version), "")

    def test_fails_before_jazzy_runs(self):
        self.write_symbols([*SYMBOLS, symbol("Body/form", None)])
        self.assert_not_run("Body.form has no documentation")
        self.write_symbols([*SYMBOLS, symbol("Part")])
        self.assert_not_run("Part is in no category")
        self.write_symbols(SYMBOLS[:2])
        self.assert_not_run("names URLRequest, which is neither")
        self.write_symbols(SYMBOLS)
        self.write("README.md", FILES["README.md"] + "[a](nowhere.md)")
        self.assert_not_run("README.md:6: the link nowhere.md leads to no file")

    def test_fails_if_a_symbol_is_left_out_of_the_categories(self):
        self.assert_bad_site({"Other Structs.html": "Part"}, "Other Structs.html: what it holds has no category")

    def test_fails_if_jazzy_found_something_undocumented(self):
        self.write_site(PAGES, [SENDABLE, {"file": "Sources/Body.swift", "symbol": "Body.form"}])
        self.assertIn("undocumented.json: Body.form", self.run_docs())

    def test_fails_if_a_page_is_missing(self):
        self.write_site({path: text for path, text in PAGES.items() if path != "paging.html"}, [])
        self.assertIn("paging.html is missing", self.run_docs())

    def test_fails_if_jazzy_wrote_nothing(self):
        self.assertEqual(self.run_docs(), "")
        shutil.rmtree("site")
        os.mkdir("site")
        self.assertIn("undocumented.json is missing", self.run_docs())

    def test_fails_if_a_category_lacks_a_symbol(self):
        self.assert_bad_site({"Bodies.html": "Body"}, "Bodies.html says nothing of URLRequest")

    def test_fails_if_a_link_of_the_site_is_broken(self):
        self.assert_bad_site({"index.html": "<a href='error.html'>"}, "index.html: the link error.html leads")
        self.assert_bad_site({"index.html": "<a href='doc:errors'>"}, "index.html: the link doc:errors leads")
        self.assert_bad_site({"index.html": "<a href='errors.html#a'>"}, "the link errors.html#a leads to no heading")

    def assert_not_run(self, message):
        self.assertIn(message, self.run_docs())
        self.assertFalse(os.path.exists("arguments"))

    def assert_bad_site(self, pages, message):
        self.write_site({**PAGES, **pages}, [])
        self.assertIn(message, self.run_docs())

    def run_docs(self, version="0.15.4"):
        """What the script says of mistakes, which is nothing if and only if it succeeds."""
        environment = {"PATH": os.path.abspath("bin"), "JAZZY_VERSION": version}
        command = ["/bin/sh", "Scripts/docs.sh"]
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode == 0, result.stderr == "", result.stderr)
        return result.stderr

    def write_site(self, pages, warnings):
        shutil.rmtree("site", ignore_errors=True)
        for path, text in pages.items():
            self.write(f"site/{path}", text)
        self.write("site/undocumented.json", json.dumps({"warnings": warnings}))

    def write_program(self, path, text):
        self.write(path, text)
        os.chmod(path, 0o755)
