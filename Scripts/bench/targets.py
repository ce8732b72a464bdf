"""What is aimed at, and whether it is reached."""

from statistics import median, quantiles

from results import Missing

LIST = "GET with path, 3 query items, 3 header fields"
LOADS = ["loads, one after the other", "loads, 32 in flight", "loads, 256 in flight"]
CAREFUL, PLAIN = "URLSession by hand, careful", "URLSession by hand, plain"
SESSION, CLIENT = "controller over URLSessionTransport", "controller over AsyncHTTPClientTransport"
SESSION_TRANSPORT = "URLSessionTransport by hand"
CLIENT_BY_HAND = "async-http-client by hand"
SESSION_BY_HAND, SESSION_TASK = "URLSession by hand, chunk by chunk", "URLSession by hand, download(from:)"
DOWNLOAD = "download of 500 MB"
TIME, INSTRUCTIONS = "ns", "instructions"


class Target:
    """A measure, the most that it is to be, and what it is in each round."""

    def __init__(self, measure, limit, measured, unit=""):
        self.measure, self.limit, self.measured, self.unit = measure, limit, measured, unit

    def row(self, results):
        """The measure, its target, what was measured, the middle half of the rounds, and whether it is met."""
        target = f"at most {self.limit}{self.unit}"
        try:
            values = self.measured(results)
        except Missing:
            return [self.measure, target, "not measured", "", ""]
        value = median(values)
        spread = ""
        if len(values) > 1:
            low, _, high = quantiles(values, n=4, method="inclusive")
            spread = f"{low:.2f} to {high:.2f}"
        met = "yes" if value <= self.limit else "**missed**"
        return [self.measure, target, f"{value:.2f}{self.unit}", spread, met]


def ratio(name, way, other, unit):
    return lambda results: results.ratios(name, way, other, unit)


def building():
    for floor in "floor", "floor, URL put together at run time":
        yield Target(f"{LIST}, against the {floor}, time", 1.3, ratio(LIST, "struct", floor, TIME))
        yield Target(f"{LIST}, against the {floor}, instructions", 1.4, ratio(LIST, "struct", floor, INSTRUCTIONS))
    yield Target("bare GET, against the floor, time", 1.4, ratio("bare GET", "struct", "floor", TIME))
    yield Target("bare GET, against the floor, instructions", 1.4, ratio("bare GET", "struct", "floor", INSTRUCTIONS))
    yield Target("POST of JSON, against the floor, time", 1.2, ratio("POST of JSON", "struct", "floor", TIME))
    for way in "enum with 12 cases", "class":
        yield Target(f"{way}, against the same as a struct, time", 1.15, ratio(LIST, way, "struct", TIME))
    yield Target(
        "one more query item among many (64 to 256), against among few (4 to 64), time", 1.2,
        lambda results: results.growths("query items", "struct", TIME))


def loading():
    for loads in LOADS:
        yield Target(f"{loads}: {SESSION}, against careful code by hand", 1.05, ratio(loads, SESSION, CAREFUL, "us"))
    for loads in LOADS:
        yield Target(
            f"{loads}: {SESSION}, against the transport by hand", 1.05, ratio(loads, SESSION, SESSION_TRANSPORT, "us"))
    for loads in LOADS:
        yield Target(f"{loads}: {SESSION}, against plain `data(for:)`", 1.15, ratio(loads, SESSION, PLAIN, "us"))
    for loads in LOADS:
        yield Target(f"{loads}: {CLIENT}, against by hand", 1.05, ratio(loads, CLIENT, CLIENT_BY_HAND, "us"))
    for way, by_hand in (SESSION, SESSION_BY_HAND), (SESSION, SESSION_TASK), (CLIENT, CLIENT_BY_HAND):
        yield Target(f"{DOWNLOAD}: {way}, against {by_hand}, time", 1.1, ratio(DOWNLOAD, way, by_hand, "s"))
    for way in SESSION, CLIENT:
        yield Target(
            f"{DOWNLOAD}: {way}, memory above the start, the most of all rounds", 64,
            lambda results, way=way: [results.peak(DOWNLOAD, way, "MiB")], " MiB")
    yield Target(
        "each further middleware, from 1 to 20", 1,
        lambda results: results.steps("middleware", "controller", "us", 1, 20), " us")


def rows(results):
    return [target.row(results) for target in [*building(), *loading()]]
