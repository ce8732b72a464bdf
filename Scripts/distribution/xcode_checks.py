"""Checks that Endpoint.xcodeproj builds what Package.swift builds."""

import os

import settings

# What a framework must have that others put into their programs.
FRAMEWORK = {
    "SDKROOT": "auto",
    "PRODUCT_NAME": "$(TARGET_NAME)",
    "GENERATE_INFOPLIST_FILE": "YES",
    "DEFINES_MODULE": "YES",
    "BUILD_LIBRARY_FOR_DISTRIBUTION": "NO",
    "SKIP_INSTALL": "YES",
    "INSTALL_PATH": "$(LOCAL_LIBRARY_DIR)/Frameworks",
    "DYLIB_INSTALL_NAME_BASE": "@rpath",
}


def differences(subject, expected, found):
    """Says which of some named values differ."""
    return [
        f"{subject}: {name} is {found.get(name, 'not there')}, not {value}"
        for name, value in expected.items()
        if found.get(name) != value
    ]


def names(subject, kind, expected, found):
    """Says which names are missing, and which are too many."""
    missing = [f"{subject}: no {kind} {name}" for name in sorted(set(expected) - set(found))]
    return missing + [f"{subject}: an unknown {kind} {name}" for name in sorted(set(found) - set(expected))]


class TargetCheck:
    """The check of the target of a module."""

    def __init__(self, project, package, module):
        self.project = project
        self.objects = project.objects
        self.package = package
        self.module = module
        self.subject = f"target {module.name}"
        self.target = project.targets()[module.name]

    def faults(self):
        return [
            *self._product(), *self._folder(), *self._phases(), *self._dependencies(), *self._settings(),
            *self._scheme(),
        ]

    def _product(self):
        product = self.objects.get(self.target["productReference"], {})
        return [
            *differences(self.subject, {"productType": "com.apple.product-type.framework"}, self.target),
            *differences(
                f"product of {self.subject}",
                {"path": f"{self.module.name}.framework", "sourceTree": "BUILT_PRODUCTS_DIR"}, product),
        ]

    def _folder(self):
        groups = self.target.get("fileSystemSynchronizedGroups", [])
        folders = [self.project.folder(key) for key in groups]
        if folders != [self.module.folder]:
            return [f"{self.subject}: its folders are {folders}, not {[self.module.folder]}"]
        group = self.objects[groups[0]]
        faults = differences(
            f"folder of {self.subject}",
            {"isa": "PBXFileSystemSynchronizedRootGroup", "sourceTree": "<group>"}, group)
        if group.get("exceptions"):
            faults.append(f"{self.subject}: its folder has exceptions")
        if not os.path.isdir(os.path.join(os.path.dirname(self.project.path), folders[0])):
            faults.append(f"{self.subject}: there is no folder {folders[0]}")
        return faults

    def _phases(self):
        phases = [self.objects[key]["isa"] for key in self.target["buildPhases"] if key in self.objects]
        expected = ["PBXSourcesBuildPhase", "PBXFrameworksBuildPhase"]
        return [] if phases == expected else [f"{self.subject}: its build phases are {phases}, not {expected}"]

    def _dependencies(self):
        expected = self.package.all_dependencies(self.module.name)
        built, faults = [], []
        for key in self.target["dependencies"]:
            dependency = self.objects[key]
            proxy = self.objects[dependency["targetProxy"]]
            name = self.objects[dependency["target"]]["name"]
            built.append(name)
            faults += differences(
                f"{self.subject}, dependency {name}",
                {
                    "remoteGlobalIDString": dependency["target"], "remoteInfo": name, "proxyType": "1",
                    "containerPortal": self.project.root_identifier,
                },
                proxy)
        linked = [
            self.objects[self.objects[file]["fileRef"]]["path"]
            for phase in self.target["buildPhases"]
            if self.objects.get(phase, {}).get("isa") == "PBXFrameworksBuildPhase"
            for file in self.objects[phase]["files"]
        ]
        return [
            *faults, *names(self.subject, "dependency", expected, built),
            *names(self.subject, "linked framework", {f"{name}.framework" for name in expected}, linked),
        ]

    def _settings(self):
        expected = {
            **FRAMEWORK, **settings.of_language(self.package, self.module),
            "SWIFT_VERSION": settings.language_version(self.package),
        }
        sdks, families = [], []
        for platform, version in self.package.platforms.items():
            deployment_target, platform_sdks, platform_families = settings.PLATFORMS[platform]
            expected[deployment_target] = version
            sdks += platform_sdks
            families += platform_families
        faults = []
        for name, found in self.project.configurations(self.target).items():
            subject = f"{self.subject}, {name}"
            faults += differences(subject, expected, found)
            faults += names(subject, "platform", sdks, found.get("SUPPORTED_PLATFORMS", "").split())
            faults += names(subject, "device family", families, found.get("TARGETED_DEVICE_FAMILY", "").split(","))
        return faults

    def _scheme(self):
        scheme = self.project.schemes().get(self.module.name)
        if scheme is None:
            return [f"{self.subject}: no shared scheme"]
        expected = {
            "BlueprintIdentifier": self.target["id"], "BlueprintName": self.module.name,
            "BuildableName": f"{self.module.name}.framework",
            "ReferencedContainer": f"container:{os.path.basename(self.project.path)}",
        }
        subject = f"scheme {self.module.name}"
        references = list(scheme.iter("BuildableReference"))
        faults = [fault for reference in references for fault in differences(subject, expected, reference.attrib)]
        entries = list(scheme.iter("BuildActionEntry"))
        if len(entries) != 1:
            return [*faults, f"{subject}: it builds {len(entries)} targets, not 1"]
        # Carthage archives.
        return faults + differences(subject, {"buildForArchiving": "YES"}, entries[0].attrib)


def check(project, package):
    """All that is wrong with a project."""
    faults = project.faults()
    if not os.path.isfile(os.path.join(project.path, "project.xcworkspace", "contents.xcworkspacedata")):
        faults.append("project: no workspace")
    if faults:
        return faults
    targets = project.targets()
    # The first format with folders whose files need no mention.
    faults += differences("project", {"objectVersion": "77"}, {"objectVersion": project.version})
    faults += names("project", "target", package.modules, targets)
    faults += names("project", "scheme", package.modules, project.schemes())
    faults += names("project", "configuration", {"Debug", "Release"}, project.configurations(project.root))
    for module in package.modules.values():
        if module.name in targets:
            faults += TargetCheck(project, package, module).faults()
    return faults
