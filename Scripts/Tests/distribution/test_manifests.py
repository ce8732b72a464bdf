"""Changes one of two manifests, and expects the difference to be named."""

import copy
import unittest

import manifests
from support import target

PATH = "Package@swift-6.1.swift"


def manifest():
    """What SwiftPM tells of Package.swift."""
    names = ["Endpoint", "EndpointController", "EndpointAsyncHTTPClient"]
    return {
        "name": "Endpoint",
        "toolsVersion": {"_version": "6.2.0"},
        "swiftLanguageVersions": ["6"],
        "platforms": [{"platformName": "ios", "version": "17.0"}],
        "traits": [{"name": "Logging"}],
        "dependencies": [{"sourceControl": []}],
        "products": [{"name": name, "targets": [name]} for name in names],
        "targets": [
            target("ClientTests", "EndpointAsyncHTTPClient"), target("Endpoint"),
            target("EndpointController", "Endpoint"), target("EndpointAsyncHTTPClient", "EndpointController"),
        ],
    }


def older():
    """What SwiftPM is to tell of the manifest for an older Swift."""
    old = manifest()
    old["toolsVersion"] = {"_version": "6.1.0"}
    old["traits"] = old["dependencies"] = []
    old["products"] = old["products"][:2]
    old["targets"] = [manifests.without_packages(target) for target in old["targets"][1:3]]
    return old


class ManifestTests(unittest.TestCase):
    def assertFault(self, change, fault):
        """Expects one fault after a change of the older manifest."""
        old = copy.deepcopy(older())
        change(old)
        self.assertEqual(manifests.check(PATH, old, manifest()), [f"{PATH}: {fault}"])

    def test_they_agree(self):
        self.assertEqual(manifests.check(PATH, older(), manifest()), [])

    def test_traits_and_dependencies(self):
        self.assertFault(lambda old: old.update(traits=[{"name": "Logging"}]), "it has traits")
        self.assertFault(lambda old: old.update(dependencies=[{}]), "it has dependencies")

    def test_tools_version(self):
        self.assertFault(lambda old: old["toolsVersion"].update(_version="6.2.0"), "its tools version is 6.2.0")

    def test_platforms(self):
        self.assertFault(
            lambda old: old.update(platforms=[]),
            "platforms should be [{'platformName': 'ios', 'version': '17.0'}]")

    def test_products(self):
        self.assertFault(lambda old: old["products"].pop(), "products: EndpointController is missing")

    def test_targets(self):
        self.assertFault(lambda old: old["targets"].pop(), "targets: EndpointController is missing")
        self.assertFault(
            lambda old: old["targets"].append(target("ClientTests")), "targets: ClientTests should not be there")
        self.assertFault(lambda old: old["targets"][0]["settings"].pop(), "targets: Endpoint differs")
        self.assertFault(
            lambda old: old["targets"].__setitem__(1, target("EndpointController", "Endpoint")),
            "targets: EndpointController differs")


if __name__ == "__main__":
    unittest.main()
