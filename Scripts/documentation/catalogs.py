"""Catalogs for DocC: a page for each module with its symbols by category, and one of guides."""

import os

import copies
from configuration import Mistake
from pages import Page

# What a module is, in a sentence that its page and the list of modules show.
SUMMARIES = {
    "Endpoint": "Declares a web API as types, and makes a complete `URLRequest` for each of its endpoints.",
    "EndpointController": "Loads endpoints, parses their responses, and maps whatever goes wrong to one error.",
    "EndpointTesting": "Answers requests in tests, from stubs or from recordings, and checks transports.",
    "EndpointAsyncHTTPClient": "A transport for servers over async-http-client, behind a package trait.",
}
GUIDES = "Guides"
# Guides say themselves where to read on; DocC would list all others under each.
OPTIONS = "\n@Options {\n    @AutomaticSeeAlso(disabled)\n}\n"


def module_page(module, categories, symbols):
    """A page that lists the symbols of a module by category, those that it adds to types of others at the end."""
    links = {}
    for symbol in symbols:
        # DocC has no page for an extension that adds a conformance alone.
        if symbol.module == module and not symbol.is_extension:
            prefix = [] if symbol.extends == module else [symbol.extends]
            links.setdefault(symbol.path[0], "/".join([*prefix, symbol.path[0]]))
    own, others = [], []
    for name, children in categories:
        children = [links[child] for child in children if child in links]
        if children:
            is_own = any("/" not in link for link in children)
            (own if is_own else others).append((name, [f"``{link}``" for link in children]))
    if module not in SUMMARIES:
        raise Mistake(f"{__file__} has no summary of {module}")
    return f"# ``{module}``\n\n{SUMMARIES[module]}\n" + _topics(own + others)


def extension_pages(module, symbols):
    """A page for each module whose types get members here: without one, DocC links to it, but writes none."""
    extended = {symbol.extends for symbol in symbols if symbol.module == module and not symbol.is_extension}
    return {
        other: f"# ``{module}/{other}``\n\nWhat `{module}` adds to types of `{other}`.\n"
        for other in sorted(extended - {module})
    }


def guides_page(categories):
    """The page above all guides."""
    names = set(copies.guides())
    groups = [(name, [f"<doc:{child}>" for child in children if child in names]) for name, children in categories]
    return (
        "# Guides\n\nShort pages, each of which starts from something to do.\n\n"
        "@Metadata {\n    @TechnologyRoot\n}\n" + _topics([group for group in groups if group[1]])
    )


def _topics(groups):
    lists = [f"### {name}\n\n" + "\n".join(f"- {link}" for link in links) for name, links in groups]
    return "\n## Topics\n\n" + "\n\n".join(lists) + "\n"


def write(folder, configuration, symbols):
    """Writes a catalog for each module, and one for the guides."""
    for module in configuration.modules:
        _write(folder, module, module, module_page(module, configuration.categories, symbols))
        for other, text in extension_pages(module, symbols).items():
            _write(folder, module, f"{module}+{other}", text)
    _write(folder, GUIDES, GUIDES, guides_page(configuration.categories))
    site = copies.DocC(configuration["github_file_prefix"])
    for name in copies.guides():
        _write(folder, GUIDES, name, copies.copy(Page(copies.guide(name)), site) + OPTIONS)


def _write(folder, catalog, page, text):
    os.makedirs(os.path.join(folder, f"{catalog}.docc"), exist_ok=True)
    with open(os.path.join(folder, f"{catalog}.docc", f"{page}.md"), "w", encoding="utf-8") as file:
        file.write(text)
