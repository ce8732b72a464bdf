"""Compiles small programs as users write them, and compares what the compiler says with what they expect.

A snippet is a Swift file. A comment at the end of a line, `// expect: TEXT`, says that the compiler has an error or a
warning there whose message has that text in it; on other lines, none may appear. A line `// modes: 6, 6-main-actor` names the
modes in which the snippet is compiled. Without it, they are all of MODES. A line `// options: …` adds options of the
compiler. A comment `// silent: TEXT` marks a mistake of which the compiler says nothing; a guide has to list it, with TEXT
as code. The compiler gives up on an expression after LIMIT.

Usage: python3 Scripts/snippets.py OPTION..., with the options of the compiler that find the modules.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys

import package
import samples

# The first pages that newcomers read. They say that in a module that belongs to the main actor, their code compiles with
# `nonisolated` before each type and extension.
PAGES = ["README.md", "Documentation/Guides/getting-started.md"]
FOLDER = os.path.join(os.path.dirname(__file__), "..", "Tests", "Snippets")


def main_actor(*features):
    """What Xcode 26 sets for new projects, beside the language mode 5."""
    features = ["InferIsolatedConformances", "MemberImportVisibility", "NonisolatedNonsendingByDefault", *features]
    return ["-default-isolation", "MainActor"] + [
        word for feature in features for word in ["-enable-upcoming-feature", feature]
    ]


MODES = {
    "5": ["-swift-version", "5"],
    "6": ["-swift-version", "6"],
    "5-main-actor": ["-swift-version", "5", *main_actor(
        "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferSendableFromCaptures")],
    # The language mode 6 turns the other features on.
    "6-main-actor": ["-swift-version", "6", *main_actor()],
}
# The guide that lists the mistakes of which the compiler says nothing.
GUIDE = "Documentation/Guides/composing-providers.md"
SILENT = re.compile(r"// silent: (.*)")
EXPECTED = re.compile(r"// expect: (.*)")
# In seconds of the processor, for each expression: a user waits for the message of the compiler.
LIMIT = ["-Xfrontend", "-solver-expression-time-threshold=10"]
OPTIONS = re.compile(r"^// options: (.*)", re.MULTILINE)
CHOSEN = re.compile(r"^// modes: (.*)", re.MULTILINE)
MESSAGE = re.compile(r"^(?P<path>.+?):(?P<line>\d+):\d+: (?P<kind>error|warning): (?P<text>.*)", re.MULTILINE)


class Snippet:
    """A file, with what the compiler is expected to say of it."""

    def __init__(self, path):
        self.path = path
        text = package.read(path)
        chosen = CHOSEN.search(text)
        self.modes = [mode.strip() for mode in chosen[1].split(",")] if chosen else list(MODES)
        self.options = LIMIT + [word for line in OPTIONS.findall(text) for word in line.split()]
        lines = enumerate(text.splitlines(), 1)
        self.expected = {number: match[1] for number, line in lines if (match := EXPECTED.search(line))}

    def faults(self, mode, command):
        """The differences between what the compiler says and what is expected, and all that it says."""
        # Not only its types: some mistakes of isolation are found later.
        # A frontend takes its own options as they are.
        options = [word for word in self.options if word != "-Xfrontend" or "-frontend" not in command]
        command = [*command, "-parse-as-library", "-emit-sil", "-o", os.devnull, *MODES[mode], *options, self.path]
        result = subprocess.run(command, capture_output=True, text=True)
        left = dict(self.expected)
        faults = []
        for message in MESSAGE.finditer(result.stderr):
            line = int(message["line"]) if os.path.samefile(message["path"], self.path) else None
            if line not in self.expected:
                faults.append(f"line {message['line']}: {message['kind']}: {message['text']}")
            elif self.expected[line] in message["text"]:
                left.pop(line, None)
        faults += [f"line {line}: the compiler does not say: {text}" for line, text in left.items()]
        if result.returncode != 0 and not faults and not self.expected:
            faults.append(result.stderr.strip())
        name = os.path.basename(self.path)
        return [f"{name}, mode {mode}: {fault}" for fault in dict.fromkeys(faults)]


def check(paths, command):
    """The faults of snippets that a command compiles, all modes of each."""
    snippets = [Snippet(path) for path in sorted(paths)]
    runs = [(snippet, mode) for snippet in snippets for mode in snippet.modes]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda run: run[0].faults(run[1], command), runs)
    return len(runs), [fault for faults in results for fault in faults]


def paths(folder=FOLDER):
    """The files of a folder."""
    return glob.glob(os.path.join(folder, "*.swift"))


def main(options):
    count, faults = check(paths(), ["swiftc", *options])
    for page in PAGES:
        program = re.sub(r"^(struct|enum|extension)\b", r"nonisolated \1", samples.program(page), flags=re.MULTILINE)
        faults += samples.compiled(re.sub(r"\W", "_", page), program, [*options, *MODES["6-main-actor"]])
    guide = package.read(GUIDE)
    faults += [
        f"{GUIDE}: the list of mistakes lacks {text}"
        for path in paths() for text in SILENT.findall(package.read(path)) if f"`{text}`" not in guide
    ]
    print(*faults, sep="\n", file=sys.stderr)
    print(f"{count} compilations of snippets, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
