"""Checks the site that jazzy wrote, which exits with 0 whatever it left out."""

import glob
import html.parser
import json
import os
import urllib.parse

import copies
from configuration import Mistake


class Document(html.parser.HTMLParser):
    """The links of a page, the places that links may lead to, and its text."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.text = [], set(), ""
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.close()

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("href", "src") and value:
                self.links.append(value)
            elif key in ("id", "name") and value:
                self.anchors.add(value)

    def handle_data(self, data):
        self.text += data


def check(configuration):
    folder = configuration["output"]
    paths = [os.path.relpath(path, folder) for path in glob.glob(f"{folder}/**/*.html", recursive=True)]
    # Each docset repeats the site.
    documents = {path: Document(os.path.join(folder, path)) for path in paths if not path.startswith("docsets/")}
    found = _undocumented(folder) + _categories(configuration, documents) + _links(folder, documents)
    if found:
        raise Mistake("\n".join(f"{folder}/{sentence}" for sentence in found))
    print(f"{folder}: {len(documents)} pages")


def _undocumented(folder):
    path = os.path.join(folder, "undocumented.json")
    if not os.path.exists(path):
        return ["undocumented.json is missing"]
    with open(path, encoding="utf-8") as file:
        warnings = json.load(file)["warnings"]
    # Those of no file are conformances that the compiler adds, which have no place for a comment.
    return [f"undocumented.json: {entry['symbol']}" for entry in warnings if entry["file"] is not None]


def _categories(configuration, documents):
    found = [f"{path}: what it holds has no category" for path in documents if path.startswith("Other ")]
    for name in ["index", *copies.guides()]:
        if f"{name}.html" not in documents:
            found.append(f"{name}.html is missing")
    for name, children in configuration.categories:
        if f"{name}.html" not in documents:
            found.append(f"{name}.html is missing")
            continue
        text = documents[f"{name}.html"].text
        found += [f"{name}.html says nothing of {child}" for child in children if child not in text]
    return found


def _links(folder, documents):
    found = []
    for path, document in documents.items():
        for link in document.links:
            parts = urllib.parse.urlsplit(link)
            # Those of "doc:" are DocC's, and lead nowhere here.
            if parts.netloc or parts.scheme not in ("", "doc"):
                continue
            target = urllib.parse.unquote(parts.path)
            target = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(os.path.join(folder, target)):
                found.append(f"{path}: the link {link} leads to no page")
            # What begins with a slash stands for a symbol, and is of jazzy's making.
            elif parts.fragment and not parts.fragment.startswith("/") and target in documents:
                if urllib.parse.unquote(parts.fragment) not in documents[target].anchors:
                    found.append(f"{path}: the link {link} leads to no heading")
    return sorted(set(found))
