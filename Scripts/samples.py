"""Compiles the Swift of Markdown pages: each page is one program, its blocks in the order in which they stand.

An error of the compiler names the page and the line.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

import library
import package

BLOCK = re.compile(r"^( *)```(.*)\n((?:.*\n)*?) *(?:```$|\Z)", re.MULTILINE)
# Blocks that are not Swift; a block of another kind would be one that nothing checks.
OTHERS = {"console", "json", "mermaid", "ruby", "sh", "text"}
# A row of a table with a link and a line of code, which some page has to show where it can be compiled.
ROW = re.compile(r"^\| \[.*\) \| `([^`]*)` \|$", re.MULTILINE)
# The folder of an example that a page tells its readers to copy.
COPIED = re.compile(r"\]\(\.\./\.\./(Examples/Sources/(\w+)/API)\)")


def program(path, missing="-"):
    """The Swift of a page, without the blocks that import a module that is missing, or that show what readers copy."""
    text, code = package.read(path), [package.read(file) for file in copied(path)]
    blocks = [block for block in BLOCK.finditer(text) if block[2] == "swift" and f"import {missing}\n" not in block[3]]
    blocks = [block for block in blocks if not any(block[3] in file for file in code)]
    return "".join(place(path, text, block) + block[3] for block in blocks)


def copied(path):
    """The files that a page tells its readers to copy."""
    folder = COPIED.search(package.read(path))
    return sorted(glob.glob(f"{folder[1]}/*.swift")) if folder else []


def copied_options(path):
    """The options to compile these files, which need the packages of their example."""
    if not copied(path):
        return []
    build = ["swift", "build", "--package-path", "Examples", "--target", COPIED.search(package.read(path))[2]]
    library.run(*build)
    return ["-I", f"{library.run(*build, '--show-bin-path').strip()}/Modules", "-wmo", *copied(path)]


def place(path, text, block):
    """Where the code of a block begins, for the compiler."""
    line = text.count("\n", 0, block.start()) + 2
    return f'#sourceLocation(file: "{path}", line: {line})\n'


def mistakes(path, options):
    """What is wrong with the code of a page, in words."""
    text, manifests, found = package.read(path), [], []
    for block in BLOCK.finditer(text):
        line, kind = text.count("\n", 0, block.start()) + 1, block[2]
        if not block[0].endswith("```"):
            found.append(f"{path}:{line}: a block of code without an end")
        elif kind == "swift-manifest" and "import PackageDescription\n" in block[3]:
            manifests.append(place(path, text, block) + block[3])
        elif kind == "swift-manifest":
            # The reader puts it between the other arguments.
            before = place(path, text, block).replace(f"line: {line + 1}", f"line: {line}")
            manifests.append(f'import PackageDescription\n{before}let package = Package(name: "App",\n{block[3]})\n')
        elif kind not in OTHERS | {"swift"}:
            found.append(f"{path}:{line}: a block of code of the unknown kind “{kind}”")
    options = options + copied_options(path)
    for code, own in [(program(path), options), *((manifest, manifest_options()) for manifest in manifests)]:
        found += compiled(re.sub(r"\W", "_", os.path.basename(path)), code, own)
    return found


def compiled(name, code, options):
    with tempfile.TemporaryDirectory() as folder:
        package.write(f"{folder}/main.swift", code)
        result = subprocess.run(
            ["swiftc", "-emit-object", "-module-name", f"Sample_{name}", "-o", f"{folder}/main.o", *options,
             "-swift-version", "6", "-warnings-as-errors", f"{folder}/main.swift"], capture_output=True, text=True)
    return [result.stderr.strip() or f"{name}: the compiler failed"] if result.returncode != 0 else []


def manifest_options():
    resources = re.search(r'"runtimeResourcePath" *: *"(.*)"', library.run("swift", "-print-target-info"))[1]
    return ["-I", f"{os.path.dirname(resources)}/swift/pm/ManifestAPI", "-package-description-version", "6.2"]


def unknown_rows(paths):
    """What is wrong with the code in tables, in words."""
    pages = {path: package.read(path) for path in paths}
    shown = "\n".join(block[3] for page in pages.values() for block in BLOCK.finditer(page))
    return [
        f"{path}: no page shows the code “{code}” of a table"
        for path, page in pages.items() for code in ROW.findall(page) if code not in shown
    ]


def main(paths):
    options, found = library.options(), unknown_rows(paths)
    for path in paths:
        wrong = mistakes(path, options)
        print(f"{path}: {'FAILED' if wrong else 'the code compiles'}", flush=True)
        found += wrong
    if found or not paths:
        sys.exit("\n\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
