"""What the tests of the checks share."""

import os
import shutil
import tempfile
import unittest

from package import Package

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


def target(name, *dependencies):
    """A target, as SwiftPM tells of it."""
    features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    return {
        "name": name,
        "dependencies": [
            *({"byName": [dependency, None]} for dependency in dependencies),
            {"product": ["Logging", "swift-log", None]},
        ],
        "settings": [{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": feature}}} for feature in features],
    }


def package():
    """What SwiftPM tells of a package whose files are those of this one."""
    names = ["Endpoint", "EndpointController", "EndpointTesting", "EndpointAsyncHTTPClient"]
    versions = {"macos": "14.0", "ios": "17.0", "tvos": "17.0", "watchos": "10.0", "visionos": "1.0"}
    return Package({
        "name": "Endpoint",
        "toolsVersion": {"_version": "6.2.0"},
        "swiftLanguageVersions": ["6"],
        "platforms": [{"platformName": name, "version": version} for name, version in versions.items()],
        "products": [{"name": name, "targets": [name]} for name in names],
        "targets": [
            target("Endpoint"), target("EndpointController", "Endpoint"),
            target("EndpointTesting", "EndpointController"), target("EndpointAsyncHTTPClient", "EndpointController"),
            target("EndpointTests", "Endpoint"),
        ],
    }, ["6.1"])


class CopyTestCase(unittest.TestCase):
    """A test in a folder with copies of files of the package, which it may break."""

    files = []

    def setUp(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        for file in self.files:
            copy = shutil.copytree if os.path.isdir(os.path.join(ROOT, file)) else shutil.copy
            os.makedirs(os.path.dirname(os.path.join(folder, file)), exist_ok=True)
            copy(os.path.join(ROOT, file), os.path.join(folder, file))
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)

    def write(self, path, text):
        """Writes a file."""
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def replace(self, path, old, new):
        """Replaces what stands in a file."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        self.write(path, text.replace(old, new))

    def assertEach(self, rows, faults):
        """Expects a fault of each row: a file, what is replaced in it and by what, and the fault."""
        for path, old, new, fault in rows:
            with self.subTest(fault):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                self.replace(path, old, new)
                self.assertIn(fault, faults())
                self.write(path, text)
        self.assertEqual(faults(), [])
