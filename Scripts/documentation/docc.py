"""The site of DocC: a catalog for each module, with its symbols by category, and one for the guides."""

import glob
import json
import os
import platform
import re
import shutil
import subprocess

import guides
import library
import package
from markdown import Page
from symbols import Mistake

GUIDES = "Guides"
SITE = "Documentation/docc"
WORK = ".build/documentation/docc"
# Guides say themselves where to read on; DocC would list all others under each.
OPTIONS = "\n@Options {\n    @AutomaticSeeAlso(disabled)\n}\n"
# Marks of Markdown; of a link, the text is kept.
MARKS = re.compile(r"^ *```.*$|\[([^\]]*)\]\([^()\s]*\)|[`|*]|-{3,}", re.MULTILINE)
# DocC has no page at the root.
ROOT = """\
<!DOCTYPE html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=documentation/">
<title>{title}</title>
<a href="documentation/">Documentation</a>
"""

# The filter in the sidebar of DocC finds only what belongs to the module of the page. DocC shows an element of this name.
HEADER = """\
<script>
customElements.define("custom-header", class extends HTMLElement {{
    connectedCallback() {{
        this.innerHTML = `<nav style="padding: 0.5rem 1.25rem"><a href="{base}/documentation/">{title}: all modules</a>
            &nbsp; <a href="{base}/search/">Search</a></nav>`
    }}
}})
</script>
"""


def topics(groups):
    lists = [f"### {name}\n\n" + "\n".join(f"- {link}" for link in links) for name, links in groups.items() if links]
    return "\n## Topics\n\n" + "\n\n".join(lists) + "\n"


def module_pages(module, summary, listed, members, symbols):
    """The pages of a module, by name: its own, and those that DocC would leave out or not put in order."""
    links = {}
    # DocC has no page for an extension that adds a conformance alone.
    for symbol in (symbol for symbol in symbols if symbol.module == module and not symbol.is_extension):
        prefix = "" if symbol.extends == module else f"{symbol.extends}/"
        links.setdefault(symbol.path[0], prefix + symbol.path[0])
    groups = {name: [f"``{links[child]}``" for child in children if child in links] for name, children in listed.items()}
    # What the module adds to types of others comes last.
    groups = dict(sorted(groups.items(), key=lambda group: bool(group[1]) and all("/" in link for link in group[1])))
    yield module, f"# ``{module}``\n\n{summary}\n" + topics(groups)
    # Without a page for another module, DocC links to it, but writes none.
    for other in sorted({link.partition("/")[0] for link in links.values() if "/" in link}):
        yield f"{module}+{other}", f"# ``{module}/{other}``\n\nWhat `{module}` adds to types of `{other}`.\n"
    for name, headings in members.items():
        if links.get(name) == name:
            grouped = {
                heading: [f"``{symbol.path[1]}-{stable_hash(symbol.identifier)}``" for symbol in group if symbol.module == module]
                for heading, group in headings.items()}
            yield f"{module}+{name}Members", f"# ``{module}/{name}``\n" + topics(grouped)


def stable_hash(identifier):
    """The hash with which DocC tells overloads apart: FNV-1, folded to 24 bits, in base 36."""
    value, digits = 2_166_136_261, ""
    for byte in identifier.encode():
        value = value * 16_777_619 % 2**32 ^ byte
    value = value >> 24 ^ value & 0xFFFFFF
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def catalogs(project, listed, members, symbols):
    """The text of each file of the catalogs, by its path."""
    found = {}
    for module, summary in project["modules"].items():
        for name, text in module_pages(module, summary, listed, members, symbols):
            found[f"{module}.docc/{name}.md"] = text
    names = guides.titles()
    groups = {category: [f"<doc:{child}>" for child in children if child in names] for category, children in listed.items()}
    head = "# Guides\n\nShort pages, each of which starts from something to do.\n\n@Metadata {\n    @TechnologyRoot\n}\n"
    found[f"{GUIDES}.docc/{GUIDES}.md"] = head + topics(groups)
    site = guides.DocC(project["address"], symbols)
    for name in names:
        found[f"{GUIDES}.docc/{name}.md"] = guides.copy(Page(guides.path_of(name)), site) + OPTIONS
    return found | {f"{GUIDES}.docc/{name}": text for name, text in guides.pictures().items()}


def make(project, listed, members, symbols, base=""):
    """Writes the site, for a server that offers it under a path."""
    docc = ["xcrun", "docc"] if platform.system() == "Darwin" else ["docc"]
    if not shutil.which(docc[0]):
        raise Mistake(f"make docc needs {docc[0]}, which comes with the toolchain and is not on the path.")
    for folder in (WORK, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    for path, text in catalogs(project, listed, members, symbols).items():
        package.write(f"{WORK}/{path}", text)
    archives, found = {}, []
    # The guides name what the modules have, and modules what those before them have.
    for name in [*package.modules(), GUIDES]:
        archives[name] = f"{WORK}/{name}.doccarchive"
        command = [
            *docc, "convert", f"{WORK}/{name}.docc", "--output-path", archives[name], "--warnings-as-errors",
            "--fallback-display-name", name, "--fallback-bundle-identifier", name, "--hosting-base-path", base,
            "--transform-for-static-hosting", "--enable-experimental-external-link-support", *found]
        if name != GUIDES:
            command += [
                "--additional-symbol-graph-dir", f"{library.EXTENDED}/{name}", "--fallback-default-module-kind", "Module",
                "--checkout-path", os.getcwd(), "--source-service", "github",
                "--source-service-base-url", f"{project['address']}/blob/main"]
        library.run(*command)
        found += ["--dependency", archives[name]]
    order = [GUIDES, *project["modules"]]
    library.run(
        *docc, "merge", *(archives[name] for name in order), "--output-path", SITE, "--synthesized-landing-page-name",
        project["title"], "--synthesized-landing-page-kind", "Package", "--synthesized-landing-page-topics-style", "list")
    arrange_landing_page(project, order)
    package.write(f"{SITE}/index.html", ROOT.format(**project))
    add_search(project, base)
    check_links()
    print(f"{SITE}: to be served by any server of files, its pages under {base}/documentation/")


def add_search(project, base, folder=SITE):
    """Adds a page that searches all modules, and links to it and to the landing page on top of each page."""
    header = HEADER.format(base=base, **project)
    for path in glob.glob(f"{folder}/documentation/**/index.html", recursive=True):
        package.write(path, package.read(path).replace("<noscript>", header + "<noscript>", 1))
    page = package.read(f"{os.path.dirname(__file__)}/search.html")
    package.write(f"{folder}/search/index.html", page.replace("{base}", base).replace("{title}", project["title"]))
    package.write(f"{folder}/search/guides.json", json.dumps(list(sections()), ensure_ascii=False))


def sections():
    """The sections of the guides, as the search page reads them."""
    for name, title in guides.titles().items():
        for heading, text in Page(guides.path_of(name)).sections():
            anchor = "" if heading == title else f"#{guides.DocC.anchor(heading)}"
            text = " ".join(MARKS.sub(r"\1", text).split())
            yield {"title": heading.replace("`", ""), "place": title, "path": f"/documentation/guides/{name}{anchor}", "text": text}


def arrange_landing_page(project, order, folder=SITE):
    """Says first what the package is, then lists the guides, then the modules in their order."""
    path = f"{folder}/data/documentation.json"
    page = json.loads(package.read(path))
    page["abstract"] = [{"type": "text", "text": project["summary"]}]
    page["topicSections"][0]["identifiers"] = [f"doc://{name}/documentation/{name}" for name in order]
    package.write(path, json.dumps(page))


def check_links(folder=SITE):
    """Names links between pages that lead to no page: DocC looks at those alone that an author wrote."""
    found, count = set(), 0
    for path in glob.glob(f"{folder}/data/**/*.json", recursive=True):
        for reference in json.loads(package.read(path)).get("references", {}).values():
            target = reference.get("url", "")
            count += 1
            page = target.partition("#")[0]
            if page.startswith("/") and not os.path.exists(f"{folder}/data{page}.json"):
                found.add(f"{path}: the link {target} leads to no page")
    if found or not count:
        raise Mistake("\n".join(sorted(found)) or f"{folder} has no links")
    print(f"{folder}: {count} links lead to pages")
