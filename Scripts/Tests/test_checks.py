import os

from repository import CONFIGURATION, SYMBOLS, RepositoryTests, symbol

import catalogs
import checks
import graphs
from configuration import Configuration, Mistake


class ChecksTests(RepositoryTests):
    def test_finds_nothing_where_nothing_is_wrong(self):
        self.assertEqual(self.found(), [])

    def test_finds_a_symbol_without_documentation(self):
        self.write_symbols([*SYMBOLS, symbol("Body/form", None), symbol("Body/text", " ")])
        self.assertEqual(
            self.found(), ["Endpoint: Body.form has no documentation", "Endpoint: Body.text has no documentation"]
        )

    def test_finds_a_symbol_and_a_guide_without_category(self):
        self.write_symbols([*SYMBOLS, symbol("Part")])
        self.write("Documentation/Guides/downloads.md", "# Downloads\n")
        self.assertEqual(
            self.found(), [".jazzy.yaml: Part is in no category", ".jazzy.yaml: downloads is in no category"]
        )

    def test_finds_a_category_that_names_nothing(self):
        self.assert_found("      - Bodies\n", "the category Bodies names Bodies, which is neither")
        self.assert_found("      - json\n", "the category Bodies names json, which is neither")

    def test_finds_two_places(self):
        self.assert_found("  - name: More\n    children:\n      - Body\n", "Body has more than one place: Bodies, More")

    def test_finds_categories_whose_pages_would_be_one(self):
        self.write_symbols([*SYMBOLS, symbol("Part")])
        self.assert_found("  - name: Paging\n    children:\n      - Part\n", "Paging is called what a guide is")
        self.assert_found("  - name: bodies\n    children:\n      - Part\n", "more than one category is called bodies")

    def test_refuses_to_go_without_a_symbol_graph(self):
        os.remove("graphs/Endpoint/Endpoint.symbols.json")
        with self.assertRaisesRegex(Mistake, "no symbol graph of Endpoint"):
            self.found()

    def assert_found(self, lines, message):
        self.write(".jazzy.yaml", CONFIGURATION + lines)
        found = self.found()
        self.assertEqual(len(found), 1, found)
        self.assertIn(message, found[0])

    def found(self):
        configuration = Configuration()
        symbols = graphs.read("graphs", configuration.modules)
        return checks.undocumented(symbols) + checks.categories(configuration, symbols)


class CatalogsTests(RepositoryTests):
    def test_lists_what_is_in_a_category_and_last_what_is_added_to_others(self):
        # A conformance alone has no page.
        conformance = symbol("Int", None, kind="swift.extension", extends="Swift")
        self.write_symbols([*SYMBOLS, symbol("Part"), conformance])
        self.write(
            ".jazzy.yaml",
            CONFIGURATION.replace("      - Body\n      - URLRequest\n", "      - URLRequest\n      - Int\n")
            + "  - name: Parts\n    children:\n      - Part\n      - Body\n",
        )
        configuration = Configuration()
        catalogs.write("catalogs", configuration, graphs.read("graphs", configuration.modules))
        self.assertEqual(
            self.read("catalogs/Endpoint.docc/Endpoint.md").partition("## Topics")[2],
            "\n\n### Parts\n\n- ``Part``\n- ``Body``\n\n### Bodies\n\n- ``Foundation/URLRequest``\n",
        )
        self.assertEqual(
            sorted(os.listdir("catalogs/Endpoint.docc")), ["Endpoint+Foundation.md", "Endpoint.md"]
        )
        self.assertEqual(
            self.read("catalogs/Guides.docc/Guides.md").partition("## Topics")[2],
            "\n\n### Guides\n\n- <doc:errors>\n- <doc:paging>\n",
        )
        self.assertIn("[Pages](doc:paging)", self.read("catalogs/Guides.docc/errors.md"))
