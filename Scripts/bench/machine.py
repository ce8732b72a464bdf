"""What the figures were measured on, and with."""

import json
import os
import platform
import re
import subprocess
from datetime import date

BENCHMARKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Benchmarks")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def first_match(pattern, path):
    with open(path, encoding="utf-8") as file:
        match = re.search(pattern, file.read(), re.MULTILINE)
    return match.group(1) if match else None


def processor():
    if platform.system() == "Darwin":
        return output("sysctl", "-n", "machdep.cpu.brand_string")
    return first_match(r"^model name\s*: (.*)$", "/proc/cpuinfo") or platform.machine()


def system():
    if platform.system() == "Darwin":
        return f"macOS {platform.mac_ver()[0]}"
    name = first_match(r'^PRETTY_NAME="?(.*?)"?$', "/etc/os-release") or "Linux"
    return f"{name}, kernel {platform.release()}"


def swift():
    return re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)


def packages():
    with open(os.path.join(BENCHMARKS, "Package.resolved"), encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    versions = {pin["identity"]: pin["state"].get("version") for pin in pins}
    return ", ".join(f"{name} {versions[name]}" for name in ("async-http-client", "swift-nio"))


def rows():
    """Names and values."""
    yield "machine", f"{processor()}, {os.cpu_count()} cores, {platform.machine()}"
    yield "system", system()
    yield "Swift", f"{swift()}, release configuration"
    yield "packages", packages()
    yield "date", date.today().isoformat()
