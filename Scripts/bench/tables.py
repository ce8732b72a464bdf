"""Tables of what was measured."""

from results import Missing
from targets import (
    CAREFUL, CLIENT, CLIENT_BY_HAND, DOWNLOAD, LOADS, PLAIN, SESSION, SESSION_BY_HAND, SESSION_TRANSPORT,
)

REQUESTS = [
    "bare GET", "GET with path, 3 query items, 3 header fields", "POST of JSON", "POST of a form",
    "POST of multipart with 4 parts",
]
GROWING = ["query items", "header fields"]
UPLOAD = "upload of 500 MB"


def table(head, rows):
    """Markdown, with every column but the first to the right."""
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in [head, rule, *rows]) + "\n"


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def shown(measure, form):
    """What was measured, or nothing where it was not."""
    try:
        return form.format(measure())
    except Missing:
        return ""


def request(results, name):
    def row(way):
        yield way
        for unit in "ns", "instructions", "allocations":
            yield shown(lambda: number(results.value(name, way, unit)), "{}")
            yield shown(lambda: results.ratio(name, way, "floor", unit), "{:.2f}")

    head = [name, "ns", "ratio", "instructions", "ratio", "allocations", "ratio"]
    return table(head, [row(way) for way in results.ways(name)])


def growth(results, name, unit):
    def row(way):
        yield way
        for size in results.sizes(name):
            yield shown(lambda: number(results.value(name, way, unit, size)), "{}")

    return table([f"{name}, {unit}", *results.sizes(name)], [row(way) for way in results.ways(name)])


def loads(results):
    def row(way):
        return [way, *(shown(lambda: results.value(name, way, "us"), "{:.1f} us") for name in LOADS)]

    def ratio(way, other):
        cells = (shown(lambda: results.ratio(name, way, other, "us"), "{:.2f}") for name in LOADS)
        return [f"{way} / {other}", *cells]

    pairs = [(SESSION, PLAIN), (SESSION, CAREFUL), (SESSION, SESSION_TRANSPORT), (CLIENT, CLIENT_BY_HAND)]
    head = ["time of a load", *(name.removeprefix("loads, ") for name in LOADS)]
    return table(head, [row(way) for way in results.ways(LOADS[0])] + [ratio(*pair) for pair in pairs])


def middleware(results):
    sizes = results.sizes("middleware")
    times = [f"{results.value('middleware', 'controller', 'us', size):.2f} us" for size in sizes]
    return table(["middlewares", *sizes], [["time of a load", *times]])


def transfers(results, name):
    session = SESSION_BY_HAND if name == DOWNLOAD else "URLSession by hand, upload(for:fromFile:)"
    by_hand = {SESSION: session, CLIENT: CLIENT_BY_HAND}

    def row(way):
        yield way
        yield f"{results.value(name, way, 's'):.2f} s"
        yield f"{results.ratio(name, way, by_hand[way], 's'):.2f}" if way in by_hand else ""
        yield f"{results.peak(name, way, 'MiB'):.0f} MiB"

    return table([name, "time", "ratio to by hand", "memory"], [row(way) for way in results.ways(name)])


def decoding(results, name):
    ways = results.ways(name)
    rows = [
        [way, f"{results.value(name, way, 'ns') / 1e6:.0f} ms", f"{results.ratio(name, way, ways[0], 'ns'):.3f}"]
        for way in ways
    ]
    return table([name, "time", "ratio"], rows)


def footprint(results):
    seconds = results.value("clean debug build", "product Endpoint", "s")
    sizes = {
        way: results.value("stripped release binary", way, "bytes")
        for way in results.ways("stripped release binary")
    }
    rows = [["clean debug build of the product `Endpoint`", f"{seconds:.1f} s"]]
    rows += [[f"stripped release binary of a small program, {way}", f"{size:,} bytes"] for way, size in sizes.items()]
    rows += [["what the library adds to it", f"{sizes['Endpoint'] - sizes['Foundation alone']:,} bytes"]]
    return table(["", ""], rows)
