"""Type-checks the package as the compiler would for Apple platforms, on Linux and without an SDK.

The textual interfaces of the standard library that come with the toolchain state Apple's availability. With another
target in their head, they are the standard library of an Apple system. Foundation, Dispatch, Darwin, ObjectiveC,
Security and CryptoKit are the interfaces in this folder: what the package uses of them, as Apple declares it, with
availability and Sendable. What they lack is an error too: add it, as it is in Apple's documentation.

What is newer than the deployment target of Package.swift is an error. No code is made and none runs.

For newer versions of macOS and iOS, the example app and the guides about Apple's frameworks are checked too. SwiftUI
and os are interfaces in this folder as well.

Usage: python3 Scripts/AppleCheck/check.py [SYSTEM...], from the folder of the package; all systems without an argument.
"""

import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import library
import package
import samples
import snippets

HERE = os.path.dirname(os.path.abspath(__file__))
SCRATCH = os.path.abspath(".build/apple-check")
# The names of systems in targets, by those of SwiftPM.
SYSTEMS = {"macos": "macos", "ios": "ios", "tvos": "tvos", "watchos": "watchos", "visionos": "xros"}
# What the toolchain has an interface of, and the package uses.
TOOLCHAIN_MODULES = [
    "Swift", "_Concurrency", "_RegexParser", "_StringProcessing", "SwiftOnoneSupport", "Observation", "Testing",
]
# The systems that the app and the guides are for, and their versions: Observation needs newer ones than the library.
APP_SYSTEMS = {"macos": "14.0", "ios": "17.0"}
APP = "Examples/App"
GUIDES = ["swiftui", "logging-on-apple-systems", "sessions-cookies-and-tls", "background-transfers"]


# The folder of the toolchain with its modules.
LIBRARY = os.path.join(
    os.path.dirname(json.loads(library.run("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]), "swift")


class System:
    """One of Apple's systems, as the package supports it."""

    def __init__(self, name, version):
        self.name = name
        self.target = f"arm64-apple-{SYSTEMS[name]}{version}"
        self.folder = os.path.join(SCRATCH, name)
        self.resources = os.path.join(self.folder, "sdk", "usr", "lib", "swift")
        self.modules = os.path.join(self.folder, "modules")
        self.compiler = [
            "swiftc", "-frontend", "-target", self.target, "-sdk", os.path.join(self.folder, "sdk"),
            "-resource-dir", self.resources, "-disable-objc-interop", "-I", self.modules,
            "-module-cache-path", os.path.join(self.folder, "cache"),
            "-prebuilt-module-cache-path", os.path.join(self.folder, "none"),
            "-plugin-path", os.path.join(LIBRARY, "host", "plugins"),
            "-load-plugin-library", os.path.join(LIBRARY, "host", "plugins", "libTestingMacros.so"),
        ]

    def prepare(self):
        """Makes the SDK, unless it is there as it should be."""
        interfaces = self._interfaces()
        # The compiler does not notice that a file of an SDK has changed.
        digest = hashlib.sha256(json.dumps(interfaces, sort_keys=True).encode()).hexdigest()
        mark = os.path.join(self.folder, digest)
        if not os.path.exists(mark):
            shutil.rmtree(self.folder, ignore_errors=True)
            shutil.copytree(os.path.join(LIBRARY, "shims"), os.path.join(self.resources, "shims"))
            for module, text in interfaces.items():
                name = f"arm64-apple-{SYSTEMS[self.name]}.swiftinterface"
                package.write(os.path.join(self.resources, f"{module}.swiftmodule", name), text)
            package.write(mark, "")
        shutil.rmtree(self.modules, ignore_errors=True)
        os.makedirs(self.modules)

    def _interfaces(self):
        """The interfaces of the SDK, by the names of their modules."""
        found = {}
        for module in TOOLCHAIN_MODULES:
            (path,) = glob.glob(os.path.join(LIBRARY, "linux", f"{module}.swiftmodule", "*-linux-gnu.swiftinterface"))
            found[module] = retargeted(package.read(path), self.target)
        for path in glob.glob(os.path.join(HERE, "interfaces", "*")):
            module = os.path.basename(path).removesuffix(".swiftinterface")
            parts = sorted(glob.glob(os.path.join(path, "*"))) if os.path.isdir(path) else [path]
            found[module] = head(module, self.target) + "".join(map(package.read, parts))
        return {module: with_vision(text) for module, text in found.items()}

    def compile(self, target):
        """What the compiler says against a target of the package."""
        is_test = target["type"] == "test"
        path = target.get("path") or f"{'Tests' if is_test else 'Sources'}/{target['name']}"
        files = sorted(glob.glob(f"{path}/**/*.swift", recursive=True))
        if is_test:
            files = self._tests(files) + [os.path.join(HERE, f"{name}.swift") for name in ("Bundle+Module", "Expectations")]
        command = [
            *self.compiler, "-parse-as-library", "-module-name", target["name"],
            "-package-name", "endpoint", "-enable-testing", "-swift-version", "6", *files,
        ]
        if is_test:
            # No further: what the macros of tests become needs more of an SDK.
            command.append("-typecheck")
        else:
            module = os.path.join(self.modules, f"{target['name']}.swiftmodule")
            command += ["-emit-sil", "-o", os.devnull, "-emit-module-path", module]
        for feature in package.Module(target).features:
            command += ["-enable-upcoming-feature", feature]
        return [fault.removeprefix(self.folder + "/") for fault in complaints(command)]

    def _tests(self, paths):
        """Copies of unit tests that call the functions of Expectations.swift in place of #expect and #require."""
        copies = [os.path.join(self.folder, path) for path in paths]
        for path, copy in zip(paths, copies):
            package.write(copy, re.sub(r"#(?=(?:expect|require)\()", "_", package.read(path)))
        return copies

    def check(self, targets):
        """What is wrong with the library and the snippets."""
        self.prepare()
        faults = [fault for target in targets for fault in self.compile(target)]
        if not faults:
            command = [*self.compiler, "-module-name", "Snippet"]
            for folder in [os.path.join(HERE, "trials"), snippets.FOLDER]:
                _, found = snippets.check(snippets.paths(folder), command)
                faults += found
            if self.name in APP_SYSTEMS:
                faults += self.check_app()
        return faults

    def check_app(self):
        """What is wrong with the example app, also in a module on the main actor, and with guides."""
        target = f"arm64-apple-{SYSTEMS[self.name]}{APP_SYSTEMS[self.name]}"
        command = [*self.compiler, "-target", target, "-D", "DEBUG", "-emit-sil", "-o", os.devnull]
        app = [*command, "-parse-as-library", "-module-name", "Tracker", *sorted(glob.glob(f"{APP}/*.swift"))]
        faults = [fault for mode in ["6", "6-main-actor"] for fault in complaints([*app, *snippets.MODES[mode]])]
        for guide in GUIDES:
            main = os.path.join(self.folder, "main.swift")
            # Only SwiftPM can fetch the other packages.
            package.write(main, samples.program(f"Documentation/Guides/{guide}.md", missing="AsyncHTTPClient"))
            faults += complaints([*command, "-module-name", "Guide", *snippets.MODES["6"], main])
        return faults


def complaints(command):
    """What a compiler says, except about its own options."""
    result = subprocess.run(command, capture_output=True, text=True)
    found = re.findall(r"^(?!<unknown>:0: warning).+?: (?:error|warning): .*", result.stderr, re.MULTILINE)
    return list(dict.fromkeys(found)) or ([result.stderr] if result.returncode != 0 else [])


def head(module, target):
    """The lines at the start of an interface."""
    return (
        "// swift-interface-format-version: 1.0\n"
        f"// swift-module-flags: -target {target} -enable-library-evolution -swift-version 5 -module-name {module}\n"
    )


def retargeted(interface, target):
    """The interface of a module for another target, without the bodies of functions."""
    # It calls things of its own system's C library, and holds back what is newer than itself.
    flags = f"-target {target} -disable-availability-checking -experimental-skip-all-function-bodies"
    interface = re.sub(r"-target \S+", flags, interface, count=1).replace(" -O ", " ", 1)
    return re.sub(r"^(import Glibc|.*@backDeployed.*)\n", "", interface, flags=re.MULTILINE)


def with_vision(interface):
    """The interface with the version of visionOS beside each of iOS, which an SDK states for all modules at once."""
    def with_version(attribute):
        ios = re.search(r"\biOS (\d+)", attribute[0])
        if ios is None or "visionOS" in attribute[0]:
            return attribute[0]
        # visionOS 1 has what iOS 17 has, visionOS 2 what iOS 18 has; from 26 on the numbers are the same.
        major = int(ios[1])
        version = 1 if major <= 17 else major - 16 if major < 26 else major
        return attribute[0].replace(ios[0], f"visionOS {version}.0, {ios[0]}", 1)

    return re.sub(r"@available\([^)]*\)", with_version, interface)


def in_order(targets):
    """The targets, each after those that it depends on."""
    by_name = {target["name"]: target for target in targets}

    def depth(name):
        # The products of other packages are behind traits, which are off here.
        dependencies = [entry["byName"][0] for entry in by_name[name]["dependencies"] if "byName" in entry]
        return 1 + max(map(depth, dependencies), default=0)

    return sorted(targets, key=lambda target: depth(target["name"]))


def main(names):
    manifest = package.manifest()
    systems = [System(entry["platformName"], entry["version"]) for entry in manifest["platforms"]]
    chosen = [system for system in systems if not names or system.name in names]
    # Not the loopback tests, because the interfaces here lack much of what they use, and not CCurl, which is for Linux.
    targets = [target for target in manifest["targets"] if target["name"] not in ("LoopbackTests", "CCurl")]
    tests = [target for target in targets if target["type"] == "test"]
    sources = in_order([target for target in targets if target["type"] != "test"])
    found, runs = {}, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        checks = {pool.submit(system.check, sources): system for system in chosen}
        # The tests of a system follow its library at once, and each target by itself, so that no processor waits.
        for check in concurrent.futures.as_completed(checks):
            system = checks[check]
            found[system] = check.result()
            if not found[system]:
                runs |= {pool.submit(system.compile, test): system for test in tests}
        for run, system in runs.items():
            found[system] += run.result()
    for system, faults in found.items():
        print(f"{system.target}: {len(targets)} targets, {len(faults)} faults")
    faults = [f"{system.name}: {fault}" for system, faults in found.items() for fault in faults]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
