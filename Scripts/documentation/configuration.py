"""Reads .jazzy.yaml, which says what is documented, and in which order, on every site.

It is read in just the form that it has, so that no YAML library is needed. Anything else in it is an error.
"""

import re

VALUE = re.compile(r"([a-z_]+): (\S.*)\n")
MODULE = re.compile(r"  - module: (\w+)\n    symbolgraph_directory: (\S+)\n")
CATEGORY = re.compile(r"  - name: (\S.*)\n    children:\n((?:      - [^\s:#'\"]+\n)+)")


class Mistake(Exception):
    """Something wrong with what is documented, in words for whoever wrote it."""


class Configuration:
    """What .jazzy.yaml says."""

    def __init__(self, path=".jazzy.yaml"):
        self.path = path
        with open(path, encoding="utf-8") as file:
            numbered = [(number, line.rstrip()) for number, line in enumerate(file, 1)]
        numbered = [(number, line) for number, line in numbered if line and not line.startswith("#")]
        self._numbers = [number for number, _ in numbered]
        self._text = "".join(line + "\n" for _, line in numbered)
        self._position = 0

        self.values = dict(self._take(VALUE))
        self._take(re.compile(r"()()modules:\n"))
        # Each module, with the folder of its symbol graphs.
        self.modules = dict(self._take(MODULE))
        self._take(re.compile(r"()()custom_categories:\n"))
        # Each category, with its children.
        self.categories = [(name, re.findall(r"- (.+)", children)) for name, children in self._take(CATEGORY)]
        if self._position != len(self._text):
            raise self._unexpected()

    def _take(self, form):
        """As many of this form as follow each other here; at least one is expected."""
        found = []
        while match := form.match(self._text, self._position):
            found.append(match.groups())
            self._position = match.end()
        if not found:
            raise self._unexpected()
        return found

    def _unexpected(self):
        rest = self._text[self._position :].splitlines()
        if not rest:
            return Mistake(f"{self.path} ends before it has all that is expected")
        number = self._numbers[-len(rest)]
        return Mistake(f"{self.path}:{number}: this is not of the form that is expected here: {rest[0]}")

    def __getitem__(self, key):
        if key not in self.values:
            raise Mistake(f"{self.path} has no “{key}”")
        return self.values[key]
