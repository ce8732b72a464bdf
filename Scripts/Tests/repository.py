"""A small repository in a temporary folder, for the tests of the scripts."""

import json
import os
import shutil
import sys
import tempfile
import unittest

SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SCRIPTS, "documentation"))

CONFIGURATION = """\
# A comment.
title: Endpoint
output: Documentation/html
github_file_prefix: https://example.com/Endpoint/blob/main

modules:
  - module: Endpoint
    symbolgraph_directory: .build/symbolgraphs/Endpoint

custom_categories:
  - name: Guides
    children:
      - errors
      - paging
  - name: Bodies
    children:
      - Body
      - URLRequest
"""
FILES = {
    ".jazzy.yaml": CONFIGURATION,
    "README.md": "# Endpoint\n\n[Errors](Documentation/Guides/errors.md), [how](#how-it-works)\n\n## How it works\n",
    "CONTRIBUTING.md": "# Contributing\n",
    "Documentation/Guides/errors.md": "# Errors\n\n## What `load` throws\n\n[Pages](paging.md)\n",
    "Documentation/Guides/paging.md": "# Paging\n\n[Errors](errors.md#what-load-throws)\n",
}


def symbol(path, text="What it is.", kind="swift.struct", extends=None):
    """An entry of a symbol graph."""
    entry = {"pathComponents": path.split("/"), "kind": {"identifier": kind}}
    if text is not None:
        entry["docComment"] = {"lines": [{"text": text}]}
    if extends is not None:
        entry["swiftExtension"] = {"extendedModule": extends}
    return entry


SYMBOLS = [
    symbol("Body"),
    symbol("Body/json", kind="swift.method"),
    symbol("URLRequest", None, kind="swift.extension", extends="Foundation"),
    symbol("URLRequest/curlCommand", kind="swift.property", extends="Foundation"),
]


class RepositoryTests(unittest.TestCase):
    """Tests that run in a small repository, in which nothing is wrong until they change it."""

    def setUp(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)
        for path, text in FILES.items():
            self.write(path, text)
        self.write_symbols(SYMBOLS)

    def write(self, path, text):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def write_symbols(self, symbols):
        graph = json.dumps({"module": {"name": "Endpoint"}, "symbols": symbols})
        self.write("graphs/Endpoint/Endpoint.symbols.json", graph)
