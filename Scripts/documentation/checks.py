"""What is wrong with the documentation, as far as that shows without a site: each check gives sentences."""

import collections

import copies
import graphs
import pages


def undocumented(symbols):
    return [
        f"{symbol.module}: {'.'.join(symbol.path)} has no documentation"
        for symbol in symbols
        if not (symbol.is_documented or symbol.is_extension)
    ]


def categories(configuration, symbols):
    """Whether each guide and each symbol that is not a member of another is in one category, and nothing else is."""
    guides = copies.guides()
    expected = graphs.top_level(symbols) | set(guides)
    places = collections.defaultdict(list)
    found = []
    for name, children in configuration.categories:
        if name.lower() in guides:
            found.append(f"the category {name} is called what a guide is, and so are their pages")
        for child in children:
            places[child].append(name)
    for child in sorted(expected - set(places)):
        found.append(f"{child} is in no category")
    for child, names in places.items():
        if child not in expected:
            found.append(f"the category {names[0]} names {child}, which is neither a public symbol nor a guide")
        if len(names) > 1:
            found.append(f"{child} has more than one place: {', '.join(names)}")
    counted = collections.Counter(name.lower() for name, _ in configuration.categories)
    found += [f"more than one category is called {name}" for name, count in counted.items() if count > 1]
    return [f"{configuration.path}: {sentence}" for sentence in found]


def links(paths):
    return [sentence for path in paths for sentence in pages.broken_links(path)]
