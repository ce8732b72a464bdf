"""How Xcode's build settings say what Package.swift says. Podspecs use them too."""

import re

# For each platform: its deployment target, its SDKs, and its families of devices.
PLATFORMS = {
    "macos": ("MACOSX_DEPLOYMENT_TARGET", ["macosx"], []),
    "ios": ("IPHONEOS_DEPLOYMENT_TARGET", ["iphoneos", "iphonesimulator"], ["1", "2"]),
    "tvos": ("TVOS_DEPLOYMENT_TARGET", ["appletvos", "appletvsimulator"], ["3"]),
    "watchos": ("WATCHOS_DEPLOYMENT_TARGET", ["watchos", "watchsimulator"], ["4"]),
    "visionos": ("XROS_DEPLOYMENT_TARGET", ["xros", "xrsimulator"], ["7"]),
}

FEATURE = "SWIFT_UPCOMING_FEATURE_"


def name_of(feature):
    """SWIFT_UPCOMING_FEATURE_EXISTENTIAL_ANY for ExistentialAny."""
    return FEATURE + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", feature).upper()


def of_language(package, module):
    """The settings with which a module compiles as SwiftPM compiles it."""
    features = {name_of(feature): "YES" for feature in module.features}
    return {**features, "SWIFT_PACKAGE_NAME": package.name}


def language_version(package):
    """6.0 for the language mode 6, as Xcode and CocoaPods write it."""
    mode = package.language_mode
    return mode if "." in mode else f"{mode}.0"


def compiler_options(version, settings):
    """The options of swiftc for settings; an unknown setting is an error, because nobody would check it."""
    options = ["-swift-version", version.removesuffix(".0")]
    for name, value in settings.items():
        if name == "SWIFT_PACKAGE_NAME":
            options += ["-package-name", value]
        elif name.startswith(FEATURE) and value == "YES":
            words = name.removeprefix(FEATURE).split("_")
            options += ["-enable-upcoming-feature", "".join(word.capitalize() for word in words)]
        else:
            raise ValueError(f"the build setting {name} = {value} is unknown")
    return options


def read_xcconfig(path):
    """The settings in a file."""
    settings = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.split("//")[0].strip()
            if not line:
                continue
            match = re.fullmatch(r"([A-Z0-9_]+(?:\[sdk=[a-z]+\*\])?) = (.*)", line)
            if match is None:
                raise ValueError(f"{path}:{number}: this is not understood: {line}")
            if match[1] in settings:
                raise ValueError(f"{path}:{number}: {match[1]} is set twice")
            settings[match[1]] = match[2]
    return settings
