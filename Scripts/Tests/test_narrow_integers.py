import os
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "..", "..", "Sources")
FILES = [
    "EndpointController/Payload/ISO8601Date.swift", "EndpointSupport/Fields/GregorianCalendar.swift",
    "EndpointTransports/Time/Alarms.swift", "EndpointSupport/Concurrency/Locked.swift",
    "EndpointSupport/Concurrency/Duration+Limit.swift"]


class NarrowIntegerTests(unittest.TestCase):
    def test_parses_dates_and_sets_alarms_with_32_bit_integers(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "narrow")
            subprocess.run([
                "swiftc", "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault",
                "-package-name", "endpoint",
                # With the name of the module that two files import, the import is ignored, with a warning.
                "-suppress-warnings", "-module-name", "EndpointSupport", "-o", program, os.path.join(HERE, "narrow", "main.swift"),
                *(os.path.join(SOURCES, file) for file in FILES)], check=True)
            output = subprocess.run([program], stdout=subprocess.PIPE, check=True, text=True, timeout=60).stdout
        self.assertEqual(
            output.split(), ["-62167219200.0", "-2203804860.0", "4133890800.0", "253402300799.0", "true"])


if __name__ == "__main__":
    unittest.main()
