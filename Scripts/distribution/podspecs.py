"""Reads the podspecs, checks that they say what Package.swift says, and compiles the pods as they say."""

import ast
import glob
import os
import re
import subprocess

import settings

# CocoaPods' own names of platforms.
PLATFORMS = {"macos": "osx"}

ASSIGNMENT = re.compile(r"s\.([a-z_.]+) = (.+)")
DEPENDENCY = re.compile(r"s\.dependency '(\w+)', s\.version\.to_s")


class Podspec:
    """A podspec.

    Ruby that the podspecs of this package do not use is an error, so that nothing in them is overlooked.
    """

    def __init__(self, path):
        self.path = path
        self.values = {}
        self.dependencies = []
        with open(path, encoding="utf-8") as file:
            lines = [(number, line.strip()) for number, line in enumerate(file, 1)]
        lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
        if not lines or lines[0][1] != "Pod::Spec.new do |s|" or lines[-1][1] != "end":
            raise ValueError(f"{path}: this is no podspec")
        statement = ""
        for number, line in lines[1:-1]:
            statement += line
            if statement.count("{") == statement.count("}"):
                self._take(number, statement)
                statement = ""
        if statement:
            raise ValueError(f"{path}: a brace is open at the end")

    def _take(self, number, statement):
        dependency, assignment = DEPENDENCY.fullmatch(statement), ASSIGNMENT.fullmatch(statement)
        if dependency is not None:
            self.dependencies.append(dependency[1])
            return
        if assignment is None:
            raise ValueError(f"{self.path}:{number}: this is not understood: {statement}")
        name, ruby = assignment.groups()
        if name in self.values:
            raise ValueError(f"{self.path}:{number}: {name} is said twice")
        python = re.sub(r":(\w+) =>", r"'\1' =>", ruby).replace(" =>", ":")
        python = python.replace("s.version.to_s", repr(self.values.get("version")))
        try:
            self.values[name] = ast.literal_eval(python)
        except (ValueError, SyntaxError):
            raise ValueError(f"{self.path}:{number}: this is not understood: {statement}") from None


def expected_values(package, module):
    """What a podspec says of what Package.swift decides."""
    platforms = {
        f"{PLATFORMS.get(platform, platform)}.deployment_target": version
        for platform, version in package.platforms.items()
    }
    return {
        "name": module.name, "swift_versions": settings.language_version(package),
        "source_files": f"{module.folder}/**/*.swift", "pod_target_xcconfig": settings.of_language(package, module),
        **platforms,
    }


def check(podspecs, package):
    """What the podspecs do not say as Package.swift does."""
    faults = []
    found = {os.path.splitext(os.path.basename(podspec.path))[0]: podspec for podspec in podspecs}
    faults += [f"{name}.podspec: there is no such file" for name in sorted(set(package.modules) - set(found))]
    for name, podspec in sorted(found.items()):
        module = package.modules.get(name)
        if module is None:
            faults.append(f"{podspec.path}: Package.swift has no module {name}")
            continue
        expected = expected_values(package, module)
        targets = {key for key in podspec.values if key.endswith(".deployment_target")} - set(expected)
        faults += [f"{podspec.path}: {key} is not in Package.swift" for key in sorted(targets)]
        faults += [
            f"{podspec.path}: {key} is {podspec.values.get(key)}, but Package.swift makes it {value}"
            for key, value in expected.items()
            if podspec.values.get(key) != value
        ]
        if podspec.dependencies != module.dependencies:
            faults.append(
                f"{podspec.path}: it depends on {podspec.dependencies}, but in Package.swift on {module.dependencies}")
    return faults


def compile_pods(podspecs, package, folder):
    """Compiles each pod as a module with what its podspec says, and nothing else that SwiftPM would add."""
    os.makedirs(folder, exist_ok=True)
    by_name = {podspec.values["name"]: podspec for podspec in podspecs}
    for module in package.in_order():
        values = by_name[module.name].values
        files = sorted(glob.glob(values["source_files"], recursive=True))
        options = settings.compiler_options(values["swift_versions"], values["pod_target_xcconfig"])
        product = os.path.join(folder, f"{module.name}.swiftmodule")
        command = ["swiftc", "-wmo", "-emit-module", "-module-name", module.name, "-emit-module-path", product]
        command += ["-I", folder, "-warnings-as-errors", *options, *files]
        result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        if result.returncode != 0:
            return [f"{by_name[module.name].path}: the pod does not compile:\n{result.stderr.strip()}"]
        print(f"{by_name[module.name].path}: {len(files)} files compile")
    return []
