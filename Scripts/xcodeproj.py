"""Endpoint.xcodeproj: a framework for each module, for Carthage, with the settings of Endpoint.xcconfig.

Its folders are synchronised with the file system, as they can be since Xcode 16, so it names no file of the modules.
"""

import hashlib
import json

FOLDER = "Endpoint.xcodeproj"
SCHEME = """<?xml version="1.0" encoding="UTF-8"?>
<Scheme LastUpgradeVersion="1600" version="1.7">
   <BuildAction parallelizeBuildables="YES" buildImplicitDependencies="YES">
      <BuildActionEntries>
         <BuildActionEntry buildForRunning="YES" buildForProfiling="YES" buildForArchiving="YES" buildForAnalyzing="YES">
            <BuildableReference BuildableIdentifier="primary" BlueprintIdentifier="{identifier}"
               BuildableName="{name}.framework" BlueprintName="{name}" ReferencedContainer="container:Endpoint.xcodeproj"/>
         </BuildActionEntry>
      </BuildActionEntries>
   </BuildAction>
   <ArchiveAction buildConfiguration="Release" revealArchiveInOrganizer="YES"/>
</Scheme>
"""
WORKSPACE = '<?xml version="1.0" encoding="UTF-8"?>\n<Workspace version="1.0">\n   <FileRef location="self:"/>\n</Workspace>\n'


def plist(value, indent=""):
    """A property list in the form that Xcode writes."""
    inner = indent + "\t"
    if isinstance(value, dict):
        return "{\n" + "".join(f"{inner}{plist(key)} = {plist(item, inner)};\n" for key, item in value.items()) + indent + "}"
    if isinstance(value, list):
        return "(\n" + "".join(f"{inner}{plist(item, inner)},\n" for item in value) + indent + ")"
    return json.dumps(value)


class Project:
    """The objects of the project; each refers to others by their identifiers."""

    def __init__(self, modules):
        self.modules, self.objects = modules, {}
        targets = [self._target(module) for module in modules.values()]
        folders = [self.identifier("PBXFileSystemSynchronizedRootGroup", name) for name in modules]
        products = self._add("PBXGroup", "Products", name="Products", sourceTree="<group>", children=[
            self.identifier("PBXFileReference", name) for name in modules])
        settings = self._add(
            "PBXFileReference", "settings", lastKnownFileType="text.xcconfig", path="Endpoint.xcconfig", sourceTree="<group>")
        main = self._add("PBXGroup", "main", sourceTree="<group>", children=[settings, *folders, products])
        self.root = self._add(
            "PBXProject", "root", attributes={"BuildIndependentTargetsInParallel": "1", "LastUpgradeCheck": "1600"},
            buildConfigurationList=self._configurations("root", baseConfigurationReference=settings), developmentRegion="en", knownRegions=["en", "Base"],
            preferredProjectObjectVersion="77", productRefGroup=products, projectRoot="", projectDirPath="", targets=targets,
            mainGroup=main)

    def files(self):
        """The files of the project, by path."""
        content = {
            "archiveVersion": "1", "classes": {}, "objectVersion": "77", "objects": self.objects, "rootObject": self.root}
        return {
            f"{FOLDER}/project.pbxproj": f"// !$*UTF8*$!\n{plist(content)}\n",
            f"{FOLDER}/project.xcworkspace/contents.xcworkspacedata": WORKSPACE,
            **{f"{FOLDER}/xcshareddata/xcschemes/{name}.xcscheme":
               SCHEME.format(name=name, identifier=self.identifier("PBXNativeTarget", name)) for name in self.modules}}

    @staticmethod
    def identifier(kind, name):
        return hashlib.sha256(f"{kind} {name}".encode()).hexdigest()[:24].upper()

    def _add(self, kind, key, /, **values):
        identifier = self.identifier(kind, key)
        self.objects[identifier] = {"isa": kind, **values}
        return identifier

    def _configurations(self, owner, **values):
        configurations = [
            self._add("XCBuildConfiguration", f"{owner} {name}", name=name, buildSettings={}, **values)
            for name in ("Debug", "Release")]
        return self._add(
            "XCConfigurationList", owner, buildConfigurations=configurations, defaultConfigurationName="Release")

    def _target(self, module):
        name, needed = module.name, self._needed(module)
        links = [
            self._add("PBXBuildFile", f"{name} {other}", fileRef=self.identifier("PBXFileReference", other))
            for other in needed]
        phases = [
            self._add(kind, name, buildActionMask="2147483647", files=files, runOnlyForDeploymentPostprocessing="0")
            for kind, files in (
                ("PBXSourcesBuildPhase", []), ("PBXFrameworksBuildPhase", links), ("PBXResourcesBuildPhase", []))]
        folder = self._add("PBXFileSystemSynchronizedRootGroup", name, path=module.folder, name=name, sourceTree="<group>")
        product = self._add(
            "PBXFileReference", name, explicitFileType="wrapper.framework", includeInIndex="0",
            path=f"{name}.framework", sourceTree="BUILT_PRODUCTS_DIR")
        return self._add(
            "PBXNativeTarget", name, name=name, productName=name, productType="com.apple.product-type.framework",
            buildConfigurationList=self._configurations(name), buildPhases=phases, buildRules=[],
            dependencies=[self._dependency(name, other) for other in needed], fileSystemSynchronizedGroups=[folder],
            productReference=product)

    def _dependency(self, name, other):
        target = self.identifier("PBXNativeTarget", other)
        proxy = self._add(
            "PBXContainerItemProxy", f"{name} {other}", containerPortal=self.identifier("PBXProject", "root"),
            proxyType="1", remoteGlobalIDString=target, remoteInfo=other)
        return self._add("PBXTargetDependency", f"{name} {other}", target=target, targetProxy=proxy)

    def _needed(self, module):
        """The modules that a module needs, with those that they need."""
        return sorted({name for other in module.dependencies for name in [other, *self._needed(self.modules[other])]})
