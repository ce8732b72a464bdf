"""Checks what is documented, and makes the sites; called by `make`, from the root of the repository.

  check            checks symbols, categories, the recorded interface, and the links of all pages
  interface        records the public interface
  jazzy            makes Documentation/html, of the modules that need no other package
  docc [PATH]      makes Documentation/docc, for a server that offers it under the path
"""

import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import docc
import guides
import interface
import jazzy
import library
import markdown
import package
import symbols
from symbols import Mistake

PAGES = ["*.md", "**/README.md", "Benchmarks/Results.md", "Documentation/**/*.md", ".github/**/*.md"]
NO_JAZZY = """make docs needs jazzy, 0.15.0 or later, which is not on the path.
Get it with “gem install jazzy”, or make the documentation of all modules without it: make docc."""


def main(command=None, base=""):
    if command not in ("check", "interface", "jazzy", "docc"):
        raise Mistake(__doc__)
    # Before anything is built.
    if command == "jazzy" and not shutil.which("jazzy"):
        raise Mistake(NO_JAZZY)
    project, modules = package.project(), package.modules()
    if command == "jazzy":
        modules = {name: module for name, module in modules.items() if not module.needs_packages}
        project["modules"] = {name: text for name, text in project["modules"].items() if name in modules}
    library.extract(modules)
    texts = interface.files(library.GRAPHS, modules, symbols.read(library.GRAPHS, modules))
    for module in modules:
        symbols.tidy(f"{library.EXTENDED}/{module}")
    if command == "interface":
        for path, text in texts.items():
            package.write(path, text)
        return
    found = symbols.read(library.EXTENDED, modules)
    listed, faults = symbols.categories(project, found, guides.titles())
    members = symbols.ordered_members(project, found)
    if command == "jazzy":
        # The names of the other modules count as faults here; check and docc report those of all modules.
        jazzy.make(project, listed, members)
        return
    pages = sorted({path for pattern in PAGES for path in glob.glob(pattern, recursive=True)})
    faults += symbols.undocumented(found) + [fault for page in pages for fault in markdown.broken_links(page)]
    if set(project["modules"]) != set(modules):
        faults.append(f"{package.PROJECT}: the modules should be {', '.join(modules)}")
    if command == "check":
        faults += [f"{path} is out of date: run make interface" for path, text in texts.items() if package.read(path) != text]
    if faults:
        raise Mistake("\n".join(faults))
    print(f"{len(found)} public symbols are documented; the links of {len(pages)} pages lead somewhere.")
    if command == "docc":
        docc.make(project, listed, members, found, base)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Mistake as mistake:
        sys.exit(str(mistake))
