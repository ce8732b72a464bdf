"""Keeps what other package managers and services are told of the library as Package.swift and Distribution/project.toml say.

    distribution.py write    writes the version and the address into pages and podspecs
    distribution.py check    names each file that this would change, and what else does not agree with Package.swift
    distribution.py release VERSION    the same as write with another version, for which it dates the changelog
"""

import datetime
import glob
import os
import re
import sys

import package

# The address of the repository, at the start of any address of it.
ADDRESS = re.compile(r"https://[\w./-]+?/Endpoint(?![\w-]|\.(?!git\b)\w)")
# How SwiftPM, CocoaPods, Carthage and Xcode are told the version. Between the address and the version, lines may break.
VERSION = re.compile(
    rf"({ADDRESS.pattern}(?:\W+(?:git|raw|from|exact|upToNext\w+))*\W+|^  s\.version = '|^MARKETING_VERSION = )\d+\.\d+\.\d+",
    re.M)
XCODE, SETTINGS = "Distribution/Endpoint.xcodeproj", "Distribution/Endpoint.xcconfig"
# The settings of Xcode and the names in prose, by those of SwiftPM.
PLATFORMS = {
    "macos": ("MACOSX", "macOS"), "ios": ("IPHONEOS", "iOS"), "tvos": ("TVOS", "tvOS"), "watchos": ("WATCHOS", "watchOS"),
    "visionos": ("XROS", "visionOS")}


def podspec(module):
    return f"Distribution/{module}.podspec"


FOLLOWING = ["README.md", "CHANGELOG.md", SETTINGS, podspec("*"), "Documentation/**/*.md", ".github/**/*"]


def offered():
    """The modules that every package manager offers."""
    return {name: module for name, module in package.modules().items() if not module.needs_packages}


def frameworks():
    """The modules that every package manager builds: those that it offers, and those that these need."""
    targets = {target["name"]: target for target in package.manifest()["targets"]}
    found = offered()
    needed = {other for module in found.values() for other in module.dependencies}
    return found | {name: package.Module(targets[name]) for name in needed - found.keys()}


def files():
    """The text that each file should have, by path."""
    project, found = package.project(), {}
    for path in (path for pattern in FOLLOWING for path in glob.glob(pattern, recursive=True)):
        if os.path.isfile(path):
            text = ADDRESS.sub(project["address"], package.read(path))
            found[path] = VERSION.sub(rf"\g<1>{project['version']}", text)
    return found


def said():
    """What some file has to say, and does not."""
    modules, manifest = frameworks(), package.manifest()
    wanted = [(".spi.yml", f"documentation_targets: [{', '.join(offered())}]\n")]
    wanted.append(("README.md", "Swift " + manifest["toolsVersion"]["_version"].removesuffix(".0")))
    for platform in manifest["platforms"]:
        setting, name = PLATFORMS[platform["platformName"]]
        wanted.append((SETTINGS, f"{setting}_DEPLOYMENT_TARGET = {platform['version']}\n"))
        wanted.append(("README.md", f"{name} {platform['version'].removesuffix('.0')}"))
        pod = platform["platformName"].replace("macos", "osx")
        wanted += [(podspec(module), f"s.{pod}.deployment_target = '{platform['version']}'\n") for module in modules]
    for name, module in modules.items():
        paths = (f"../{module.folder}", f"{name}.framework")
        wanted += [(f"{XCODE}/project.pbxproj", f'"path" = "{path}";\n') for path in paths]
        wanted.append((f"{XCODE}/xcshareddata/xcschemes/{name}.xcscheme", f'BlueprintName="{name}"'))
        wanted.append((podspec(name), f"s.source_files = '{module.folder}/**/*.swift'\n"))
        wanted += [(podspec(name), f"['{path}']") for path in glob.glob(f"{module.folder}/*.xcprivacy")]
        wanted += [(podspec(name), f"s.dependency '{other}', s.version.to_s\n") for other in module.dependencies]
        for feature in module.features:
            setting = "SWIFT_UPCOMING_FEATURE_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", feature).upper()
            wanted += [(podspec(name), f"'{setting}' => 'YES'"), (SETTINGS, f"{setting} = YES\n")]
    return [f"{path} does not say “{text.strip()}”" for path, text in wanted if text not in package.read(path)]


def stale():
    """What is there and should not be."""
    names = [*glob.glob(podspec("*")), *glob.glob(f"{XCODE}/xcshareddata/xcschemes/*")]
    others = [path for path in names if os.path.basename(path).split(".")[0] not in frameworks()]
    found = [f"{path} belongs to no product" for path in others]
    for name, module in frameworks().items():
        for other in re.findall(r"s\.dependency '(\w+)'", package.read(podspec(name))):
            if other not in module.dependencies:
                found.append(f"{podspec(name)} depends on {other}, and {name} does not")
    return found


def release(version):
    """Writes a version into project.toml, and a heading for it into the changelog, whose changes it takes over."""
    changes, current = package.read("CHANGELOG.md"), package.project()["version"]
    if not re.fullmatch(r"\d+\.\d+\.\d+", version) or f"## {version} " in changes:
        sys.exit(f"make release needs a version such as 1.2.3 that is not in CHANGELOG.md, not “{version}”")
    if not re.search(r"^## Unreleased\n+(?!\n|## |\Z)", changes, re.MULTILINE):
        sys.exit("CHANGELOG.md says nothing under “Unreleased”")
    heading = f"## Unreleased\n\n## {version} - {datetime.date.today().isoformat()}\n"
    package.write("CHANGELOG.md", changes.replace("## Unreleased\n", heading, 1))
    package.write(package.PROJECT, package.read(package.PROJECT).replace(f'version = "{current}"', f'version = "{version}"'))


def main(command, version=None):
    faults = []
    if command == "release":
        release(version)
    for path, text in files().items():
        if command != "check":
            package.write(path, text)
        elif package.read(path) != text:
            faults.append(f"{path} is out of date: run make distribution")
    faults += [*stale(), *said()]
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
