"""Fills the templates of pages with what was measured last.

    report.py print    prints the pages
    report.py write    writes Documentation/Performance.md with its picture (gnuplot), and Benchmarks/Results.md
    report.py guard    fails if a ratio is above its limit in Benchmarks/thresholds.json
"""

import json
import os
import platform
import re
import subprocess
import sys
import textwrap
from datetime import date
from functools import partial
from statistics import median, quantiles

from results import FOLDER, Missing, Results

# The pages, by their templates.
PAGES = {
    "Benchmarks/Performance.template.md": "Documentation/Performance.md", "Benchmarks/Results.template.md": "Benchmarks/Results.md"}
PICTURE = "Documentation/performance-growth.svg"
FIGURE = re.compile(r"\{= (.*?)\}")
PLACE = re.compile(r"^\{(\w+)(?: ([^|}]+?)((?: \| [^|}]+)*))?\}$", re.MULTILINE)
FORMS = {"us": "{:.1f} us", "s": "{:.2f} s", "MiB": "{:.0f} MiB", "bytes": "{:,.0f} bytes"}


def table(head, rows):
    """Markdown, with every column but the first to the right."""
    rule = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in [head, rule, *rows])


def cell(results, name, way, column, size=None):
    """A figure, “unit”, or a ratio, “unit / way”; nothing where it was not measured."""
    unit, other = re.fullmatch(r"(\w+)(?: / (.*))?", column).groups()
    try:
        if other:
            return f"{median(results.ratios(name, way, other, unit)):.2f}"
        value = results.value(name, way, unit, size)
    except Missing:
        return ""
    return FORMS.get(unit, "{:,.0f}" if value >= 100 else "{:.1f}").format(value)


def ways(results, name, columns):
    """What each way of doing something takes."""
    rows = [[way, *(cell(results, name, way, column) for column in columns)] for way in results.ways(name)]
    return table([name, *columns], rows)


def growth(results, name, columns):
    """What each way takes, by how much it does."""
    sizes = results.sizes(name)
    rows = [[way, *(cell(results, name, way, columns[0], size) for size in sizes)] for way in results.ways(name)]
    return table([f"{name}, {columns[0]}", *sizes], rows)


def judged(results, path):
    """Each measure of a file with limits: what it is, its limit, and what was measured in each round."""
    measures = {
        "ratio": (results.ratios, "{}: {}, against {}, {}"), "most": (results.values, "{}: {}, the most of all rounds, {}"),
        "growth": (results.growths, "{}: {}, one more among many (64 to 256), against among few (4 to 64), {}"),
        "step": (results.steps, "{}: {}, one more, from 1 to 20, {}")}
    with open(path, encoding="utf-8") as file:
        for kind, entries in json.load(file).items():
            measure, form = measures[kind]
            for limit, *what in entries:
                try:
                    values = measure(*what)
                except Missing:
                    values = []
                yield form.format(*what), limit, values[:1] and [max(values)] if kind == "most" else values


def missed(results):
    """The targets that were missed, or not measured."""
    rows = []
    for measure, limit, values in judged(results, "Benchmarks/targets.json"):
        if values and median(values) <= limit:
            continue
        spread = [f"{quantile:,.2f}" for quantile in quantiles(values, n=4, method="inclusive")] if len(values) > 1 else []
        measured = f"{median(values):,.{0 if median(values) > 100 else 3}f}" if values else "not measured"
        rows.append([measure, f"{limit:,}", measured, " to ".join(spread[::2])])
    return table(["measure", "at most", "measured", "middle half"], rows) if rows else "None is missed."


def guard(results, path="Benchmarks/thresholds.json"):
    """A sentence for each limit that is exceeded or of no use."""
    for measure, limit, values in judged(results, path):
        if not values:
            yield f"{measure}: there is a limit, and nothing was measured."
        elif median(values) > limit:
            yield f"{measure}: {median(values):.3f}, and {limit} at most is allowed."


def machine():
    """What the figures were measured on, and with."""
    processor, system = platform.machine(), platform.platform()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            processor = (re.search(r"^model name\s*: (.*)$", file.read(), re.MULTILINE) or ["", processor])[1]
        system = f"{platform.freedesktop_os_release()['PRETTY_NAME']}, kernel {platform.release()}"
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    with open("Benchmarks/Package.resolved", encoding="utf-8") as file:
        pins = {pin["identity"]: pin["state"].get("version") for pin in json.load(file)["pins"]}
    return table(["machine", f"{processor}, {os.cpu_count()} cores, {platform.machine()}"], [
        ["system", system], ["Swift", re.search(r"Swift version (\S+)", version)[1] + ", release configuration"],
        ["packages", ", ".join(f"{name} {pins[name]}" for name in ("async-http-client", "swift-nio"))],
        ["date", date.today().isoformat()]])


def page(results, template):
    def filled(match):
        kind, name, columns = match.groups()
        if kind in ("table", "growth"):
            return (ways if kind == "table" else growth)(results, name, columns.strip(" |").split(" | "))
        return machine() if kind == "machine" else missed(results)

    names = {}
    for name in results.names():
        names.setdefault(results.rounds(name), []).append(name)
    usual = max(names, key=lambda count: len(names[count]))
    rounds = "; ".join([f"{usual}", *(f"of {', '.join(names[count])}, {count}" for count in names if count != usual)])
    with open(template, encoding="utf-8") as file:
        text = PLACE.sub(filled, file.read()).replace("{rounds}", rounds)
    return "\n\n".join(map(partial(with_figures, results), text.split("\n\n")))


def with_figures(results, paragraph):
    """The paragraph, wrapped again if it is text, because figures are shorter than their places."""
    text = FIGURE.sub(lambda match: cell(results, *re.split(r"\s*\|\s*", match[1])) or "not measured", paragraph)
    if text == paragraph or text.startswith("|"):
        return text
    return textwrap.fill(" ".join(text.split()), 120, break_long_words=False, break_on_hyphens=False)


def draw(results):
    for name in ("query items", "header fields"):
        with open(f"{FOLDER}/{name.replace(' ', '-')}.growth", "w", encoding="utf-8") as file:
            for size in results.sizes(name):
                print(size, *(results.value(name, way, "ns", size) for way in ("floor", "struct", "usual way")), file=file)
    settings = f"folder = '{FOLDER}'; output = '{PICTURE}'"
    subprocess.run(["gnuplot", "-e", settings, "Benchmarks/growth.gnuplot"], check=True)
    with open(PICTURE, encoding="utf-8") as file:
        picture = file.read()
    dark = "@media (prefers-color-scheme: dark) { svg { filter: invert(0.93) hue-rotate(180deg); } }"
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(picture.replace("<title>Gnuplot</title>", f"<title>Growth</title>\n<style>{dark}</style>"))


def main(command):
    results = Results.load()
    if command == "guard":
        sys.exit("\n".join(guard(results)) or None)
    pages = {path: page(results, template) for template, path in PAGES.items()}
    if command == "print":
        print(*pages.values(), sep="\n")
        return
    if any("not measured" in text for text in pages.values()):
        sys.exit("Not everything was measured: run make bench-report.")
    draw(results)
    for path, text in pages.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
