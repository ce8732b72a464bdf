from repository import RepositoryTests

import package
import samples

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
    def test_compiles_a_page_as_one_program_and_reports_page_and_line(self):
        for old, new, fault in [
            ("", "", ""),
            ("print(page)", "func f() { let number = page }", "page.md:14"),
            (".executableTarget", ".program", "page.md:18:16: error:"),
            ("console", "out", "page.md:9: a block of code of the unknown kind “out”"),
            ('"App")]\n```\n', '"App")]\n', "page.md:17: a block of code without an end"),
        ]:
            package.write("page.md", PAGE.replace(old, new))
            found = "\n".join(samples.mistakes("page.md", []))
            self.assertEqual(found == "", fault == "", found)
            self.assertIn(fault, found)

    def test_reports_code_of_a_table_that_no_page_shows(self):
        package.write("page.md", PAGE + "| [print](page.md) | `print(page)` |\n| [write](page.md) | `write(page)` |\n| a | `b` |\n")
        self.assertEqual(samples.unknown_rows(["page.md"]), ["page.md: no page shows the code “write(page)” of a table"])
