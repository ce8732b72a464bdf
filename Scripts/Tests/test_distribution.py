import re
from unittest import mock

from repository import RepositoryTests

import distribution
import package


def target(name, dependencies=(), products=(), traits=()):
    entries = [{"byName": [other, None]} for other in dependencies]
    entries += [{"product": [other, "swift-log", None, {"traits": list(traits)} if traits else None]} for other in products]
    return {"name": name, "dependencies": entries, "settings": [
        {"kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}}]}


MANIFEST = {
    "toolsVersion": {"_version": "6.2.0"},
    "platforms": [{"platformName": "macos", "version": "14.0"}, {"platformName": "ios", "version": "17.0"}],
    "products": [{"name": name, "targets": [name]} for name in ("Core", "Loading", "Checking", "Logging", "Printing", "Tracing")],
    "targets": [target("Core"), target("Loading", ["Core"]), target("Checking", ["Loading"]),
                target("Logging", ["Core"], ["Logging"]), target("LoggingTests", ["Logging"]),
                target("Printing", ["Core"], ["Logging"], ["Logging"]), target("Tracing", ["Core"], ["Tracing"], ["Tracing"])]}


class DistributionTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        package.write(package.PROJECT, 'address = "https://git.example/Endpoint"\nversion = "2.0.0"\n')
        patch = mock.patch.object(package, "manifest", lambda: MANIFEST)
        patch.start()
        self.addCleanup(patch.stop)

    def test_names_a_dependency_that_a_pod_does_not_need(self):
        package.write(distribution.podspec("Core"), "s.dependency 'Loading', s.version.to_s\n")
        self.assertIn(f"{distribution.podspec('Core')} depends on Loading, and Core does not", distribution.stale())

    def test_offers_what_compiles_without_other_packages(self):
        for module in ("Logging", "Printing", "Tracing"):
            package.write(f"Sources/{module}/Log.swift", f"#if {module}\nimport Logging\n#endif\n")
        for module in ("Logging", "Printing"):
            package.write(f"Sources/{module}/Debug/Printer.swift", "import Core\n")
        self.assertEqual(list(distribution.frameworks()), ["Core", "Loading", "Checking", "Printing"])

    def test_updates_only_the_version_and_the_address_of_the_package(self):
        old, new = ("https://x.example/Endpoint", "1.0.0"), ("https://git.example/Endpoint", "2.0.0")
        pages = {
            "Distribution/Core.podspec": "  s.version = '{1}'\n  s.source = '{0}.git', s.tag\n  s.osx = '14.0.1'\n",
            "README.md": '("{0}.git",\n    from: "{1}"), ("{0}.git", from: "{1}"), ("{0}.git", .upToNextMinor(from: "{1}"))',
            "CHANGELOG.md": '"{0}.git", exact: "{1}"\ngit "{0}.git" ~> {1}\n{0}/raw/{1}/Distribution/Endpoint.podspec\n{0}/issues).',
            "Documentation/other.md": '{0} for Swift 6.3.1, https://x.example/Endpoints, "https://x.example/Log.git", from: "1.0.0"'}
        for path, text in pages.items():
            package.write(path, text.format(*old))
        self.assertRaisesRegex(SystemExit, r"README\.md is out of date", distribution.main, "check")
        files = distribution.files()
        self.assertEqual({path: files[path] for path in pages}, {path: text.format(*new) for path, text in pages.items()})

    def test_reports_missing_statements_and_stale_files(self):
        package.write(
            "Distribution/Core.podspec", "s.source_files = 'Sources/Core/**/*.swift'\ns.osx.deployment_target = '14.0'\n")
        package.write("README.md", "Swift 6.2, macOS 15, iOS 17")
        package.write("Distribution/Endpoint.xcodeproj/project.pbxproj", '\t"path" = "../Sources/Core";\n')
        found = [fault for fault in distribution.said() if fault.startswith(("README", "Distribution/Core", ".")) or "Core.fr" in fault]
        self.assertEqual(found, [
            ".spi.yml does not say “documentation_targets: [Core, Loading, Checking]”", "README.md does not say “macOS 14”",
            "Distribution/Core.podspec does not say “s.ios.deployment_target = '17.0'”",
            "Distribution/Endpoint.xcodeproj/project.pbxproj does not say “\"path\" = \"Core.framework\";”",
            "Distribution/Core.podspec does not say “'SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY' => 'YES'”"])
        package.write("Distribution/Other.podspec", "")
        self.assertEqual(distribution.stale(), ["Distribution/Other.podspec belongs to no product"])

    def test_releases_the_unreleased_changes_and_refuses_an_invalid_version(self):
        package.write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Caches.\n\n## 1.0.0 - 2026-01-01\n\n- Loads.\n")
        for version in ("", "2", "v2.1.0", "1.0.0"):
            self.assertRaisesRegex(SystemExit, "needs a version", distribution.release, version)
        distribution.release("2.1.0")
        self.assertEqual(package.project()["version"], "2.1.0")
        changes = re.sub(r"\d{4}-\d\d-\d\d", "DATE", package.read("CHANGELOG.md"))
        self.assertIn("## Unreleased\n\n## 2.1.0 - DATE\n\n- Caches.\n\n## 1.0.0", changes)
        self.assertRaisesRegex(SystemExit, "says nothing under", distribution.release, "2.2.0")
