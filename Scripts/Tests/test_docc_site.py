import json
import os
import sys

from repository import RepositoryTests

import docc_site
import graphs
from configuration import Configuration, Mistake

# Shows a page as the server gives it.
CHROMIUM = f"""\
#!{sys.executable}
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[-1]).read().decode())
"""
SUMMARY = "Declares a web API as types, and makes a complete URLRequest for each of its endpoints."
PAGES = {
    "": "<noscript><h1>No script</h1></noscript><h1>End<wbr>point</h1><p>Guides Endpoint",
    "documentation/guides/": "<h1>Guides</h1><p>Errors<p>Paging",
    "documentation/guides/errors/": "<h1>Errors</h1>",
    "documentation/guides/paging/": "<h1>Paging</h1>",
    "documentation/endpoint/": f"<h1>Endpoint</h1><p>{SUMMARY}<p>Body",
    "documentation/endpoint/body/": "<h1>Body</h1><p>What it is.",
}


class DocCSiteTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.write("chromium", CHROMIUM)
        os.chmod("chromium", 0o755)
        self.write_pages(PAGES)

    def test_accepts_pages_that_show_what_they_should(self):
        self.check()

    def test_refuses_another_heading(self):
        self.assert_refused("documentation/guides/errors/", "<h1>Not found</h1>", "headed “Not found” in place of “Err")
        self.assert_refused("documentation/endpoint/body/", "What it is.", "is headed “” in place of “Body”")

    def test_refuses_a_page_that_lacks_something(self):
        self.assert_refused("documentation/endpoint/", f"<h1>Endpoint</h1>{SUMMARY}", "/endpoint/ does not show: Body")
        self.assert_refused("", "<h1>Endpoint</h1><script>Guides</script>", "/ does not show: Guides")

    def test_links_lead_to_pages(self):
        page = "site/data/documentation/endpoint.json"
        links = ["/documentation/endpoint#Topics", "https://example.com"]
        self.write(page, json.dumps({"references": {link: {"url": link} for link in links}}))
        docc_site.check_links("site")
        self.write(page, json.dumps({"references": {"a": {"url": "/documentation/endpoint/body"}, "b": {}}}))
        with self.assertRaisesRegex(Mistake, "endpoint.json: the link /documentation/endpoint/body leads to no page"):
            docc_site.check_links("site")

    def test_refuses_a_site_without_links(self):
        with self.assertRaisesRegex(Mistake, "site has no links"):
            docc_site.check_links("site")

    def assert_refused(self, path, text, message):
        self.write_pages({**PAGES, path: text})
        with self.assertRaisesRegex(Mistake, message):
            self.check()

    def check(self):
        configuration = Configuration()
        symbols = graphs.read("graphs", configuration.modules)
        docc_site.check(configuration, symbols, os.path.abspath("chromium"), "site")

    def write_pages(self, pages):
        for path, text in pages.items():
            self.write(f"site/{path}index.html", f'<meta charset="utf-8">{text}')
