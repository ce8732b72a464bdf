"""A small repository in a temporary folder, for the tests of the scripts."""

import json
import os
import sys
import tempfile
import unittest

SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [SCRIPTS, os.path.join(SCRIPTS, "documentation")]

import package
import symbols

PROJECT = {
    "title": "Shop", "author": "Ann", "address": "https://example.com/Shop", "version": "1.0.0", "summary": "Sells.",
    "modules": {"Shop": "Makes `requests`."},
    "categories": {"Guides": ["errors", "paging"], "Bodies": ["URLRequest", "Shop/Bodies"]},
    "members": {"Body": {"Making": ["json"]}}}
FILES = {
    "README.md": "# Shop\n\n[Errors](Documentation/Guides/errors.md), [how](#how-it-works)\n\n## How it works\n",
    "CONTRIBUTING.md": "# Contributing\n",
    "Documentation/Guides/errors.md": "# Errors & all\n\n## What `load` throws\n\n[Pages](paging.md)\n",
    "Documentation/Pictures/retry.svg": "<svg/>",
    "Documentation/Guides/paging.md": "# Paging\n\n[Errors](errors.md#what-load-throws), `Body`\n"}


def symbol(path, text="What it is.", kind="swift.struct", extends=None, folder="Shop/Bodies", **more):
    """Returns an entry of a symbol graph."""
    entry = {
        "pathComponents": path.split("/"), "kind": {"identifier": kind}, "identifier": {"precise": f"s:{path}"},
        "location": {"uri": f"file:///x/Sources/{folder}/File.swift", "position": {"line": 1}}, **more}
    if text is not None:
        entry["docComment"] = {"lines": [{"text": text}]}
    if extends is not None:
        entry["swiftExtension"] = {"extendedModule": extends}
    return entry


SYMBOLS = [
    symbol("Body"), symbol("Body/json(_:)", kind="swift.method"),
    symbol("URLRequest", None, kind="swift.extension", extends="Foundation"),
    symbol("URLRequest/curlCommand", kind="swift.property", extends="Foundation")]


class RepositoryTests(unittest.TestCase):
    """Tests that run in a small repository, which has no faults at first."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        for path, text in FILES.items():
            package.write(path, text)

    def read(self, entries=SYMBOLS, relationships=()):
        """Writes a symbol graph with these entries, and returns its symbols."""
        graph = {"symbols": entries, "relationships": list(relationships)}
        package.write("graphs/Shop/Shop.symbols.json", json.dumps(graph))
        return symbols.read("graphs", ["Shop"])
