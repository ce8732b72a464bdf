"""Copies of the guides and of the README, with links as the pages of a site need them."""

import html
import os
import posixpath
import re

from configuration import Mistake
from pages import Page, is_outside, resolved

FOLDER = "Documentation/Guides"
# Kinds of Swift that are told apart for the sake of the compiler alone.
SWIFT = re.compile(r"^( *```)swift-[a-z-]+$", re.MULTILINE)


def guide(name):
    return f"{FOLDER}/{name}.md"


def guides():
    """The names of the guides that there are."""
    pages = os.listdir(FOLDER) if os.path.isdir(FOLDER) else []
    return sorted(page[: -len(".md")] for page in pages if page.endswith(".md"))


def copy(page, site):
    """The text of a page for a site, which says how it links to a page of its own."""

    def rewritten(target):
        if is_outside(target):
            return target
        path, anchor = resolved(page.path, target)
        if path not in site.pages:
            return site.web + "/" + path + (f"#{anchor}" if anchor else "")
        headings = Page(path).anchors()
        if anchor and anchor not in headings:
            raise Mistake(f"{page.path}: the link {target} leads to no heading")
        return site.link(path, headings.get(anchor))

    return SWIFT.sub(r"\1swift", page.with_links(rewritten))


class Jazzy:
    """The site that jazzy makes: all pages in one folder, called by the names of their files."""

    def __init__(self, web):
        self.web = web
        self.pages = ["README.md", *map(guide, guides())]

    def link(self, path, heading):
        page = "index" if path == "README.md" else posixpath.basename(path)[: -len(".md")]
        return page + ".html" + (f"#{self.anchor(heading)}" if heading else "")

    def anchor(self, heading):
        """What jazzy makes of the HTML of a heading: all that is no word becomes a hyphen, and so do tags."""
        # As the Markdown library of jazzy writes it, an apostrophe has another number.
        text = html.escape(heading).replace("&#x27;", "&#39;")
        text = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
        return re.sub(r"\W+", "-", text).lower().removeprefix("-").removesuffix("-")


class DocC:
    """The site that DocC makes, of which the guides are articles."""

    def __init__(self, web):
        self.web = web
        self.pages = [*map(guide, guides())]

    def link(self, path, heading):
        anchor = "#" + re.sub(r"\s+", "-", heading.replace("`", "")) if heading else ""
        return f"doc:{posixpath.basename(path)[: -len('.md')]}{anchor}"
