"""Checks the site that DocC wrote: its links, and what its pages show in Chromium, from a static server."""

import contextlib
import functools
import glob
import html.parser
import http.server
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading

import catalogs
import copies
import graphs
from configuration import Mistake
from pages import Page

FOLDER = "Documentation/docc"


def check_links(folder=FOLDER):
    """Whether there is a page wherever one links to another: DocC looks at those alone that somebody wrote."""
    found, count = set(), 0
    for path in glob.glob(f"{folder}/data/**/*.json", recursive=True):
        with open(path, encoding="utf-8") as file:
            references = json.load(file).get("references", {}).values()
        for target in filter(None, (reference.get("url") for reference in references)):
            page = target.partition("#")[0]
            count += 1
            if page.startswith("/") and not os.path.exists(f"{folder}/data{page}.json"):
                found.add(f"{path}: the link {target} leads to no page")
    if found or not count:
        raise Mistake("\n".join(sorted(found)) or f"{folder} has no links")
    print(f"{folder}: {count} links lead to pages")


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Shown(html.parser.HTMLParser):
    """The text of a page, and of its first heading."""

    HIDDEN = ("noscript", "script", "style")

    def __init__(self, document):
        super().__init__()
        self.text, self.heading, self._within = "", "", None
        self.feed(document)
        self.close()
        self.text, self.heading = (" ".join(text.split()) for text in (self.text, self.heading))

    def handle_starttag(self, tag, _):
        if self._within is None and (tag in self.HIDDEN or (tag == "h1" and not self.heading)):
            self._within = tag

    def handle_endtag(self, tag):
        if tag == self._within:
            self._within = None

    def handle_data(self, data):
        self.text += "" if self._within in self.HIDDEN else data
        self.heading += data if self._within == "h1" else ""


def check(configuration, symbols, chromium, folder=FOLDER):
    """Whether pages show in Chromium what they should."""
    found = []
    expected = list(_expected(configuration, symbols))
    with _served(folder) as address, _profile() as profile:
        for path, heading, texts in expected:
            shown = Shown(_rendered(chromium, profile, address + path))
            if shown.heading != heading:
                found.append(f"{path} is headed “{shown.heading}” in place of “{heading}”")
            found += [f"{path} does not show: {text}" for text in texts if text not in shown.text]
    if found:
        raise Mistake("\n".join(f"{folder}{sentence}" for sentence in found))
    print(f"{folder}: {len(expected)} pages show in Chromium what they should")


def _expected(configuration, symbols):
    """Paths of pages, with their headings, and something else that they show."""
    plain = functools.partial(re.sub, "`", "")
    yield "/", configuration["title"], [*configuration.modules, catalogs.GUIDES]
    names = copies.guides()
    titles = {name: plain(Page(copies.guide(name)).title) for name in names}
    yield f"/documentation/{catalogs.GUIDES.lower()}/", catalogs.GUIDES, titles.values()
    for name, title in titles.items():
        yield f"/documentation/{catalogs.GUIDES.lower()}/{name}/", title, []
    for module in configuration.modules:
        page = f"/documentation/{module.lower()}/"
        own = graphs.top_level(symbol for symbol in symbols if symbol.module == symbol.extends == module)
        yield page, module, [plain(catalogs.SUMMARIES[module]), *own]
        # One type of each module stands for all.
        first = next(child for _, children in configuration.categories for child in children if child in own)
        summary = next(symbol.summary for symbol in symbols if symbol.path == [first])
        yield f"{page}{first.lower()}/", first, [plain(summary)]


@contextlib.contextmanager
def _served(folder):
    handler = functools.partial(Handler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@contextlib.contextmanager
def _profile():
    """A folder for what Chromium keeps, which it may still write to as it ends."""
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _rendered(chromium, profile, address):
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
    command = [chromium, *options, "--virtual-time-budget=10000", "--dump-dom", address]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise Mistake(f"{address}: {chromium} failed: {error.stderr}") from error
    return result.stdout
