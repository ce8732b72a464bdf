"""Compiles the Swift of Markdown pages: each page is one program, its blocks in the order in which they stand.

Options of the compiler are read from standard input, one a line; the pages are the arguments. An error of the compiler
names the page and the line.
"""

import os
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^ *```(.*)$")
# What is not Swift; a block of any other kind would be one that nobody checks.
OTHERS = {"console", "json", "mermaid", "sh", "text"}
STRICT = ["-swift-version", "6", "-warnings-as-errors"]


class Page:
    """The code of a page."""

    def __init__(self, path):
        self.path = path
        self.program = []
        self.manifests = []
        self.mistakes = []
        self._read()

    def _read(self):
        kind, start, block = None, 0, []
        with open(self.path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                fence = FENCE.match(line)
                if fence is None:
                    block.append(line)
                elif kind is None:
                    kind, start, block = fence[1], number + 1, []
                else:
                    self._take(kind, start, block)
                    kind = None
        if kind is not None:
            self.mistakes.append(f"{self.path}: the last block of code has no end")

    def _take(self, kind, start, block):
        if kind == "swift":
            self.program += [self._place(start), *block]
        elif kind == "swift-manifest":
            if "import PackageDescription\n" in block:
                self.manifests.append([self._place(start), *block])
                return
            # Whoever reads the page puts it between the other arguments.
            head = ["import PackageDescription\n", self._place(start - 1), 'let package = Package(name: "App",\n']
            self.manifests.append([*head, *block, ")\n"])
        elif kind not in OTHERS:
            self.mistakes.append(f"{self.path}:{start - 1}: a block of code of the unknown kind “{kind}”")

    def _place(self, line):
        return f'#sourceLocation(file: "{self.path}", line: {line})\n'

    def compile(self, folder, options):
        if self.program:
            self._compile(folder, "".join(self.program), options + STRICT)
        for manifest in self.manifests:
            self._compile(folder, "".join(manifest), manifest_options() + STRICT)

    def _compile(self, folder, code, options):
        name = re.sub(r"\W", "_", os.path.splitext(os.path.basename(self.path))[0])
        source = os.path.join(folder, "main.swift")
        with open(source, "w", encoding="utf-8") as file:
            file.write(code)
        command = ["swiftc", "-emit-object", "-module-name", f"Sample_{name}", "-o", os.path.join(folder, "main.o")]
        result = subprocess.run([*command, *options, source], capture_output=True, text=True)
        if result.returncode != 0:
            self.mistakes.append(result.stderr.strip() or f"{self.path}: the compiler failed")


def manifest_options():
    compiler = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    resources = re.search(r'"runtimeResourcePath" *: *"(.*)"', compiler)[1]
    folder = os.path.join(os.path.dirname(resources), "swift", "pm", "ManifestAPI")
    return ["-I", folder, "-package-description-version", "6.1"]


def main(paths):
    options = sys.stdin.read().splitlines()
    mistakes = []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            page = Page(path)
            page.compile(folder, options)
            mistakes += page.mistakes
            print(f"{path}: {'the code compiles' if not page.mistakes else 'FAILED'}", flush=True)
    if mistakes:
        print(*mistakes, sep="\n\n", file=sys.stderr)
    return 1 if mistakes or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
