"""Copies of the guides and of the README, with links as the pages of a site need them."""

import glob
import html
import os
import posixpath
import re

import package
from markdown import Page, is_outside, resolved
from symbols import Mistake

FOLDER = "Documentation/Guides"
PICTURES = "Documentation/Pictures"
# Kinds of Swift that only the compiler of the samples tells apart.
SWIFT = re.compile(r"^( *```)swift-[a-z-]+$", re.MULTILINE)


def path_of(name):
    return f"{FOLDER}/{name}.md"


def titles():
    """The titles of the guides, by the names of their files."""
    pages = os.listdir(FOLDER) if os.path.isdir(FOLDER) else []
    names = sorted(page.removesuffix(".md") for page in pages if page.endswith(".md"))
    return {name: Page(path_of(name)).title for name in names}


def pictures():
    """The texts of the pictures, by the names of their files. A site has them beside its pages."""
    return {posixpath.basename(path): package.read(path) for path in glob.glob(f"{PICTURES}/*.svg")}


def copy(page, site):
    """The text of a page for a site, which says how it links to its own pages."""

    def rewritten(target):
        if is_outside(target):
            return target
        path, anchor = resolved(page.path, target)
        if posixpath.dirname(path) == PICTURES:
            return posixpath.basename(path)
        if path not in site.pages:
            return f"{site.address}/blob/main/{path}" + (f"#{anchor}" if anchor else "")
        headings = Page(path).anchors()
        if anchor and anchor not in headings:
            raise Mistake(f"{page.path}: the link {target} leads to no heading")
        return site.link(path, headings.get(anchor))

    return SWIFT.sub(r"\1swift", page.with_links(rewritten, site.code))


class Jazzy:
    """The site that jazzy makes: all pages in one folder, named after their titles."""

    def __init__(self, address):
        self.address = address
        self.pages = ["README.md", *map(path_of, titles())]

    def link(self, path, heading):
        page = "index.html" if path == "README.md" else self.page(Page(path).title)
        return page + (f"#{self.anchor(heading)}" if heading else "")

    @staticmethod
    def page(title):
        """The file of a guide."""
        return re.sub(r"[^\w-]", "", title.lower().strip().replace(" ", "-")) + ".html"

    @staticmethod
    def anchor(heading):
        """The anchor that jazzy makes of the HTML of a heading: tags and all that is not a word become hyphens."""
        # As the Markdown library of jazzy writes it, an apostrophe has another number.
        text = html.escape(heading).replace("&#x27;", "&#39;")
        text = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
        return re.sub(r"\W+", "-", text).lower().removeprefix("-").removesuffix("-")

    def code(self, text):
        """jazzy links it by itself."""
        return text


class DocC:
    """The site that DocC makes, of which the guides are articles."""

    def __init__(self, address, symbols=()):
        self.address = address
        self.pages = [*map(path_of, titles())]
        self.modules = {s.path[0]: s.module for s in symbols if len(s.path) == 1 and s.module == s.extends}

    def link(self, path, heading):
        return f"doc:{posixpath.basename(path).removesuffix('.md')}" + (f"#{self.anchor(heading)}" if heading else "")

    @staticmethod
    def anchor(heading):
        """The anchor that DocC makes of a heading, without punctuation."""
        return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading))

    def code(self, text):
        """The name of a type as a link to its page, which another catalog has."""
        name = text.strip("`")
        return f"``/{self.modules[name]}/{name}``" if name in self.modules else text
