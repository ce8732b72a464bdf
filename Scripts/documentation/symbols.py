"""The public symbols, from symbol graphs: their documentation, and their places on the sites."""

import collections
import glob
import json
import os

import package

IMPLIED = {"s:s8CopyableP", "s:s9EscapableP", "s:s16SendableMetatypeP"}


class Mistake(Exception):
    """Something wrong with the documentation, in words for its author."""


class Symbol:
    """A public symbol."""

    def __init__(self, module, entry):
        self.module = module
        self.path = entry["pathComponents"]
        self.identifier = entry["identifier"]["precise"]
        self.kind = entry["kind"]["identifier"].removeprefix("swift.")
        self.declaration = " ".join("".join(part["spelling"] for part in entry.get("declarationFragments", [])).split())
        # An extension of another module's type, as a whole, has no place for a comment of its own.
        self.is_extension = self.kind == "extension"
        # The module of the type that it is added to, if that is another one.
        self.extends = entry.get("swiftExtension", {}).get("extendedModule", module)
        location = entry.get("location", {})
        self.place = location.get("uri", ""), location.get("position", {}).get("line", 0)
        # The folder in Sources.
        self.folder = os.path.dirname(self.place[0].rpartition("/Sources/")[2])
        lines = [line["text"].strip() for line in entry.get("docComment", {}).get("lines", [])]
        self.is_documented = any(lines)
        # The first line that says something.
        self.summary = next(filter(None, lines), "")


def graphs(folder):
    return sorted(glob.glob(os.path.join(glob.escape(folder), "*.symbols.json")))


def read(folder, modules):
    """The public symbols of the modules, each of which has a folder in this one."""
    found = []
    for module in modules:
        paths = graphs(f"{folder}/{module}")
        if f"{folder}/{module}/{module}.symbols.json" not in paths:
            raise Mistake(f"{folder} has no symbol graph of {module}")
        for path in paths:
            with open(path, encoding="utf-8") as file:
                found += [Symbol(module, entry) for entry in json.load(file)["symbols"] if is_offered(entry)]
    return found


def is_offered(entry):
    """False for what is declared only to give the compiler something to say, which is all that is deprecated."""
    return not any(item.get("isUnconditionallyDeprecated") for item in entry.get("availability", []))


def undocumented(symbols):
    return [
        f"{symbol.module}: {'.'.join(symbol.path)} has no documentation"
        for symbol in symbols if not (symbol.is_documented or symbol.is_extension)]


def folders(symbols):
    """The folder of each symbol that is not a member, and of what is added to each type of another module."""
    found = {}
    for symbol in sorted(symbols, key=lambda symbol: (len(symbol.path), symbol.place)):
        if symbol.folder:
            found.setdefault(symbol.path[0], symbol.folder)
    return found


def categories(project, symbols, guides):
    """The names in each category that has any, folders replaced by what they hold; and what is wrong with that."""
    places, listed, found = collections.defaultdict(list), {}, []
    top = folders(symbols)
    named = {entry for entries in project["categories"].values() for entry in entries}
    for category, entries in project["categories"].items():
        listed[category] = []
        if category.lower() in guides:
            found.append(f"the category {category} has the name of a guide, and so do their pages")
        for entry in entries:
            names = [entry] if entry in top or entry in guides else []
            if "/" in entry:
                names = sorted(name for name, folder in top.items() if f"{folder}/".startswith(entry.rstrip("/") + "/"))
                names = [name for name in names if name not in named and name not in places]
            if not names and not os.path.isdir(f"Sources/{entry}"):
                found.append(f"the category {category} names {entry}, which is neither a symbol, a folder nor a guide")
            for name in names:
                places[name].append(category)
            listed[category] += names
    found += [f"{name} is in no category" for name in sorted({*top, *guides} - {*places})]
    found += [f"{name} has more than one place: {', '.join(names)}" for name, names in places.items() if len(names) > 1]
    listed = {category: names for category, names in listed.items() if names}
    return listed, [f"{package.PROJECT}: {sentence}" for sentence in found]


def ordered_members(project, symbols):
    """The members of types for which project.toml has an order: type, then heading, then symbols."""
    found = {}
    for type_name, groups in project.get("members", {}).items():
        members = sorted((s for s in symbols if len(s.path) == 2 and s.path[0] == type_name), key=lambda s: s.place)
        found[type_name] = {
            heading: [s for name in names for s in members if s.path[1].partition("(")[0] == name]
            for heading, names in groups.items()}
        for heading, group in found[type_name].items():
            if not group:
                raise Mistake(f"{package.PROJECT}: {type_name} has no members for “{heading}”")
    return found


def tidy(folder, ranks=None):
    """Takes out of symbol graphs what both sites would show and no author wrote.

    With the ranks of members by identifier, the graphs become those for jazzy.
    """
    for path in graphs(folder):
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        hidden = {entry["identifier"]["precise"] for entry in graph["symbols"] if not is_offered(entry)}
        graph["symbols"] = [entry for entry in graph["symbols"] if is_offered(entry)]
        # What nearly every type conforms to without saying so.
        graph["relationships"] = [
            link for link in graph["relationships"]
            if not (link["kind"] == "conformsTo" and link["target"] in IMPLIED) and link["source"] not in hidden]
        types = {tuple(entry["pathComponents"]): _constraints(entry, "swiftGenerics") for entry in graph["symbols"]}
        for entry in graph["symbols"]:
            fragments = entry.get("declarationFragments", [])
            # An underscored protocol, and the colon before it.
            if fragments and fragments[-1]["spelling"].startswith("_") and fragments[-1]["kind"] == "typeIdentifier":
                del fragments[-2:]
            # jazzy would take a requirement of an opaque parameter for a condition of the extension.
            generics = _constraints(entry, "swiftGenerics")
            generics[:] = [constraint for constraint in generics if not constraint["lhs"].startswith("some ")]
            # DocC would say at each member what its type demands anyway.
            demanded = types.get(tuple(entry["pathComponents"][:-1]), [])
            extension = _constraints(entry, "swiftExtension")
            extension[:] = [constraint for constraint in extension if constraint not in demanded]
            if ranks is not None:
                _for_jazzy(entry, ranks)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(graph, file)


def _for_jazzy(entry, ranks):
    # It looks for the documentation of parameters by their labels, and drops what it does not find.
    for parameter in entry.get("functionSignature", {}).get("parameters", []):
        parameter["name"] = parameter.get("internalName", parameter["name"])
    # It sorts members by the paths of their files: of equal paths, that with more dots comes first.
    rank = ranks.get(entry["identifier"]["precise"])
    if rank is not None and "location" in entry:
        location = entry["location"]
        location["uri"] = location["uri"].replace("/Sources/", "/" + "./" * (len(ranks) - rank) + "Sources/")


def _constraints(entry, key):
    return entry.get(key, {}).get("constraints", [])
