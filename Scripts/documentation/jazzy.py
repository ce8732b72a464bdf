"""The site of jazzy: what jazzy reads, and what is wrong with what it wrote, whatever that is."""

import glob
import html.parser
import json
import os
import shutil
import subprocess
import urllib.parse

import guides
import library
import package
import symbols
from markdown import Page

PAGES = ".build/documentation/jazzy"
SITE = "Documentation/html"
# Without it, phones show the page of a desktop; and wide tables, declarations and long names would widen the page.
HEAD = (
    '<meta name="viewport" content="width=device-width, initial-scale=1"><style>'
    ".breadcrumbs,.main-content{min-width:0;overflow-wrap:anywhere}"
    ".section table{display:block;overflow-wrap:normal;overflow-x:auto}.declaration pre code{white-space:pre-wrap}"
    ".tt-menu{left:auto!important;right:0}</style>")


def make(project, listed, members):
    for folder in (SITE, PAGES):
        shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["jazzy", "--config", prepare(project, listed, members)], check=True)
    check(listed)


def prepare(project, listed, members):
    """Writes the pages, tidies the graphs for jazzy, and returns the path of a configuration."""
    site, titles = guides.Jazzy(project["address"]), guides.titles()
    for path in site.pages:
        # In the list of guides, jazzy shows the names of the files.
        name = "README.md" if path == "README.md" else f"Guides/{Page(path).title}.md"
        package.write(f"{PAGES}/{name}", guides.copy(Page(path), site))
    # jazzy copies no pictures. Those that are there before it begins are also in its docsets.
    for name, text in guides.pictures().items():
        package.write(f"{SITE}/{name}", text)
    ordered = [symbol.identifier for groups in members.values() for group in groups.values() for symbol in group]
    for module in project["modules"]:
        symbols.tidy(f"{library.GRAPHS}/{module}", {identifier: rank for rank, identifier in enumerate(ordered)})
    configuration = {
        "title": project["title"], "author": project["author"], "author_url": project["address"], "theme": "fullwidth",
        "module_version": project["version"], "github_url": project["address"], "head": HEAD,
        "github_file_prefix": f"{project['address']}/blob/main", "swift_build_tool": "symbolgraph", "clean": False,
        # What it counts as undocumented are conformances that the compiler adds.
        "hide_documentation_coverage": True, "output": os.path.abspath(SITE),
        "readme": os.path.abspath(f"{PAGES}/README.md"), "documentation": os.path.abspath(f"{PAGES}/Guides/*.md"),
        "modules": [
            {"module": module, "symbolgraph_directory": os.path.abspath(f"{library.GRAPHS}/{module}")}
            for module in project["modules"]],
        "custom_categories": [
            {"name": category, "children": [titles.get(name, name) for name in names]} for category, names in listed.items()]}
    # JSON is YAML.
    package.write(f"{PAGES}/jazzy.yaml", json.dumps(configuration, indent=2))
    return f"{PAGES}/jazzy.yaml"


class Document(html.parser.HTMLParser):
    """The links of a page, and the places that links may lead to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(package.read(path))

    def handle_starttag(self, tag, attributes):
        self.links += [value for key, value in attributes if key in ("href", "src") and value]
        self.anchors |= {value for key, value in attributes if key in ("id", "name") and value}


def check(listed):
    """Names what jazzy left out, and links that lead nowhere."""
    paths = [os.path.relpath(path, SITE) for path in glob.glob(f"{SITE}/**/*.html", recursive=True)]
    # Each docset repeats the site.
    documents = {path: Document(f"{SITE}/{path}") for path in paths if not path.startswith("docsets/")}
    wanted = ["index.html", *map(guides.Jazzy.page, guides.titles().values()), *(f"{name}.html" for name in listed)]
    faults = [f"{page} is missing" for page in [*wanted, "undocumented.json"] if not os.path.exists(f"{SITE}/{page}")]
    faults += [f"{path}: what it holds has no category" for path in documents if path.startswith("Other ")]
    warnings = json.loads(package.read(f"{SITE}/undocumented.json") or '{"warnings": []}')["warnings"]
    # Those of no file are conformances that the compiler adds, which have no place for a comment.
    faults += [f"undocumented.json: {entry['symbol']}" for entry in warnings if entry["file"] is not None]
    faults += sorted({fault for path in documents for fault in broken_links(path, documents)})
    if faults:
        raise symbols.Mistake("\n".join(f"{SITE}/{sentence}" for sentence in faults))
    print(f"{SITE}: {len(documents)} pages")


def broken_links(path, documents):
    for link in documents[path].links:
        parts = urllib.parse.urlsplit(link)
        # Links of "doc:" are DocC's, and lead nowhere here.
        if parts.netloc or parts.scheme not in ("", "doc"):
            continue
        page, fragment = map(urllib.parse.unquote, (parts.path, parts.fragment))
        target = os.path.normpath(os.path.join(os.path.dirname(path), page)) if page else path
        if not os.path.exists(os.path.join(SITE, target)):
            yield f"{path}: the link {link} leads to no page"
        # A fragment that begins with a slash stands for a symbol, and is of jazzy's making.
        elif fragment and fragment[0] != "/" and target in documents and fragment not in documents[target].anchors:
            yield f"{path}: the link {link} leads to no heading"
