"""Writes Documentation/Performance.md from what was measured last, and the picture in it; or prints it.

    report.py [--print]
"""

import os
import sys

import machine
import plot
import tables
import targets
from results import Missing, Results
from tables import DOWNLOAD, GROWING, LOADS, REQUESTS, UPLOAD

DOCUMENTATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Documentation")

TOP = """# Performance

What it costs to use the library, beside the same by hand. `make bench-report` has measured all of it and written this
page. The time of a machine depends on what else it does: read the ratios, and measure on your own.
"""

TARGETS = """## Targets

What is compared was run in turn, round after round. A figure of time is the median of its rounds; beside it stands
where the middle half of them lies.
"""

BUILDING = """## Building a request

The floor is the least that Foundation allows: everything that can be is encoded beforehand, and there is one
`URL(string:)`, one `URLRequest(url:)`, one assignment of `httpMethod` unless it is GET, and one of
`allHTTPHeaderFields` if there are header fields. Bodies are made each time: JSON by a shared encoder with the options
of `HTTPBody.json`, multipart with a new boundary. The floor checks nothing and escapes nothing, and its URL is a
literal; with one that is put together at run time, from parts that are encoded already, it is a row of its own. The
usual way is `appendingPathComponent`, `URLComponents` and `setValue`. Every other way is the library, for the same
request.

A ratio is that to the floor. Instructions were counted by callgrind, allocations by standing before `malloc`: neither
depends on how busy the machine is.
"""

GROWTH = """## Growth

![How the time of a request grows with its query items and header fields](performance-growth.svg)

Both axes are logarithmic: where two curves stay as far apart, their ratio stays the same. `URLRequest` on Linux keeps
the dictionary of header fields that it is given, so there the floor does not grow. The library looks at each name and
value.
"""

LOADING = """## Loading

A small JSON object from a server on this machine, in a process of its own, decoded. By hand, plain, is `data(for:)`,
a look at the status, and a decoder. By hand, careful, keeps the promises of the controller that can be kept in a few
files: a deadline for the whole call, one outcome, cancelling at once, a limit of size, redirects by RFC 9110 that
take no credential to another origin, 401 as a response, errors by kind; it is in `Benchmarks/Sources/Loading/ByHand`.
`URLSessionTransport` by hand is the transport of the library without the controller. All sessions have the same
configuration. By hand with async-http-client is `execute` with a deadline, `collect` with a limit, a look at the
status, and a decoder. What is over `URLSession` and what is over async-http-client ran in a process each.
"""

MIDDLEWARE = """### Middleware

Middleware that does nothing, over a transport that answers from memory.
"""

DECODING = """### Decoding

An array of small objects, from its bytes.
"""

TRANSFERS = """### Downloads and uploads

To a file and from one, each transfer in a process of its own. Memory is the most that the process held, less what it
held before the transfer began; the most of all rounds. By hand, each chunk is written when it arrives, and ratios are
to that; `download(from:)` leaves it to `URLSession`. Uploads by hand are `upload(for:fromFile:)`, and a body that
reads the file in chunks.
"""

FOOTPRINT = """## Build time and size

The clean build begins with nothing built; it is the time of the whole command. The small program makes one request, and
is linked against the Foundation of the system either way.
"""


def growth_picture(results):
    def curves(name):
        ways = {"floor": "floor", "struct": "the library", "usual way": "usual way"}
        sizes = results.sizes(name)
        return [(shown, [(n, results.value(name, way, "ns", n)) for n in sizes]) for way, shown in ways.items()]

    return plot.svg([(f"time of a request, by number of {name}", curves(name)) for name in GROWING])


def measured(results, *parts):
    """The parts of a section, but for tables of what was not measured; nothing if that is all of them."""
    found = []
    for make in parts[1:]:
        try:
            found.append(make(results))
        except Missing:
            continue
    return [parts[0], *found] if found else []


def rounds(results):
    names = {
        "requests": REQUESTS[0], "loads": LOADS[0], "middleware": "middleware", "downloads and uploads": DOWNLOAD,
    }
    counts = [f"{what} {results.rounds(name)}" for what, name in names.items() if name in results.names()]
    return f"Rounds: {', '.join(counts)}.\n"


def page(results):
    decoding = next((name for name in results.names() if name.startswith("decoding")), "decoding")
    yield TOP
    yield tables.table(["", ""], machine.rows()).replace("---:", "---")
    yield rounds(results)
    yield from [TARGETS, tables.table(["measure", "target", "measured", "middle half", "met"], targets.rows(results))]
    yield BUILDING
    yield from (tables.request(results, name) for name in REQUESTS)
    yield GROWTH
    yield from (tables.growth(results, name, unit) for name in GROWING for unit in ("ns", "instructions"))
    yield from measured(results, LOADING, tables.loads)
    yield from measured(results, MIDDLEWARE, tables.middleware)
    yield from measured(results, DECODING, lambda found: tables.decoding(found, decoding))
    yield from measured(
        results, TRANSFERS, *(lambda found, name=name: tables.transfers(found, name) for name in (DOWNLOAD, UPLOAD)))
    yield from measured(results, FOOTPRINT, tables.footprint)


def main():
    results = Results.load()
    try:
        text, picture = "\n".join(page(results)), growth_picture(results)
    except Missing as missing:
        sys.exit(f"There is nothing to report yet: {missing}.")
    if sys.argv[1:] == ["--print"]:
        print(text)
        return
    os.makedirs(DOCUMENTATION, exist_ok=True)
    with open(os.path.join(DOCUMENTATION, "Performance.md"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(DOCUMENTATION, "performance-growth.svg"), "w", encoding="utf-8") as file:
        file.write(picture)


main()
