"""Checks that the version, the address, the platforms, the modules and the Swift version are the same wherever they are
written for people and for services."""

import glob
import os
import re
from typing import NamedTuple

import package as manifest
import settings
import yaml

VERSION = r"([0-9]+\.[0-9]+\.[0-9]+)"
# How SwiftPM, CocoaPods and Carthage are told which version to take.
REQUIREMENTS = re.compile(rf'Endpoint\.git", from: "{VERSION}"|:tag => \'{VERSION}\'|Endpoint\.git" ~> {VERSION}')
ADDRESS = re.compile(r"https://[\w./-]+/Endpoint(?:\.git)?(?![\w/-]|\.\w)")
SWIFT = re.compile(r"\bneeds? Swift ([0-9.]*[0-9])|\bSwift ([0-9.]*[0-9]) or later")


class Statement(NamedTuple):
    """What is said somewhere."""

    place: str
    value: str


def differences(subject, truth, others):
    """Names the two places of each difference."""
    return [
        f"{subject}: {truth.place} says {truth.value}, but {place} says {value}"
        for place, value in others
        if value != truth.value
    ]


def statements(path, pattern):
    """What a pattern finds in a file; the value is that of its one group that matches, or all of it."""
    with open(path, encoding="utf-8") as lines:
        return [
            Statement(f"{path}:{number}", next(filter(None, match.groups()), match[0]))
            for number, line in enumerate(lines, 1)
            for match in pattern.finditer(line)
        ]


class Agreement:
    """The check; all paths are relative to the folder of the package."""

    def __init__(self, package, podspecs):
        self.package = package
        self.podspecs = podspecs
        self.main = next(podspec for podspec in podspecs if podspec.values["name"] == package.name)
        with open(".jazzy.yaml", encoding="utf-8") as file:
            self.jazzy = yaml.safe_load(file)
        self.pages = ["README.md", *sorted(glob.glob("Documentation/**/*.md", recursive=True))]

    def faults(self):
        return [*self._versions(), *self._addresses(), *self._platforms(), *self._swift(), *self._modules()]

    def _versions(self):
        truth = Statement(self.main.path, self.main.values["version"])
        others = [Statement(podspec.path, podspec.values["version"]) for podspec in self.podspecs]
        others.append(Statement("Endpoint.xcconfig", settings.read_xcconfig("Endpoint.xcconfig")["MARKETING_VERSION"]))
        others.append(Statement(".jazzy.yaml", str(self.jazzy["module_version"])))
        # Before the first release there is none.
        others += statements("CHANGELOG.md", re.compile(rf"^## \[?{VERSION}"))[:1]
        required = [statement for page in self.pages for statement in statements(page, REQUIREMENTS)]
        if not any(statement.place.startswith("README.md:") for statement in required):
            others.append(Statement("README.md", "none"))
        return differences("version", truth, others + required)

    def _addresses(self):
        truth = Statement(self.main.path, self.main.values["source"]["git"])
        others = [Statement(".jazzy.yaml", self.jazzy["github_url"])]
        for podspec in self.podspecs:
            others += [
                Statement(podspec.path, podspec.values["source"]["git"]),
                Statement(podspec.path, podspec.values["homepage"]),
            ]
        others += [statement for page in self.pages for statement in statements(page, ADDRESS)]
        # A web page is where the repository is.
        others = [Statement(place, value.removesuffix(".git") + ".git") for place, value in others]
        return differences("address", truth, others)

    def _platforms(self):
        faults = []
        for platform, version in self.package.platforms.items():
            name = manifest.PLATFORMS[platform]
            truth = Statement("Package.swift", version.removesuffix(".0"))
            said = statements("README.md", re.compile(rf"\b{name} ([0-9.]*[0-9])"))
            faults += differences(f"platform {name}", truth, said or [Statement("README.md", "none")])
        return faults

    def _swift(self):
        truth = Statement("Package.swift", self.package.oldest_swift)
        said = statements("README.md", SWIFT) or [Statement("README.md", "none")]
        return differences("Swift version", truth, said + statements("CONTRIBUTING.md", SWIFT))

    def _modules(self):
        with open(".spi.yml", encoding="utf-8") as file:
            index = yaml.safe_load(file)
        documented = [config["documentation_targets"] for config in index["builder"]["configs"]]
        others = [Statement(".spi.yml", ", ".join(sorted(names))) for names in documented]
        truth = Statement("Package.swift", ", ".join(sorted(self.package.modules)))
        # jazzy documents what SwiftPM alone offers too.
        pages = {module["module"] for module in self.jazzy["modules"]} - manifest.SWIFTPM_ONLY
        return differences("modules", truth, [*others, Statement(".jazzy.yaml", ", ".join(sorted(pages)))])
