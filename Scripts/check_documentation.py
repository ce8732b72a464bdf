"""Lists the public symbols in symbol graphs that have no documentation, and fails if there are any.

Usage: check_documentation.py GRAPH.symbols.json ...
"""

import json
import sys

documented = 0
undocumented = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    for symbol in graph["symbols"]:
        # An extension of another module's type, as a whole, has no place for a comment of its own.
        if symbol["kind"]["identifier"] == "swift.extension":
            continue
        lines = symbol.get("docComment", {}).get("lines", [])
        if any(line["text"].strip() for line in lines):
            documented += 1
        else:
            undocumented.append(".".join(symbol["pathComponents"]))

module = graph["module"]["name"]
if undocumented:
    print(f"{module}: without documentation: {', '.join(sorted(undocumented))}", file=sys.stderr)
    sys.exit(1)
print(f"{module}: {documented} public symbols, all documented")
