"""Breaks copies of the podspecs, and expects the fault to be named."""

import glob
import os
import unittest

import settings
from podspecs import Podspec, check, compile_pods
from support import CopyTestCase, package

CONTROLLER = "EndpointController.podspec"


class PodspecTests(CopyTestCase):
    files = ["Endpoint.podspec", CONTROLLER, "EndpointTesting.podspec"]

    def read(self):
        return [Podspec(path) for path in sorted(glob.glob("*.podspec"))]

    def faults(self):
        return check(self.read(), package())

    def test_values(self):
        podspec = Podspec("Endpoint.podspec")
        self.assertEqual(podspec.values["license"], {"type": "MIT", "file": "LICENSE"})
        self.assertEqual(podspec.values["source"]["tag"], podspec.values["version"])

    def test_differences(self):
        self.assertEach([
            (CONTROLLER, "s.name = 'EndpointController'", "s.name = 'Controller'",
             f"{CONTROLLER}: name is Controller, but Package.swift makes it EndpointController"),
            (CONTROLLER, "'10.0'", "'9.0'",
             f"{CONTROLLER}: watchos.deployment_target is 9.0, but Package.swift makes it 10.0"),
            (CONTROLLER, "  s.osx.deployment_target = '14.0'\n", "",
             f"{CONTROLLER}: osx.deployment_target is None, but Package.swift makes it 14.0"),
            (CONTROLLER, "s.osx.", "s.driverkit.",
             f"{CONTROLLER}: driverkit.deployment_target is not in Package.swift"),
            (CONTROLLER, "'6.0'", "'5.0'", f"{CONTROLLER}: swift_versions is 5.0, but Package.swift makes it 6.0"),
            (CONTROLLER, "**/*.swift", "*.swift",
             f"{CONTROLLER}: source_files is Sources/EndpointController/*.swift, "
             "but Package.swift makes it Sources/EndpointController/**/*.swift"),
            (CONTROLLER, "  s.dependency 'Endpoint', s.version.to_s\n", "",
             f"{CONTROLLER}: it depends on [], but in Package.swift on ['Endpoint']"),
        ], self.faults)

    def test_a_setting_that_is_missing(self):
        self.replace(CONTROLLER, "    'SWIFT_PACKAGE_NAME' => 'Endpoint',\n", "")
        (fault,) = self.faults()
        self.assertRegex(fault, f"^{CONTROLLER}: pod_target_xcconfig is .* makes it .*'SWIFT_PACKAGE_NAME': 'Endpoint'")

    def test_files(self):
        os.rename(CONTROLLER, "Other.podspec")
        self.assertEqual(self.faults(), [
            f"{CONTROLLER}: there is no such file", "Other.podspec: Package.swift has no module Other"
        ])

    def test_what_is_not_understood(self):
        rows = [
            ("s.version = '0.1.0'", "s.version = File.read('VERSION')", "Endpoint.podspec:5: this is not understood"),
            ("s.version = '0.1.0'", "raise 'no'", "Endpoint.podspec:5: this is not understood"),
            ("s.version = '0.1.0'", "s.name = 'Other'", "Endpoint.podspec:5: name is said twice"),
            (" }\n", "\n", "Endpoint.podspec: a brace is open at the end"),
            ("Pod::Spec.new", "Pod::Specification.new", "Endpoint.podspec: this is no podspec"),
        ]
        with open("Endpoint.podspec", encoding="utf-8") as file:
            text = file.read()
        for old, new, fault in rows:
            with self.subTest(fault):
                self.replace("Endpoint.podspec", old, new)
                with self.assertRaisesRegex(ValueError, fault):
                    self.read()
                self.write("Endpoint.podspec", text)

    def test_options_of_the_compiler(self):
        options = settings.compiler_options("6.0", settings.of_language(package(), package().modules["Endpoint"]))
        self.assertEqual(options, [
            "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
            "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
            "-package-name", "Endpoint",
        ])
        with self.assertRaisesRegex(ValueError, "SWIFT_OPTIMIZATION_LEVEL = -Onone is unknown"):
            settings.compiler_options("6.0", {"SWIFT_OPTIMIZATION_LEVEL": "-Onone"})

    def test_pods_are_compiled_as_they_say(self):
        self.write("Sources/Endpoint/Core.swift", "package struct Core { package init() {} }\n")
        self.write("Sources/EndpointController/Use.swift", "import Endpoint\nlet core = Core()\n")
        self.write("Sources/EndpointTesting/Use.swift", "import EndpointController\n")
        self.assertEqual(compile_pods(self.read(), package(), "modules"), [])
        self.replace(CONTROLLER, "=> 'Endpoint'", "=> 'Other'")
        (fault,) = compile_pods(self.read(), package(), "modules")
        self.assertRegex(fault, f"^{CONTROLLER}: the pod does not compile:\\n.*cannot find 'Core' in scope")


if __name__ == "__main__":
    unittest.main()
