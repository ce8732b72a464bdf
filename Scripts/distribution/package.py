"""What Package.swift says, which decides for the other package managers too."""

import json
import subprocess

# What it holds needs another package, which SwiftPM alone fetches.
SWIFTPM_ONLY = {"EndpointAsyncHTTPClient"}

# The names that people read, by those of SwiftPM.
PLATFORMS = {"macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS"}


class Module:
    """A module that every package manager offers."""

    def __init__(self, target):
        self.name = target["name"]
        self.folder = target.get("path") or f"Sources/{self.name}"
        self.dependencies = [name["byName"][0] for name in target["dependencies"] if "byName" in name]
        kinds = [setting["kind"] for setting in target["settings"]]
        self.features = [kind["enableUpcomingFeature"]["_0"] for kind in kinds if "enableUpcomingFeature" in kind]


class Package:
    """The package, without what SwiftPM alone offers."""

    def __init__(self, manifest):
        self.name = manifest["name"]
        # 6.1 of 6.1.0
        self.tools_version = ".".join(manifest["toolsVersion"]["_version"].split(".")[:2])
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


def read():
    """Asks SwiftPM."""
    command = ["swift", "package", "dump-package"]
    return Package(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))
