"""What Package.swift says, which decides for the other package managers too."""

import glob
import json
import os
import re
import shutil
import subprocess
import tempfile

# What it holds needs another package, which SwiftPM alone fetches.
SWIFTPM_ONLY = {"EndpointAsyncHTTPClient", "EndpointObservability"}

# The names that people read, by those of SwiftPM.
PLATFORMS = {"macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS"}

# The name of a manifest for an older Swift.
MANIFEST = re.compile(r"Package@swift-([0-9.]+)\.swift")


def target_dependencies(target):
    """The names of the targets that a target depends on."""
    return [entry["byName"][0] for entry in target["dependencies"] if "byName" in entry]


class Module:
    """A module that every package manager offers."""

    def __init__(self, target):
        self.name = target["name"]
        self.folder = target.get("path") or f"Sources/{self.name}"
        self.dependencies = target_dependencies(target)
        kinds = [setting["kind"] for setting in target["settings"]]
        self.features = [kind["enableUpcomingFeature"]["_0"] for kind in kinds if "enableUpcomingFeature" in kind]


class Package:
    """The package, without what SwiftPM alone offers."""

    def __init__(self, manifest, older_versions=()):
        self.name = manifest["name"]
        # 6.1 of 6.1.0
        self.tools_version = ".".join(manifest["toolsVersion"]["_version"].split(".")[:2])
        # There may be manifests for older versions of Swift than that.
        versions = [self.tools_version, *older_versions]
        self.oldest_swift = min(versions, key=lambda version: [int(part) for part in version.split(".")])
        (self.language_mode,) = manifest["swiftLanguageVersions"]
        self.platforms = {platform["platformName"]: platform["version"] for platform in manifest["platforms"]}
        targets = {target["name"]: target for target in manifest["targets"]}
        products = [target for product in manifest["products"] for target in product["targets"]]
        modules = [Module(targets[name]) for name in products if name not in SWIFTPM_ONLY]
        self.modules = {module.name: module for module in modules}

    def all_dependencies(self, name):
        """The modules that a module needs, and those that they need."""
        direct = self.modules[name].dependencies
        return set(direct).union(*(self.all_dependencies(dependency) for dependency in direct))

    def in_order(self):
        """The modules, each after those that it needs."""
        return sorted(self.modules.values(), key=lambda module: len(self.all_dependencies(module.name)))


def older_manifests():
    """The paths of the manifests for older versions of Swift, by these versions."""
    return {MANIFEST.fullmatch(path)[1]: path for path in glob.glob("Package@swift-*.swift")}


def dump(folder="."):
    """Asks SwiftPM what Package.swift in a folder says."""
    command = ["swift", "package", "dump-package", "--package-path", folder]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def dump_older(path):
    """Asks SwiftPM what a manifest for an older Swift says, which it would not read for this one."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(path, os.path.join(folder, "Package.swift"))
        return dump(folder)


def read():
    """Asks SwiftPM about the package in this folder."""
    return Package(dump(), older_manifests())
