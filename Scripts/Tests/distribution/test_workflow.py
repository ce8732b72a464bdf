"""Breaks a copy of the workflow, and expects the fault to be named."""

import unittest

from support import CopyTestCase, package
from workflow import Workflow, commands

FILE = ".github/workflows/ci.yml"
CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd"


class WorkflowTests(CopyTestCase):
    files = [FILE, ".ci/run"]

    def setUp(self):
        super().setUp()
        targets = ["build", "test", "test-unit", "test-traits", "demo", "lint", "docs"]
        self.write("Makefile", "".join(f"{target}:\n" for target in targets))

    def faults(self):
        return Workflow(FILE, package()).faults()

    def test_faults(self):
        rows = [
            ("run: make docs", "run: make documentation", "job macos: the Makefile has no target documentation"),
            ("run: make docs", "run: cd x && make y", "job macos: the Makefile has no target y"),
            (".ci/run", ".ci/walk", "job everything: there is no program .ci/walk"),
            (CHECKOUT, "actions/checkout@v6", "job pods: actions/checkout@v6 is not pinned to a commit"),
            (" # v0.4.0", "",
             "no version beside the commit: - uses: compnerd/gha-setup-swift@eeda069c5bc95ac8a9ac5cea7d4f588ae5420ca5"),
            ("contents: read", "contents: write", "it has more permissions than to read the contents"),
            ("    name: Pods\n", "    name: Pods\n    permissions: write-all\n",
             "job pods: it has permissions of its own"),
            ("cancel-in-progress: true", "cancel-in-progress: false", "a newer run does not cancel an older one"),
            ("    timeout-minutes: 180\n", "", "job everything: it has no timeout"),
            ('"6.1", ', "", "the oldest Swift on Linux is 6.2, but the package needs 6.1"),
            ("tvOS, ", "", "frameworks are not built for just these platforms: iOS, macOS, tvOS, visionOS, watchOS"),
            ("for scheme in Endpoint EndpointController", "for scheme in Endpoint",
             "the scheme EndpointController is not built"),
        ]
        self.assertEach([(FILE, old, new, f"{FILE}: {fault}") for old, new, fault in rows], self.faults)

    def test_commands(self):
        self.assertEqual(
            list(commands("swift build \\\n  -v && make x\nmake y\n")),
            [["swift", "build", "-v"], ["make", "x"], ["make", "y"]])


if __name__ == "__main__":
    unittest.main()
