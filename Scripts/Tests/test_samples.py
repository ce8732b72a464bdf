import os
import subprocess
import sys

from repository import SCRIPTS, RepositoryTests

PAGE = """\
# A page

```swift
let page = 1
```

It prints:

```console
let page = "1"
```

```swift
print(page)
```

```swift-manifest
    targets: [.executableTarget(name: "App")]
```
"""


class SamplesTests(RepositoryTests):
    def test_the_blocks_of_a_page_are_one_program(self):
        self.assertEqual(self.compile(PAGE), "")

    def test_names_page_and_line(self):
        self.assertIn("page.md:14:7: error:", self.compile(PAGE.replace("print(page)", "print(number)")))
        self.assertIn("page.md:18:16: error:", self.compile(PAGE.replace(".executableTarget", ".program")))

    def test_refuses_a_warning(self):
        self.assertIn("page.md:14", self.compile(PAGE.replace("print(page)", "func f() { let number = page }")))

    def test_refuses_a_block_that_nobody_checks(self):
        self.assertIn("page.md:9: a block of code of the unknown kind", self.compile(PAGE.replace("console", "out")))
        self.assertIn("page.md: the last block of code has no end", self.compile(PAGE + "```swift\n"))

    def compile(self, text):
        """What the script says of a page, which is nothing if and only if it succeeds."""
        self.write("page.md", text)
        command = [sys.executable, os.path.join(SCRIPTS, "check_samples.py"), "page.md"]
        result = subprocess.run(command, input="", capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode == 0, result.stderr == "", result.stderr)
        return result.stderr
