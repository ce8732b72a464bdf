import json
import os
from unittest import mock

import docc
import guides
import jazzy
import package
import symbols
from markdown import Page
from repository import FILES, PROJECT, SYMBOLS, RepositoryTests, symbol

WEB = "https://example.com/Shop"
GUIDE = """\
# Paging

[Errors](errors.md), [thrown](errors.md#what-load-throws), [here](#paging), [rules](../../CONTRIBUTING.md#rules),
[all](../../README.md), [web](https://example.com/a.md), `Body`

![A call is sent again.](../Pictures/retry.svg)

```swift-manifest
let x = [a](errors.md)
```
"""
LISTED = {"Guides": ["errors", "paging"], "Bodies": ["URLRequest", "Body"]}


class GuideTests(RepositoryTests):
    def copy(self, site, text=GUIDE):
        package.write("Documentation/Guides/paging.md", text)
        return guides.copy(Page("Documentation/Guides/paging.md"), site)

    def test_rewrites_links_for_jazzy(self):
        self.assertEqual(
            self.copy(guides.Jazzy(WEB)),
            GUIDE.replace("(errors.md)", "(errors--all.html)", 1)
            .replace("errors.md#what-load-throws", "errors--all.html#what-code-load-code-throws")
            .replace("#paging", "paging.html#paging").replace("../../README.md", "index.html")
            .replace("../../CONTRIBUTING.md", f"{WEB}/blob/main/CONTRIBUTING.md").replace("swift-manifest", "swift")
            .replace("../Pictures/", ""))
        self.assertEqual(guides.Jazzy.anchor("What's `new` & old"), "what-39-s-code-new-code-amp-old")

    def test_rewrites_links_for_DocC_including_links_to_types(self):
        self.assertEqual(
            self.copy(guides.DocC(WEB, self.read())),
            GUIDE.replace("(errors.md)", "(doc:errors)", 1).replace("`Body`", "``/Shop/Body``")
            .replace("errors.md#what-load-throws", "doc:errors#What-load-throws").replace("#paging", "doc:paging#Paging")
            .replace("../../README.md", f"{WEB}/blob/main/README.md")
            .replace("../../CONTRIBUTING.md", f"{WEB}/blob/main/CONTRIBUTING.md").replace("swift-manifest", "swift")
            .replace("../Pictures/", ""))
        with self.assertRaisesRegex(symbols.Mistake, "paging.md: the link errors.md#nothing"):
            self.copy(guides.DocC(WEB), "[a](errors.md#nothing)")


class JazzyTests(RepositoryTests):
    PAGES = {
        "index.html": "<a href='errors--all.html'>Errors & all</a><h2 id='how'>How</h2><a href='#how'>how</a>",
        "errors--all.html": "<a href='paging.html'>Pages</a>", "paging.html": "<a href='https://example.com'>web</a>",
        "Guides.html": "Errors & all, Paging", "Bodies.html": "<a href='Types/Body.html#/s:json'>Body</a> URLRequest",
        "Types/Body.html": "<a href='../index.html'>Shop</a>"}

    def faults(self, pages, warnings=({"file": None, "symbol": "Body"},)):
        for path, text in {**self.PAGES, **pages}.items():
            if text is not None:
                package.write(f"{jazzy.SITE}/{path}", text)
        package.write(f"{jazzy.SITE}/undocumented.json", json.dumps({"warnings": warnings}))
        try:
            jazzy.check(LISTED)
        except symbols.Mistake as mistake:
            return str(mistake)
        return ""

    def test_writes_pages_and_categories_for_jazzy(self):
        self.read()
        with mock.patch.object(jazzy.library, "GRAPHS", "graphs"):
            path = jazzy.prepare(PROJECT, LISTED, {})
        configuration = json.loads(package.read(path))
        self.assertEqual(configuration["custom_categories"][0], {"name": "Guides", "children": ["Errors & all", "Paging"]})
        self.assertIn(".main-content{min-width:0;overflow-wrap:anywhere}", configuration["head"])
        self.assertEqual(configuration["modules"][0]["symbolgraph_directory"], os.path.abspath("graphs/Shop"))
        self.assertIn("(paging.html)", package.read(f"{jazzy.PAGES}/Guides/Errors & all.md"))
        # With “clean”, jazzy would remove the pictures.
        self.assertEqual((package.read(f"{jazzy.SITE}/retry.svg"), configuration["clean"]), ("<svg/>", False))

    def test_reports_each_fault_of_the_site(self):
        self.assertEqual(self.faults({}), "")
        for pages, warnings, fault in [
            ({"Other Structs.html": "Part"}, (), "Other Structs.html: what it holds has no category"),
            ({}, [{"file": "Body.swift", "symbol": "Body.form"}], "undocumented.json: Body.form"),
            ({"Guides.html": None}, (), "Guides.html is missing"),
            ({"index.html": "<a href='error.html'>x"}, (), "index.html: the link error.html leads to no page"),
            ({"index.html": "<img src='retry.svg'>"}, (), "index.html: the link retry.svg leads to no page"),
            ({"index.html": "<a href='doc:errors'>x"}, (), "index.html: the link doc:errors leads to no page"),
            ({"index.html": "<a href='paging.html#a'>x"}, (), "the link paging.html#a leads to no heading"),
        ]:
            self.setUp()
            self.assertIn(fault, self.faults(pages, warnings))


class DocCTests(RepositoryTests):
    def test_catalogs_list_symbols_by_category_with_extensions_last(self):
        # A type to which only a conformance is added has no page.
        found = self.read([*SYMBOLS, symbol("Part"), symbol("Int", None, kind="swift.extension", extends="Swift")])
        listed = {"Added": ["URLRequest", "Int"], "Parts": ["Part", "Body"], "Guides": ["errors", "paging"]}
        files = docc.catalogs(PROJECT, listed, symbols.ordered_members(PROJECT, found), found)
        self.assertEqual(set(files), {
            "Shop.docc/Shop.md", "Shop.docc/Shop+Foundation.md", "Shop.docc/Shop+BodyMembers.md",
            "Guides.docc/Guides.md", "Guides.docc/errors.md", "Guides.docc/paging.md", "Guides.docc/retry.svg"})
        self.assertEqual(files["Guides.docc/retry.svg"], "<svg/>")
        self.assertEqual(
            files["Shop.docc/Shop.md"].partition("## Topics")[2],
            "\n\n### Parts\n\n- ``Part``\n- ``Body``\n\n### Added\n\n- ``Foundation/URLRequest``\n")
        self.assertRegex(files["Shop.docc/Shop+BodyMembers.md"], r"# ``Shop/Body``\n\n## Topics\n\n### Making\n\n- ``json\(_:\)-\w+``")
        self.assertIn("### Guides\n\n- <doc:errors>\n- <doc:paging>\n", files["Guides.docc/Guides.md"])

    def test_the_search_finds_the_text_of_guides_and_lists_their_sections(self):
        guide = "# Errors & all\n\nSee *[pages](paging.md)*.\n\n## What's `load`?\n\n| 401 |\n|---|\n\n```swift\n# a[0]\n```\n"
        package.write("Documentation/Guides/errors.md", guide)
        package.write("site/documentation/shop/index.html", "<body><noscript>")
        docc.add_search(PROJECT, "/Shop", "site")
        self.assertEqual(json.loads(package.read("site/search/guides.json"))[:2], [
            {"title": "Errors & all", "place": "Errors & all", "path": "/documentation/guides/errors", "text": "See pages."},
            {"title": "What's load?", "place": "Errors & all", "path": "/documentation/guides/errors#Whats-load", "text": "401 # a[0]"}])
        self.assertIn('href="/Shop/search/">', package.read("site/documentation/shop/index.html"))
        self.assertIn('href="/Shop/documentation/">Shop', package.read("site/search/index.html"))

    def test_writes_the_landing_page_and_reports_broken_links(self):
        package.write("site/data/documentation.json", json.dumps({"topicSections": [{"identifiers": ["x"]}]}))
        docc.arrange_landing_page(PROJECT, ["Guides", "Shop"], "site")
        self.assertEqual(json.loads(package.read("site/data/documentation.json")), {
            "abstract": [{"type": "text", "text": "Sells."}],
            "topicSections": [{"identifiers": ["doc://Guides/documentation/Guides", "doc://Shop/documentation/Shop"]}]})
        for links, fault in [
            (["/documentation/shop/body"], "shop.json: the link /documentation/shop/body leads to no page"),
            ([], "site has no links"), (["/documentation/shop#Topics", "https://example.com"], None),
        ]:
            package.write("site/data/documentation/shop.json", json.dumps({"references": {l: {"url": l} for l in links}}))
            if fault:
                self.assertRaisesRegex(symbols.Mistake, fault, docc.check_links, "site")
        docc.check_links("site")
