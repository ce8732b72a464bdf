"""Checks CurlTransport over several versions of libcurl, on Linux.

The versions come from packages of PyPI, which bundle libcurl, and from the folders in the arguments, which contain a
libcurl.so at any depth. Exits with 1 if a check fails.
"""

import glob
import os
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = ["--package-path", "Tests/Integration"]
# libcurl 8.23.0, and 7.84.0 with changes.
PACKAGES = ["pycurl==7.49.0", "curl_cffi==0.5.10"]
# libcurl 7.61.1.
OLD_PACKAGE = "pycurl==7.45.3"
VERSION = """
import ctypes
version = ctypes.CDLL("libcurl.so.4").curl_version
version.restype = ctypes.c_char_p
print(version().decode().split()[0].split("/")[1])
"""


def output(*command, **environment):
    """The status and the output of a command."""
    # The dynamic linker writes warnings about libraries without the versions of symbols.
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | environment)
    return result.returncode, result.stdout


def download(requirement, folder):
    """Downloads a package, and returns the folder with its libcurl."""
    wheels = f"{folder}/{requirement}"
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary", ":all:", "--python-version", "3.11", "--dest", wheels, requirement], check=True)
    for wheel in glob.glob(f"{wheels}/*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(wheels)
    return wheels


def library_path(folder):
    """Returns a search path on which the libcurl of a folder is libcurl.so.4."""
    found = sorted(glob.glob(f"{glob.escape(folder)}/**/libcurl*.so*", recursive=True))
    if not found:
        sys.exit(f"There is no libcurl.so in {folder}.")
    link = tempfile.mkdtemp(dir=scratch)
    os.symlink(os.path.abspath(found[0]), f"{link}/libcurl.so.4")
    return f"{link}:{os.path.dirname(os.path.abspath(found[0]))}"


def check(folder):
    """Runs all checks, and returns whether they have passed."""
    path = library_path(folder)
    _, version = output(sys.executable, "-c", VERSION, LD_LIBRARY_PATH=path)
    print(f"\nChecking libcurl {version.strip()}", flush=True)
    status, report = output(compliance, "libcurl", LD_LIBRARY_PATH=path)
    print(*[line for line in report.splitlines() if "libcurl:" in line or "✘" in line], sep="\n", flush=True)
    # The packages look for certificate authorities where Red Hat's systems have them.
    faults = [line for line in report.splitlines() if "✘" in line and "/etc/pki/" not in line]
    return status in (0, 1) and not faults


def is_refused(folder):
    """Returns whether an old version is refused, with its number."""
    status, reason = output(compliance, "libcurl", "0", LD_LIBRARY_PATH=library_path(folder))
    print(f"\nWith an old libcurl: {reason}", flush=True)
    return status == 3 and "7.61.1" in reason


subprocess.run(["swift", "build", "--quiet", *PACKAGE, "--product", "Compliance"], check=True)
compliance = f"{output('swift', 'build', *PACKAGE, '--show-bin-path')[1].strip()}/Compliance"
with tempfile.TemporaryDirectory() as scratch:
    results = [is_refused(download(OLD_PACKAGE, scratch))]
    results += [check(download(requirement, scratch)) for requirement in PACKAGES]
    results += [check(folder) for folder in sys.argv[1:]]
sys.exit(0 if all(results) else 1)
