"""The public interface of each module, as text that a change of the interface changes."""

import json

import package
import symbols

FOLDER = "Documentation/Interface"
HEAD = "The public interface of {module}, written by `make interface`: each type with its conformances, and its members.\n\n"


def conformances(folder, module):
    """What each symbol conforms to or inherits from, by identifier, as far as an author said so."""
    found = {}
    for path in symbols.graphs(f"{folder}/{module}"):
        graph = json.loads(package.read(path))
        names = {entry["identifier"]["precise"]: ".".join(entry["pathComponents"]) for entry in graph["symbols"]}
        for link in graph["relationships"]:
            if link["kind"] in ("conformsTo", "inheritsFrom") and link["target"] not in symbols.IMPLIED:
                target = names.get(link["target"], link.get("targetFallback", link["target"])).rpartition(".")[2]
                found.setdefault(link["source"], set()).add(target)
    return found


def text(module, found, conforming):
    """The interface of a module: its symbols, sorted by their paths and declarations."""
    lines = []
    for symbol in sorted(found, key=lambda symbol: (symbol.path, symbol.declaration)):
        names = ", ".join(sorted(conforming.get(symbol.identifier, [])))
        if symbol.module == module:
            lines.append(f"{'.'.join(symbol.path)}: {symbol.declaration}" + (f" [{names}]\n" if names else "\n"))
    return HEAD.format(module=module) + "".join(lines)


def files(folder, modules, found):
    return {f"{FOLDER}/{module}.txt": text(module, found, conformances(folder, module)) for module in modules}
