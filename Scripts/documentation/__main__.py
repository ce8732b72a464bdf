"""Checks what is documented, and prepares what jazzy and DocC read; called by the scripts beside this folder.

Usage: python3 Scripts/documentation COMMAND, from the root of the repository

  modules              prints the names of the documented modules
  value KEY            prints a value of .jazzy.yaml
  check                checks symbols, categories and links; needs the symbol graphs
  jazzy-pages FOLDER   writes the pages that jazzy reads
  jazzy-site           checks what jazzy wrote
  catalogs FOLDER      writes the catalogs that DocC reads; needs the symbol graphs
  docc-links           checks the links between the pages that DocC wrote
  docc-site CHROMIUM   checks what Chromium shows of what DocC wrote; needs the symbol graphs
"""

import glob
import os
import sys

import catalogs
import checks
import copies
import docc_site
import graphs
import jazzy_site
from configuration import Configuration, Mistake
from pages import Page

# Those with a symbol for each extension, which jazzy does not need.
GRAPHS = ".build/documentation/symbolgraphs"
MARKDOWN = ["*.md", "**/README.md", "Documentation/**/*.md"]


def check(configuration):
    symbols = graphs.read(GRAPHS, configuration.modules)
    markdown = sorted({path for pattern in MARKDOWN for path in glob.glob(pattern, recursive=True)})
    found = checks.undocumented(symbols) + checks.categories(configuration, symbols) + checks.links(markdown)
    if found:
        raise Mistake("\n".join(found))
    print(f"{len(symbols)} public symbols in {len(configuration.categories)} categories are documented;")
    print(f"the links of {len(markdown)} pages lead somewhere.")


def jazzy_pages(configuration, folder):
    site = copies.Jazzy(configuration["github_file_prefix"])
    for path in site.pages:
        copy = os.path.join(folder, "README.md" if path == "README.md" else f"Guides/{os.path.basename(path)}")
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "w", encoding="utf-8") as file:
            file.write(copies.copy(Page(path), site))


def main(command=None, argument=None):
    configuration = Configuration()
    if command == "modules":
        print(*configuration.modules)
    elif command == "value" and argument:
        print(configuration[argument])
    elif command == "check":
        check(configuration)
    elif command == "jazzy-pages" and argument:
        jazzy_pages(configuration, argument)
    elif command == "jazzy-site":
        jazzy_site.check(configuration)
    elif command == "catalogs" and argument:
        catalogs.write(argument, configuration, graphs.read(GRAPHS, configuration.modules))
    elif command == "docc-links":
        docc_site.check_links()
    elif command == "docc-site" and argument:
        docc_site.check(configuration, graphs.read(GRAPHS, configuration.modules), argument)
    else:
        raise Mistake(__doc__)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(1)
