"""Builds the library, and finds what a compiler needs to import its modules."""

import concurrent.futures
import glob
import json
import os
import platform
import shutil
import subprocess
import sys

# This package turns all traits on, and its tests need what they bring, so that the packages of others are built once. Its
# targets depend on all modules.
PACKAGE = "Tests/Integration"
GRAPHS = ".build/symbolgraphs"
# With a symbol for each extension of another module's type, as DocC wants it.
EXTENDED = ".build/documentation/symbolgraphs"


def run(*command):
    """The output of a command, which prints what it has to say if it fails."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{result.stdout}{result.stderr}\n{' '.join(command)} failed")
    return result.stdout


def options(with_traits=True):
    """The options with which a compiler finds the modules, after a build."""
    build = ["swift", "build"]
    if with_traits:
        build += ["--package-path", PACKAGE, "--build-tests"]
        print("Building the library with all traits: several minutes the first time.", flush=True)
    else:
        print("Building the library: a minute or two the first time.", flush=True)
    run(*build)
    products = run(*build, "--show-bin-path").strip()
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    found = ["-target", target, "-I", f"{products}/Modules", "-I", products]
    if platform.system() == "Darwin":
        found += ["-sdk", run("xcrun", "--show-sdk-path", "--sdk", "macosx").strip()]
        # Swift Testing and its macros are not where the compiler looks by default.
        platform_path = run("xcrun", "--show-sdk-platform-path", "--sdk", "macosx").strip()
        toolchain = os.path.dirname(os.path.dirname(run("xcrun", "--find", "swiftc").strip()))
        found += ["-F", f"{platform_path}/Developer/Library/Frameworks"]
        found += ["-plugin-path", f"{toolchain}/lib/swift/host/plugins/testing"]
    # The modules in C of other packages.
    maps = glob.glob(f"{os.path.abspath(PACKAGE)}/.build/checkouts/*/Sources/*/include/module.modulemap")
    for path in [*maps, *glob.glob(f"{products}/*.build/module.modulemap")]:
        found += ["-Xcc", f"-fmodule-map-file={path}"]
    return found


def extract(modules):
    """Writes the symbol graphs of each module into a folder with its name."""
    found = options(any(module.needs_packages for module in modules.values()))

    def write(module, folder, *extra):
        shutil.rmtree(f"{folder}/{module}", ignore_errors=True)
        os.makedirs(f"{folder}/{module}")
        run("swift", "symbolgraph-extract", "-module-name", module, *found, *extra, "-minimum-access-level", "public",
            "-skip-synthesized-members", "-output-dir", f"{folder}/{module}")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(write, module, GRAPHS) for module in modules]
        runs += [pool.submit(write, module, EXTENDED, "-emit-extension-block-symbols") for module in modules]
        for each in runs:
            each.result()
