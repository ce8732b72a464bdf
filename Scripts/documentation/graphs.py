"""Reads symbol graphs: which symbols are public, and which of them are documented."""

import glob
import json
import os

from configuration import Mistake


class Symbol:
    """A public symbol."""

    def __init__(self, module, entry):
        self.module = module
        self.path = entry["pathComponents"]
        # An extension of another module's type, as a whole, has no place for a comment of its own.
        self.is_extension = entry["kind"]["identifier"] == "swift.extension"
        # The module of the type that it is added to, if that is another one.
        self.extends = entry.get("swiftExtension", {}).get("extendedModule", module)
        lines = [line["text"].strip() for line in entry.get("docComment", {}).get("lines", [])]
        self.is_documented = any(lines)
        # The first line that says something.
        self.summary = next(filter(None, lines), "")


def read(folder, modules):
    """The public symbols of the modules, each of which has a folder in this one."""
    symbols = []
    for module in modules:
        paths = sorted(glob.glob(os.path.join(glob.escape(folder), module, "*.symbols.json")))
        if os.path.join(folder, module, f"{module}.symbols.json") not in paths:
            raise Mistake(f"{folder} has no symbol graph of {module}")
        for path in paths:
            with open(path, encoding="utf-8") as file:
                symbols += [Symbol(module, entry) for entry in json.load(file)["symbols"]]
    return symbols


def top_level(symbols):
    """The names of the symbols that are no members, and of the types of other modules that there are members for."""
    return {symbol.path[0] for symbol in symbols}
