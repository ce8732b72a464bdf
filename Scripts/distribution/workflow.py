"""Checks the workflow of continuous integration, which runs where this package is public, and nowhere else."""

import os
import re
import shlex

import package as manifest
import yaml

PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
PIN = re.compile(r"uses: \S+@\S+ # v[0-9.]+$")
TARGET = re.compile(r"^([\w-]+):", re.MULTILINE)


def commands(script):
    """The commands of a step, each as its words."""
    for line in script.replace("\\\n", " ").splitlines():
        words = shlex.split(line.strip())
        while "&&" in words:
            yield words[: words.index("&&")]
            words = words[words.index("&&") + 1 :]
        yield words


class Workflow:
    """The check of a workflow, against what the package has."""

    def __init__(self, path, package, makefile="Makefile"):
        self.path = path
        self.package = package
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.content = yaml.safe_load(self.text)
        with open(makefile, encoding="utf-8") as file:
            self.targets = set(TARGET.findall(file.read()))

    def faults(self):
        faults = []
        if self.content.get("permissions") != {"contents": "read"}:
            faults.append("it has more permissions than to read the contents")
        if self.content.get("concurrency", {}).get("cancel-in-progress") is not True:
            faults.append("a newer run does not cancel an older one")
        for name, job in self.content["jobs"].items():
            faults += [f"job {name}: {fault}" for fault in self._job(job)]
        return [f"{self.path}: {fault}" for fault in [*faults, *self._pins(), *self._versions(), *self._frameworks()]]

    def _job(self, job):
        if "permissions" in job:
            yield "it has permissions of its own"
        if "timeout-minutes" not in job:
            yield "it has no timeout"
        for step in job["steps"]:
            action = step.get("uses")
            if action is not None and not PINNED.fullmatch(action):
                yield f"{action} is not pinned to a commit"
            for command in commands(step.get("run", "")):
                yield from self._command(command)

    def _command(self, command):
        program, *words = command or [""]
        if program == "make":
            for target in words:
                if target not in self.targets:
                    yield f"the Makefile has no target {target}"
        elif "/" in program and "$" not in program and not os.access(program, os.X_OK):
            yield f"there is no program {program}"

    def _pins(self):
        for line in self.text.splitlines():
            if "uses:" in line and not PIN.search(line):
                yield f"no version beside the commit: {line.strip()}"

    def _versions(self):
        matrix = self.content["jobs"]["linux"]["strategy"]["matrix"]["swift"]
        oldest = min(matrix, key=lambda version: [int(part) for part in version.split(".")])
        if oldest != self.package.oldest_swift:
            yield f"the oldest Swift on Linux is {oldest}, but the package needs {self.package.oldest_swift}"

    def _frameworks(self):
        job = self.content["jobs"]["frameworks"]
        expected = {manifest.PLATFORMS[platform] for platform in self.package.platforms}
        if set(job["strategy"]["matrix"]["platform"]) != expected:
            yield f"frameworks are not built for just these platforms: {', '.join(sorted(expected))}"
        built = {word.rstrip(";") for step in job["steps"] for words in commands(step.get("run", "")) for word in words}
        for module in sorted(set(self.package.modules) - built):
            yield f"the scheme {module} is not built"
