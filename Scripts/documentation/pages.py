"""Reads Markdown: its headings and links, and which of them lead nowhere."""

import os
import posixpath
import re
import urllib.parse

FENCE = re.compile(r"^ *```", re.MULTILINE)
# Code in a line comes first, because what looks like a link in it is none.
LINK = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<text>\[(?:[^\[\]]|\[[^\[\]]*\])*\])\((?P<target>[^()\s]+)\)",
    re.DOTALL,
)
# A link whose target stands elsewhere would be neither checked nor rewritten.
REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)? *$", re.MULTILINE)


class Page:
    """A page of Markdown, at a path from the root of the repository, which is the current folder."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()

    @property
    def title(self):
        return next(iter(self.headings()), None)

    def headings(self):
        """All headings, as they are written."""
        return [heading for prose, _ in self._parts() for heading in HEADING.findall(prose)]

    def anchors(self):
        """The headings by the names that the web page of a repository gives them."""
        anchors = {}
        for heading in self.headings():
            base = anchor = repository_anchor(heading)
            number = 0
            while anchor in anchors:
                number += 1
                anchor = f"{base}-{number}"
            anchors[anchor] = heading
        return anchors

    def has_references(self):
        return any(REFERENCE.search(prose) for prose, _ in self._parts())

    def links(self):
        """The number of a line and the target of each link."""
        found, line = [], 1
        for prose, code in self._parts():
            for match in LINK.finditer(prose):
                if match["target"]:
                    found.append((line + prose.count("\n", 0, match.start("target")), match["target"]))
            line += (prose + code).count("\n")
        return found

    def with_links(self, rewritten):
        """The text, with the target of each link replaced by what the function makes of it."""

        def replaced(match):
            return match[0] if match["code"] else f"{match['text']}({rewritten(match['target'])})"

        return "".join(LINK.sub(replaced, prose) + code for prose, code in self._parts())

    def _parts(self):
        """Prose, each with the block of code that follows it."""
        parts, position = [], 0
        fences = iter(FENCE.finditer(self.text))
        for start in fences:
            end = next(fences, None)
            stop = len(self.text) if end is None else end.end()
            parts.append((self.text[position : start.start()], self.text[start.start() : stop]))
            position = stop
        return [*parts, (self.text[position:], "")]


def is_outside(target):
    """Whether a link leads to another site."""
    return urllib.parse.urlsplit(target).scheme != ""


def resolved(page, target):
    """The path of the file that a link on a page leads to, from the root of the repository, and the anchor in it."""
    path, _, anchor = target.partition("#")
    if not path:
        return page, anchor
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), urllib.parse.unquote(path))), anchor


def repository_anchor(heading):
    """What a repository's web page calls a heading: words with hyphens, without code marks and punctuation."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def broken_links(path):
    """What is wrong with the links on a page, in words."""
    page, found = Page(path), []
    if page.has_references():
        found.append(f"{path}: the target of a link stands apart from it; write it in parentheses after the text")
    for line, link in page.links():
        if is_outside(link):
            continue
        target, anchor = resolved(path, link)
        if target.startswith(("/", "..")) or not os.path.exists(target):
            found.append(f"{path}:{line}: the link {link} leads to no file of the repository")
            continue
        # The web page of a folder shows its README.
        shown = os.path.join(target, "README.md") if os.path.isdir(target) else target
        if anchor and not (os.path.isfile(shown) and anchor in Page(shown).anchors()):
            found.append(f"{path}:{line}: the link {link} leads to no heading")
    return found
