"""Reads Markdown: its headings and links, and which of them lead nowhere."""

import os
import posixpath
import re
import urllib.parse

import package

FENCED = re.compile(r"(^ *```.*?^ *```[^\n]*(?:\n|\Z))", re.MULTILINE | re.DOTALL)
# Code in a line comes first, because what looks like a link in it is none.
LINK = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<text>\[(?:[^\[\]]|\[[^\[\]]*\])*\])\((?P<target>[^()\s]+)\)",
    re.DOTALL)
# A link whose target stands elsewhere would be neither checked nor rewritten.
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)? *$", re.MULTILINE)


class Page:
    """A page of Markdown, at a path from the root of the repository, which is the current folder."""

    def __init__(self, path):
        self.path = path
        # Prose and blocks of code in turn.
        self.parts = FENCED.split(package.read(path))

    @property
    def title(self):
        return next(iter(self.headings()), None)

    def headings(self):
        """All headings, as they are written."""
        return [heading for prose in self.parts[::2] for heading in HEADING.findall(prose)]

    def sections(self):
        """Each heading, and the text below it with its code."""
        found = []
        for index, part in enumerate(self.parts):
            texts = [part] if index % 2 else HEADING.split(part)
            if found:
                found[-1] = found[-1][0], found[-1][1] + texts[0]
            found += zip(texts[1::2], texts[2::2])
        return found

    def anchors(self):
        """The headings by the names that the web page of a repository gives them."""
        anchors = {}
        for heading in self.headings():
            # Words with hyphens, without code marks and punctuation; of links, the text.
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
            base = anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            number = 0
            while anchor in anchors:
                number += 1
                anchor = f"{base}-{number}"
            anchors[anchor] = heading
        return anchors

    def links(self):
        """The number of a line and the target of each link."""
        line = 1
        for index, part in enumerate(self.parts):
            for match in LINK.finditer(part) if index % 2 == 0 else ():
                if match["target"]:
                    yield line + part.count("\n", 0, match.start("target")), match["target"]
            line += part.count("\n")

    def with_links(self, rewritten, code):
        """The text, with the target of each link, and code in a line, replaced by what the functions make of them."""

        def replaced(match):
            if match["target"]:
                return f"{match['text']}({rewritten(match['target'])})"
            # The anchor of a heading is made of its code.
            is_heading = match.string[: match.start()].rpartition("\n")[2].startswith("#")
            return match[0] if is_heading else code(match[0])

        return "".join(part if index % 2 else LINK.sub(replaced, part) for index, part in enumerate(self.parts))


def is_outside(target):
    """Whether a link leads to another site."""
    return urllib.parse.urlsplit(target).scheme != ""


def resolved(page, target):
    """The path of the file that a link on a page leads to, from the root of the repository, and the anchor in it."""
    path, _, anchor = target.partition("#")
    if not path:
        return page, anchor
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), urllib.parse.unquote(path))), anchor


def broken_links(path):
    """What is wrong with the links on a page, in words."""
    page = Page(path)
    if any(REFERENCE.search(prose) for prose in page.parts[::2]):
        yield f"{path}: the target of a link stands apart from it; write it in parentheses after the text"
    for line, link in page.links():
        target, anchor = resolved(path, link)
        # The web page of a folder shows its README.
        shown = os.path.join(target, "README.md") if os.path.isdir(target) else target
        if is_outside(link):
            continue
        if target.startswith(("/", "..")) or not os.path.exists(target):
            yield f"{path}:{line}: the link {link} leads to no file of the repository"
        elif anchor and not (os.path.isfile(shown) and anchor in Page(shown).anchors()):
            yield f"{path}:{line}: the link {link} leads to no heading"
