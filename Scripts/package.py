"""What Package.swift and Distribution/project.toml say, which decides for everything else."""

import functools
import glob
import json
import os
import subprocess
import tomllib

PROJECT = "Distribution/project.toml"


class Module:
    """A product that is a module of this package."""

    def __init__(self, target):
        self.name = target["name"]
        self.folder = target.get("path") or f"Sources/{self.name}"
        self.dependencies = [entry["byName"][0] for entry in target["dependencies"] if "byName" in entry]
        # Other package managers do not offer what needs another package. They have no traits, so they offer what is
        # left of a module without its traits, if anything is.
        conditions = [entry["product"][3] for entry in target["dependencies"] if "product" in entry]
        is_optional = all(condition and condition.get("traits") for condition in conditions)
        self.needs_packages = bool(conditions) and not (is_optional and self._has_code_without_traits())
        kinds = [setting["kind"] for setting in target["settings"]]
        self.features = [kind["enableUpcomingFeature"]["_0"] for kind in kinds if "enableUpcomingFeature" in kind]

    def _has_code_without_traits(self):
        """Whether a file of the module is not behind `#if` as a whole."""
        paths = glob.glob(f"{glob.escape(self.folder)}/**/*.swift", recursive=True)
        return any(not read(path).startswith("#if ") for path in paths)


@functools.cache
def manifest():
    """The manifest, as SwiftPM reads it."""
    return json.loads(subprocess.run(["swift", "package", "dump-package"], stdout=subprocess.PIPE, check=True).stdout)


def modules():
    """The products, by name."""
    targets = {target["name"]: target for target in manifest()["targets"]}
    return {name: Module(targets[name]) for product in manifest()["products"] for name in product["targets"]}


def project():
    return tomllib.loads(read(PROJECT))


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    """The text of a file, or nothing where there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()
