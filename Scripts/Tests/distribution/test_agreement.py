"""Lets files of a package disagree, and expects both places to be named."""

import glob
import os
import unittest

from agreement import Agreement
from podspecs import Podspec
from support import CopyTestCase, package

README = """\
Swift 6.1 or later, on macOS 14, iOS 17, tvOS 17, watchOS 10 or visionOS 1. Swift 6.3 is no requirement.
dependencies: [.package(url: "https://example.com/Endpoint.git", from: "0.1.0")],
git "https://example.com/Endpoint.git" ~> 0.1.0
pod 'Endpoint', :git => 'https://example.com/Endpoint.git', :tag => '0.1.0'
The API at https://example.com/Endpoint/users is no address of the package. See https://example.com/Endpoint.
"""
JAZZY = """\
module_version: 0.1.0
github_url: https://example.com/Endpoint
modules:
  - module: Endpoint
  - module: EndpointController
  - module: EndpointTesting
  - module: EndpointAsyncHTTPClient
"""


class AgreementTests(CopyTestCase):
    files = [
        "Endpoint.podspec", "EndpointController.podspec", "EndpointTesting.podspec", "Endpoint.xcconfig", ".spi.yml"
    ]

    def setUp(self):
        super().setUp()
        # The rows below name the version and the address, whatever those of the package are.
        for path in glob.glob("*.podspec"):
            podspec = Podspec(path).values
            self.replace(path, podspec["version"], "0.1.0")
            self.replace(path, podspec["source"]["git"], "https://example.com/Endpoint.git")
            self.replace(path, f"'{podspec['homepage']}'", "'https://example.com/Endpoint'")
            version = podspec["version"]
        self.replace("Endpoint.xcconfig", f"MARKETING_VERSION = {version}", "MARKETING_VERSION = 0.1.0")
        self.write("README.md", README)
        self.write("CONTRIBUTING.md", "You need Swift 6.1 or later.\n")
        self.write("CHANGELOG.md", "## Unreleased\n\n## 0.1.0\n\n## 0.0.9\n")
        self.write(".jazzy.yaml", JAZZY)
        self.write("Documentation/Guides/start.md", README)

    def faults(self):
        return Agreement(package(), [Podspec(path) for path in sorted(glob.glob("*.podspec"))]).faults()

    def test_version(self):
        truth = "version: Endpoint.podspec says 0.1.0, but"
        self.assertEach([
            ("Endpoint.xcconfig", "MARKETING_VERSION = 0.1.0", "MARKETING_VERSION = 0.2.0",
             f"{truth} Endpoint.xcconfig says 0.2.0"),
            ("EndpointTesting.podspec", "0.1.0", "0.2.0", f"{truth} EndpointTesting.podspec says 0.2.0"),
            (".jazzy.yaml", "0.1.0", "0.2.0", f"{truth} .jazzy.yaml says 0.2.0"),
            ("CHANGELOG.md", "## 0.1.0", "## 0.2.0", f"{truth} CHANGELOG.md:3 says 0.2.0"),
            ("README.md", 'from: "0.1.0"', 'from: "0.2.0"', f"{truth} README.md:2 says 0.2.0"),
            ("README.md", "~> 0.1.0", "~> 0.2.0", f"{truth} README.md:3 says 0.2.0"),
            ("README.md", "'0.1.0'", "'0.2.0'", f"{truth} README.md:4 says 0.2.0"),
            ("README.md", README, "Swift 6.1 or later", f"{truth} README.md says none"),
            ("Documentation/Guides/start.md", 'from: "0.1.0"', 'from: "0.2.0"',
             f"{truth} Documentation/Guides/start.md:2 says 0.2.0"),
        ], self.faults)

    def test_there_is_no_release_yet(self):
        self.write("CHANGELOG.md", "## Unreleased\n")
        self.assertEqual(self.faults(), [])

    def test_address(self):
        truth = "address: Endpoint.podspec says https://example.com/Endpoint.git, but"
        self.assertEach([
            ("EndpointTesting.podspec", "https://example.com/Endpoint.git", "https://example.org/Endpoint.git",
             f"{truth} EndpointTesting.podspec says https://example.org/Endpoint.git"),
            ("EndpointTesting.podspec", "'https://example.com/Endpoint'", "'https://example.org/Endpoint'",
             f"{truth} EndpointTesting.podspec says https://example.org/Endpoint.git"),
            (".jazzy.yaml", "example.com", "example.org", f"{truth} .jazzy.yaml says https://example.org/Endpoint.git"),
            ("README.md", 'url: "https://example.com/', 'url: "https://example.com/someone/',
             f"{truth} README.md:2 says https://example.com/someone/Endpoint.git"),
            ("README.md", "See https://example.com", "See https://example.org",
             f"{truth} README.md:5 says https://example.org/Endpoint.git"),
        ], self.faults)

    def test_platforms_and_swift(self):
        self.assertEach([
            ("README.md", "tvOS 17", "tvOS 16", "platform tvOS: Package.swift says 17, but README.md:1 says 16"),
            ("README.md", "visionOS 1", "visionOS",
             "platform visionOS: Package.swift says 1, but README.md says none"),
            ("README.md", "Swift 6.1", "Swift 6.2",
             "Swift version: Package.swift says 6.1, but README.md:1 says 6.2"),
            ("README.md", "Swift 6.1 or later", "Swift",
             "Swift version: Package.swift says 6.1, but README.md says none"),
            ("CONTRIBUTING.md", "Swift 6.1", "Swift 6.0",
             "Swift version: Package.swift says 6.1, but CONTRIBUTING.md:1 says 6.0"),
        ], self.faults)

    def test_modules(self):
        truth = "modules: Package.swift says Endpoint, EndpointController, EndpointTesting, but"
        self.assertEach([
            (".spi.yml", ", EndpointTesting]", "]", f"{truth} .spi.yml says Endpoint, EndpointController"),
            (".jazzy.yaml", "  - module: EndpointTesting\n", "",
             f"{truth} .jazzy.yaml says Endpoint, EndpointController"),
        ], self.faults)

    def test_a_file_that_is_missing(self):
        os.remove(".jazzy.yaml")
        with self.assertRaisesRegex(OSError, ".jazzy.yaml"):
            self.faults()


if __name__ == "__main__":
    unittest.main()
