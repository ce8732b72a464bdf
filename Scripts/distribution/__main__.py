"""Checks what package managers and continuous integration are told of the library.

Usage: python Scripts/distribution CHECK, in the folder of the package; the checks are those of CHECKS.
"""

import glob
import sys

import agreement
import manifests
import package
import podspecs
import workflow
import xcode_checks
import xcode_project


def check_xcodeproj():
    return xcode_checks.check(xcode_project.Project("Endpoint.xcodeproj"), package.read())


def read_podspecs():
    return [podspecs.Podspec(path) for path in sorted(glob.glob("*.podspec"))]


def check_podspecs():
    manifest, found = package.read(), read_podspecs()
    return podspecs.check(found, manifest) or podspecs.compile_pods(found, manifest, ".build/pods")


def check_agreement():
    return agreement.Agreement(package.read(), read_podspecs()).faults()


def check_manifests():
    manifest = package.dump()
    older = package.older_manifests().values()
    return [fault for path in older for fault in manifests.check(path, package.dump_older(path), manifest)]


def check_workflow():
    return workflow.Workflow(".github/workflows/ci.yml", package.read()).faults()


CHECKS = {
    "xcodeproj": check_xcodeproj, "podspecs": check_podspecs, "agreement": check_agreement,
    "manifests": check_manifests, "workflow": check_workflow,
}


def main(arguments):
    if len(arguments) != 1 or arguments[0] not in CHECKS:
        print(f"Usage: python Scripts/distribution {'|'.join(CHECKS)}", file=sys.stderr)
        return 2
    try:
        faults = CHECKS[arguments[0]]()
    except (OSError, ValueError) as error:
        faults = [str(error)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{arguments[0]}: all is as it should be")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
