"""Breaks copies of Endpoint.xcodeproj, and expects the fault to be named."""

import os
import shutil
import unittest

from support import CopyTestCase, package
from xcode_checks import check
from xcode_project import Project

PROJECT = "Endpoint.xcodeproj"
FILE = f"{PROJECT}/project.pbxproj"
SCHEME = f"{PROJECT}/xcshareddata/xcschemes/EndpointTesting.xcscheme"
SETTINGS = "Endpoint.xcconfig"

# The identifiers end in the number of a module, in their order, and in two where one needs the other.
TARGET = "E4D90147A000000000000003"
DEPENDENCY = "E4D90147D000000000000031"
FOLDER = "E4D901472100000000000003"


class XcodeprojTests(CopyTestCase):
    files = [PROJECT, SETTINGS]

    def setUp(self):
        super().setUp()
        for name in package().modules:
            os.makedirs(f"Sources/{name}")

    def faults(self):
        return check(Project(PROJECT), package())

    def test_structure(self):
        self.assertEach([
            (FILE, "objectVersion = 77", "objectVersion = 60", "project: objectVersion is 60, not 77"),
            (FILE, "target = E4D90147A000000000000001 /*", "target = E4D90147A000000000000009 /*",
             f"the PBXTargetDependency {DEPENDENCY} refers to E4D90147A000000000000009, which does not exist"),
            (FILE, f"\t\t\t\t{DEPENDENCY} /* PBXTargetDependency */,\n", "",
             f"nothing refers to the PBXTargetDependency {DEPENDENCY}"),
            (FILE, f"{FOLDER} /* EndpointTesting */ = {{", "E4D901472100000000000002 /* EndpointController */ = {",
             "the object E4D901472100000000000002 is defined twice"),
            (FILE, "name = Release;", "name = Shipping;", "project: no configuration Release"),
        ], self.faults)

    def test_targets(self):
        self.assertEach([
            (FILE, "\t\t\tname = EndpointTesting;", "\t\t\tname = Testing;", "project: no target EndpointTesting"),
            (FILE, "\t\t\tname = EndpointTesting;", "\t\t\tname = Testing;", "project: an unknown target Testing"),
            (FILE, "product-type.framework", "product-type.bundle",
             "target Endpoint: productType is com.apple.product-type.bundle, not com.apple.product-type.framework"),
            (FILE, "path = Endpoint.framework", "path = Core.framework",
             "product of target Endpoint: path is Core.framework, not Endpoint.framework"),
            (FILE, "E4D90147B000000000000001 /* Sources */,\n\t\t\t\t", "",
             "nothing refers to the PBXSourcesBuildPhase E4D90147B000000000000001"),
            (FILE, "\t\t\tpath = EndpointTesting;", "\t\t\tpath = EndpointTests;",
             "target EndpointTesting: its folders are ['Sources/EndpointTests'], not ['Sources/EndpointTesting']"),
            (FILE, "isa = PBXFileSystemSynchronizedRootGroup", "isa = PBXGroup",
             "folder of target Endpoint: isa is PBXGroup, not PBXFileSystemSynchronizedRootGroup"),
            (FILE, "E4D90147C100000000000031 /* Endpoint.framework in Frameworks */,\n",
             "E4D90147C100000000000032 /* Endpoint.framework in Frameworks */,\n",
             "nothing refers to the PBXBuildFile E4D90147C100000000000031"),
            (FILE, "remoteInfo = EndpointController", "remoteInfo = Controller",
             "target EndpointTesting, dependency EndpointController: "
             "remoteInfo is Controller, not EndpointController"),
        ], self.faults)

    def test_a_dependency_and_a_framework_that_are_missing(self):
        self.remove_lines("D000000000000031", "D100000000000031", "C100000000000031")
        faults = self.faults()
        self.assertIn("target EndpointTesting: no dependency Endpoint", faults)
        self.assertIn("target EndpointTesting: no linked framework Endpoint.framework", faults)

    def remove_lines(self, *identifiers):
        """Removes objects, and the lines that refer to them."""
        kept, skipping = [], False
        with open(FILE, encoding="utf-8") as lines:
            for line in lines:
                named = any(identifier in line for identifier in identifiers)
                if named and line.endswith("= {\n"):
                    skipping = True
                if not skipping and not named:
                    kept.append(line)
                if line == "\t\t};\n":
                    skipping = False
        self.write(FILE, "".join(kept))

    def test_settings(self):
        subject = "target EndpointTesting, Release"
        self.assertEach([
            (SETTINGS, "appletvsimulator ", "", f"{subject}: no platform appletvsimulator"),
            (SETTINGS, "= macosx", "= driverkit macosx", f"{subject}: an unknown platform driverkit"),
            (SETTINGS, "1,2,3,4,7", "1,2,3,4", f"{subject}: no device family 7"),
            (SETTINGS, "XROS_DEPLOYMENT_TARGET = 1.0", "XROS_DEPLOYMENT_TARGET = 2.0",
             f"{subject}: XROS_DEPLOYMENT_TARGET is 2.0, not 1.0"),
            (SETTINGS, "SWIFT_VERSION = 6.0", "SWIFT_VERSION = 5.0", f"{subject}: SWIFT_VERSION is 5.0, not 6.0"),
            (SETTINGS, "SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY = YES\n", "",
             f"{subject}: SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY is not there, not YES"),
            (SETTINGS, "SWIFT_PACKAGE_NAME = Endpoint\n", "",
             f"{subject}: SWIFT_PACKAGE_NAME is not there, not Endpoint"),
            (SETTINGS, "SKIP_INSTALL = YES", "SKIP_INSTALL = NO", f"{subject}: SKIP_INSTALL is NO, not YES"),
            # What the project or a target sets counts more than the file.
            (FILE, "buildSettings = {\n", "buildSettings = {\n\t\t\t\tSWIFT_VERSION = 5.0;\n",
             f"{subject}: SWIFT_VERSION is 5.0, not 6.0"),
        ], self.faults)

    def test_settings_that_are_not_understood(self):
        self.write(SETTINGS, "SWIFT_VERSION 6.0\n")
        with self.assertRaisesRegex(ValueError, "Endpoint.xcconfig:1: this is not understood"):
            self.faults()
        self.write(SETTINGS, "SWIFT_VERSION = 6.0\nSWIFT_VERSION = 5.0\n")
        with self.assertRaisesRegex(ValueError, "Endpoint.xcconfig:2: SWIFT_VERSION is set twice"):
            self.faults()

    def test_schemes(self):
        self.assertEach([
            (SCHEME, TARGET, "E4D90147A000000000000001",
             f"scheme EndpointTesting: BlueprintIdentifier is E4D90147A000000000000001, not {TARGET}"),
            (SCHEME, "container:Endpoint.xcodeproj", "container:Other.xcodeproj",
             "scheme EndpointTesting: ReferencedContainer is container:Other.xcodeproj, "
             "not container:Endpoint.xcodeproj"),
            (SCHEME, 'buildForArchiving = "YES"', 'buildForArchiving = "NO"',
             "scheme EndpointTesting: buildForArchiving is NO, not YES"),
        ], self.faults)
        shutil.copy(SCHEME, SCHEME.replace("EndpointTesting", "Other"))
        self.assertEqual(self.faults(), ["project: an unknown scheme Other"])

    def test_files_that_are_missing(self):
        os.remove(SCHEME)
        os.rmdir("Sources/Endpoint")
        shutil.rmtree(f"{PROJECT}/project.xcworkspace")
        self.assertEqual(self.faults(), ["project: no workspace"])
        os.makedirs(f"{PROJECT}/project.xcworkspace")
        self.write(f"{PROJECT}/project.xcworkspace/contents.xcworkspacedata", "")
        self.assertEqual(self.faults(), [
            "project: no scheme EndpointTesting", "target Endpoint: there is no folder Sources/Endpoint",
            "target EndpointTesting: no shared scheme",
        ])

    def test_what_is_no_project(self):
        self.write(FILE, "{ objects = {")
        with self.assertRaisesRegex(ValueError, "project.pbxproj: this is no Xcode project"):
            self.faults()


if __name__ == "__main__":
    unittest.main()
