"""Finds words in comments, messages and pages that read badly, and names what to write instead. Also finds pages that
are too long, and guides whose summary is not a sentence.

    prose.py [EXCEPTIONS]    a file with a line for each text that may stay; by default Scripts/prose-exceptions.txt
"""

import glob
import os
import re
import sys

import package

RULES = {
    r"\b(whoever|nobody|somebody|anybody)\b": "name the caller, the reader, the server or the middleware",
    r"\b(whatever|whichever)\b": "say which values: any, each, all",
    r"\bbelongs? into\b": "belongs in",
    r"\bbut for\b": "except for",
    r"\bdear\b": "expensive",
    r"\badopt(s|ed|ing)?\b": "conform to",
    r"\bstands? (before|behind)\b": "before, after, precedes",
    r"(?<!there )\bis no (?!longer\b|more\b|less\b)": "is not a",
}
CODE_FOLDERS = ["Sources", "Tests", "*/Sources", "*/Tests", "Examples/App", "Examples/Server/Sources"]
GUIDES = "Documentation/Guides/*.md"
PAGES = [
    "*.md", ".github/**/*.md", "Documentation/*.md", GUIDES, "Documentation/Decisions/*.md", "Examples/**/*.md",
    "Benchmarks/README.md", "Benchmarks/Results.md"]
# The most words that pages may have, all those of a pattern together, as wc counts them.
LIMITS = {"README.md": 800, GUIDES: 24_000, "Documentation/Performance.md": 800}
SUMMARY = re.compile(r"# .*\n\n(?:.+\n)*?.*\.\n\n")
COMMENT = re.compile(r"//.*")
OPENING = re.compile(r"(?:^|(?<=[.!?] ))(What|How|Whether|Who)\b")
OPENING_ADVICE = "begin with a noun or a verb, or with “A Boolean value that indicates whether”, “Indicates whether” or “`true` if”"
ITEM = re.compile(r"- [^:]+: ")
CODE = re.compile(r"`[^`]*`")


def prose(path):
    """The lines of a file that are prose, with their numbers."""
    is_code = False
    for number, line in enumerate(package.read(path).split("\n"), 1):
        if path.endswith(".swift"):
            line = "".join(COMMENT.findall(line) + re.findall(r'"[^"]*"', COMMENT.sub("", line)))
        elif line.lstrip().startswith("```"):
            is_code = not is_code
        if not is_code:
            yield number, CODE.sub("", line)


def openings(path):
    """The words that open a sentence of a comment but should not, with the numbers of their lines."""
    before = ""
    for number, line in enumerate(package.read(path).split("\n"), 1):
        code, slashes, comment = line.partition("//")
        text = comment.lstrip("/").strip()
        item = ITEM.match(text)
        text = text[item.end() :] if item else text
        is_opening = bool(code.strip() or item) or not before or before.endswith((".", "!", "?", ":"))
        for match in OPENING.finditer(text if '"' not in code else ""):
            if match.start() or is_opening:
                yield number, match[0], line.strip()
        before = text if slashes and not code.strip() else ""


def faults(paths, allowed):
    for path in paths:
        for number, word, line in openings(path) if path.endswith(".swift") else ():
            if not any(text in line for text in allowed):
                yield f"{path}:{number}: “{word}” opens a sentence: {OPENING_ADVICE}"
        for number, line in prose(path):
            for rule, advice in RULES.items():
                if (match := re.search(rule, line, re.IGNORECASE)) and not any(text in line for text in allowed):
                    yield f"{path}:{number}: “{match[0]}”: {advice}"


def lengths():
    for pattern, limit in LIMITS.items():
        count = sum(len(package.read(path).split()) for path in glob.glob(pattern))
        if count > limit:
            yield f"{pattern}: {count:,} words, and at most {limit:,} are allowed"


def summaries():
    """The guides whose first paragraph, which the sites show in lists, does not end as a sentence does."""
    for path in sorted(glob.glob(GUIDES)):
        if not SUMMARY.match(package.read(path)):
            yield f"{path}: the first paragraph is the summary, so end it with a full stop"


def main(exceptions="Scripts/prose-exceptions.txt"):
    with open(exceptions, encoding="utf-8") as file:
        allowed = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    patterns = [f"{folder}/**/*.swift" for folder in CODE_FOLDERS] + PAGES
    paths = {path for pattern in patterns for path in glob.glob(pattern, recursive=True)}
    paths = sorted(path for path in paths if ".build" not in path.split(os.sep))
    found = [*faults(paths, allowed), *lengths(), *summaries()]
    if found:
        sys.exit("\n".join(found))
    print(f"The prose of {len(paths)} files follows the rules.")


if __name__ == "__main__":
    main(*sys.argv[1:])
