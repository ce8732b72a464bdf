from repository import RepositoryTests

import package
from markdown import Page, broken_links

PATH = "Documentation/Guides/page.md"
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


class MarkdownTests(RepositoryTests):
    def test_finds_links_and_headings_only_outside_code(self):
        package.write(PATH, TEXT)
        page = Page(PATH)
        self.assertEqual(
            list(page.links()), [(4, "errors.md"), (4, "errors.md#what-load-throws"), (13, "https://example.com/x.md")])
        self.assertEqual(page.title, "A page")
        self.assertEqual(page.anchors(), {"a-page": "A page", "a-page-1": "A page"})

    def test_rewrites_link_targets_and_inline_code(self):
        package.write(PATH, TEXT)
        self.assertEqual(
            Page(PATH).with_links(str.upper, str.upper),
            TEXT.replace("(errors.md", "(ERRORS.MD").replace("#what-load-throws", "#WHAT-LOAD-THROWS")
            .replace("https://example.com/x.md", "HTTPS://EXAMPLE.COM/X.MD").replace("`[none](nowhere.md)", "`[NONE](NOWHERE.MD)"))

    def test_reports_each_broken_link_with_its_page_and_line(self):
        package.write("Examples/README.md", "# Examples\n\n## The first\n")
        for text, fault in [
            (TEXT + "[pages](paging.md) [a](../../Examples) [b](../../Examples#the-first)", None),
            ("\n[a](error.md)", "page.md:2: the link error.md leads to no file of the repository"),
            ("[a](errors.md#what-is-thrown)", "page.md:1: the link errors.md#what-is-thrown leads to no heading"),
            ("![A call is\nsent again](../Pictures/retry.svg)", None),
            ("![A](../Pictures/none.svg)", "page.md:1: the link ../Pictures/none.svg leads to no file of the repository"),
            ("[a](#nothing)", "page.md:1: the link #nothing leads to no heading"),
            ("[a](../../../x.md)", "page.md:1: the link ../../../x.md leads to no file of the repository"),
            ("[a](../../Examples#the-second)", "page.md:1: the link ../../Examples#the-second leads to no heading"),
            ("[a][b]\n\n[b]: errors.md", "page.md: the target of a link stands apart from it; write it in parentheses"),
        ]:
            package.write(PATH, text)
            found = list(broken_links(PATH))
            self.assertEqual(len(found), 1 if fault else 0, found)
            self.assertIn(fault or "", "".join(found))
