"""Checks that the manifest for an older Swift says what Package.swift says, less what needs another package."""

import package

# What every manifest has alike, by the names of SwiftPM.
SAME = ["name", "platforms", "swiftLanguageVersions"]


def check(path, old, manifest):
    """The differences between the manifest at a path and Package.swift, both as SwiftPM tells of them."""
    faults = [f"it has {key}" for key in ("traits", "dependencies") if old.get(key)]
    version = package.MANIFEST.fullmatch(path)[1]
    if old["toolsVersion"]["_version"] != f"{version}.0":
        faults.append(f"its tools version is {old['toolsVersion']['_version']}")
    for key, truth in expected(manifest).items():
        if key in ("products", "targets"):
            faults += differences(key, truth, old[key])
        elif old[key] != truth:
            faults.append(f"{key} should be {truth}")
    return [f"{path}: {fault}" for fault in faults]


def expected(manifest):
    """What a manifest without traits and dependencies has to hold."""
    targets = {target["name"]: target for target in manifest["targets"]}

    def is_kept(name):
        return name not in package.SWIFTPM_ONLY and all(map(is_kept, package.target_dependencies(targets[name])))

    return {
        **{key: manifest[key] for key in SAME},
        "products": [product for product in manifest["products"] if all(map(is_kept, product["targets"]))],
        "targets": [without_packages(target) for name, target in targets.items() if is_kept(name)],
    }


def without_packages(target):
    """A target less the products of other packages that it depends on."""
    return {**target, "dependencies": [entry for entry in target["dependencies"] if "byName" in entry]}


def differences(kind, truth, others):
    """Names each product or target that is missing, or is there and should not be, or differs."""
    truth, others = ({entry["name"]: entry for entry in entries} for entries in (truth, others))
    for name in sorted({*truth, *others}):
        if name not in others:
            yield f"{kind}: {name} is missing"
        elif name not in truth:
            yield f"{kind}: {name} should not be there"
        elif truth[name] != others[name]:
            yield f"{kind}: {name} differs"
