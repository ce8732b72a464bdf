from repository import RepositoryTests

import copies
from configuration import Mistake
from pages import Page

WEB = "https://example.com/Endpoint/blob/main"
GUIDE = """\
# Paging

[Errors](errors.md), [thrown](errors.md#what-load-throws), [here](#paging), [rules](../../CONTRIBUTING.md#rules),
[all](../../README.md), [web](https://example.com/a.md)

```swift-manifest
let x = [a](errors.md)
```
"""


class CopiesTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.write("Documentation/Guides/paging.md", GUIDE)
        self.page = Page("Documentation/Guides/paging.md")

    def test_for_jazzy(self):
        self.assertEqual(
            copies.copy(self.page, copies.Jazzy(WEB)),
            GUIDE.replace("(errors.md)", "(errors.html)", 1)
            .replace("errors.md#what-load-throws", "errors.html#what-code-load-code-throws")
            .replace("#paging", "paging.html#paging")
            .replace("../../README.md", "index.html")
            .replace("../../CONTRIBUTING.md", f"{WEB}/CONTRIBUTING.md")
            .replace("swift-manifest", "swift"),
        )
        self.assertEqual(
            copies.copy(Page("README.md"), copies.Jazzy(WEB)),
            "# Endpoint\n\n[Errors](errors.html), [how](index.html#how-it-works)\n\n## How it works\n",
        )

    def test_for_docc(self):
        self.assertEqual(
            copies.copy(self.page, copies.DocC(WEB)),
            GUIDE.replace("(errors.md)", "(doc:errors)", 1)
            .replace("errors.md#what-load-throws", "doc:errors#What-load-throws")
            .replace("#paging", "doc:paging#Paging")
            .replace("../../README.md", f"{WEB}/README.md")
            .replace("../../CONTRIBUTING.md", f"{WEB}/CONTRIBUTING.md")
            .replace("swift-manifest", "swift"),
        )

    def test_refuses_a_link_to_no_heading(self):
        self.write("Documentation/Guides/paging.md", "[a](errors.md#nothing)")
        with self.assertRaisesRegex(Mistake, "paging.md: the link errors.md#nothing"):
            copies.copy(Page("Documentation/Guides/paging.md"), copies.DocC(WEB))

    def test_jazzy_makes_hyphens_of_what_is_no_word_of_html(self):
        anchor = copies.Jazzy(WEB).anchor
        self.assertEqual(anchor("Enums, structs & classes"), "enums-structs-amp-classes")
        self.assertEqual(anchor("`load` or not?"), "code-load-code-or-not")
        self.assertEqual(anchor("What's new"), "what-39-s-new")
