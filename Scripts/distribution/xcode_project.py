"""Reads an Xcode project, and checks that its parts belong together."""

import os
import plistlib
import re
import xml.etree.ElementTree

import settings
from pbxproj import PBXGenericObject, XcodeProject

IDENTIFIER = re.compile(r"[0-9A-F]{24}")
DEFINITION = re.compile(r"^\t\t([0-9A-F]{24})(?: /\*.*?\*/)? = \{", re.MULTILINE)


def plain(value):
    """What pbxproj read, as dictionaries, lists and strings."""
    if isinstance(value, PBXGenericObject):
        return {key: plain(value[key]) for key in value.get_keys()}
    return [plain(item) for item in value] if isinstance(value, list) else str(value)


def identifiers(value):
    """All identifiers within a value."""
    if isinstance(value, dict):
        return [found for pair in value.items() for item in pair for found in identifiers(item)]
    if isinstance(value, list):
        return [found for item in value for found in identifiers(item)]
    return [value] if IDENTIFIER.fullmatch(value) else []


class Project:
    """A project, with its objects by their identifiers."""

    def __init__(self, path):
        self.path = path
        self.file = os.path.join(path, "project.pbxproj")
        try:
            project = XcodeProject.load(self.file)
        except plistlib.InvalidFileException:
            raise ValueError(f"{self.file}: this is no Xcode project") from None
        self.version = str(project.objectVersion)
        self.objects = {str(key): plain(project.objects[key]) for key in project.objects.get_keys()}
        self.root_identifier = str(project.rootObject)
        self.root = self.objects[self.root_identifier]

    def faults(self):
        """What every project must be like, whatever it builds."""
        with open(self.file, encoding="utf-8") as file:
            defined = DEFINITION.findall(file.read())
        faults = [f"the object {key} is defined twice" for key in sorted(set(defined)) if defined.count(key) > 1]
        reached, waiting = set(), [self.root_identifier]
        while waiting:
            key = waiting.pop()
            if key in reached:
                continue
            reached.add(key)
            for reference in identifiers(self.objects[key]):
                if reference in self.objects:
                    waiting.append(reference)
                else:
                    faults.append(f"the {self.objects[key]['isa']} {key} refers to {reference}, which does not exist")
        orphans = sorted(set(self.objects) - reached)
        return faults + [f"nothing refers to the {self.objects[key]['isa']} {key}" for key in orphans]

    def targets(self):
        """The targets by their names."""
        return {self.objects[key]["name"]: {**self.objects[key], "id": key} for key in self.root["targets"]}

    def folder(self, wanted):
        """The path of a group, from that of the project."""
        return self._folder(self.root["mainGroup"], wanted, "")

    def _folder(self, key, wanted, parent):
        path = os.path.join(parent, self.objects[key].get("path", ""))
        if key == wanted:
            return path
        found = (self._folder(child, wanted, path) for child in self.objects[key].get("children", []))
        return next((path for path in found if path is not None), None)

    def configurations(self, target):
        """The settings of a target, those of the project and of files included, by configuration."""
        own = self._configurations(target)
        return {name: {**whole, **own.get(name, {})} for name, whole in self._configurations(self.root).items()}

    def _configurations(self, owner):
        result = {}
        for key in self.objects[owner["buildConfigurationList"]]["buildConfigurations"]:
            configuration = self.objects[key]
            base = configuration.get("baseConfigurationReference")
            path = os.path.join(os.path.dirname(self.path), self.folder(base)) if base else None
            result[configuration["name"]] = {
                **(settings.read_xcconfig(path) if path else {}),
                **configuration["buildSettings"],
            }
        return result

    def schemes(self):
        """The shared schemes by their names."""
        folder = os.path.join(self.path, "xcshareddata", "xcschemes")
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return {
            os.path.splitext(name)[0]: xml.etree.ElementTree.parse(os.path.join(folder, name)).getroot()
            for name in names
        }
