from repository import RepositoryTests

from pages import Page, broken_links

TEXT = """\
# A page

It has [a link over
two lines](errors.md), [`code`](errors.md#what-load-throws) and `[none](nowhere.md)`.

```swift
let items = [a](b.md)
# no heading
```

## A page

See [the web](https://example.com/x.md).
"""


class PageTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.write("Documentation/Guides/page.md", TEXT)
        self.page = Page("Documentation/Guides/page.md")

    def test_links_stand_in_prose_alone(self):
        self.assertEqual(
            self.page.links(), [(4, "errors.md"), (4, "errors.md#what-load-throws"), (13, "https://example.com/x.md")]
        )

    def test_a_heading_that_comes_again_gets_a_number(self):
        self.assertEqual(self.page.title, "A page")
        self.assertEqual(self.page.anchors(), {"a-page": "A page", "a-page-1": "A page"})

    def test_rewrites_targets_alone(self):
        self.assertEqual(
            self.page.with_links(lambda target: target.upper()),
            TEXT.replace("(errors.md", "(ERRORS.MD")
            .replace("#what-load-throws", "#WHAT-LOAD-THROWS")
            .replace("https://example.com/x.md", "HTTPS://EXAMPLE.COM/X.MD"),
        )


class BrokenLinksTests(RepositoryTests):
    def test_finds_none_where_all_lead_somewhere(self):
        for path in ["README.md", "Documentation/Guides/errors.md", "Documentation/Guides/paging.md"]:
            self.assertEqual(broken_links(path), [])

    def test_names_page_line_and_link(self):
        self.assert_broken("\n[a](error.md)", ":2: the link error.md leads to no file")
        self.assert_broken("[a](errors.md#what-is-thrown)", "errors.md#what-is-thrown leads to no heading")
        self.assert_broken("[a](#nothing)", "#nothing leads to no heading")
        self.assert_broken("[a](../../../x.md)", "leads to no file of the repository")
        self.assert_broken("[a][b]\n\n[b]: errors.md", "apart from it")

    def test_a_folder_has_the_headings_of_its_page(self):
        self.write("Examples/README.md", "# Examples\n\n## The first\n")
        self.write("README.md", "[a](Examples) [b](Examples#the-first) [c](Examples#the-second)")
        self.assertEqual(broken_links("README.md"), ["README.md:1: the link Examples#the-second leads to no heading"])

    def assert_broken(self, text, message):
        self.write("Documentation/Guides/paging.md", text)
        found = broken_links("Documentation/Guides/paging.md")
        self.assertEqual(len(found), 1)
        self.assertIn(message, found[0])
