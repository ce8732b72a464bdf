import json

import interface
import package
import symbols
from repository import PROJECT, SYMBOLS, RepositoryTests, symbol

GUIDES = ["errors", "paging"]


class SymbolsTests(RepositoryTests):
    def faults(self, categories=None, entries=SYMBOLS):
        project = {**PROJECT, "categories": categories or PROJECT["categories"]}
        return symbols.categories(project, self.read(entries), GUIDES)[1]

    def test_a_folder_lists_its_symbols_that_have_no_other_entry(self):
        entries = [*SYMBOLS, symbol("Part"), symbol("Card"), symbol("Other", folder="Shop/BodiesOfOthers")]
        categories = {"A": ["Part", "Shop/Bodies"], "B": ["Other", "URLRequest", *GUIDES], "Empty": ["Shop/Nothing"]}
        listed, faults = symbols.categories({"categories": categories}, self.read(entries), GUIDES)
        self.assertEqual(listed, {"A": ["Part", "Body", "Card"], "B": ["Other", "URLRequest", *GUIDES]})
        self.assertEqual([fault.partition(" names ")[2].partition(",")[0] for fault in faults], ["Shop/Nothing"])

    def test_reports_faults_of_categories_and_undocumented_symbols(self):
        found = self.read([*SYMBOLS, symbol("Body/form", None), symbol("Body/text", " ")])
        self.assertEqual(symbols.undocumented(found), [f"Shop: Body.{name} has no documentation" for name in ("form", "text")])
        own = PROJECT["categories"]
        self.assertEqual(self.faults(), [])
        for categories, entries, fault in [
            (own, [*SYMBOLS, symbol("Part", folder="Shop/Parts")], "Part is in no category"),
            ({**own, "Guides": ["errors"]}, SYMBOLS, "paging is in no category"),
            ({**own, "More": ["json"]}, SYMBOLS, "the category More names json, which is neither"),
            ({**own, "More": ["Shop/Nothing"]}, SYMBOLS, "the category More names Shop/Nothing, which is neither"),
            ({**own, "More": ["URLRequest"]}, SYMBOLS, "URLRequest has more than one place: Bodies, More"),
            ({"Guides": GUIDES, "Errors": ["URLRequest", "Body"]}, SYMBOLS, "the category Errors has the name of a guide"),
        ]:
            found = self.faults(categories, entries)
            self.assertEqual(len(found), 1, found)
            self.assertIn(fault, found[0])

    def test_leaves_out_what_is_deprecated(self):
        hint = {**symbol("Body/headers", None), "availability": [{"domain": "*", "isUnconditionallyDeprecated": True}]}
        self.assertEqual(symbols.undocumented(self.read([*SYMBOLS, hint])), [])
        symbols.tidy("graphs/Shop")
        self.assertNotIn("headers", package.read("graphs/Shop/Shop.symbols.json"))

    def test_orders_members_and_refuses_a_heading_without_members(self):
        found = self.read([*SYMBOLS, symbol("Body/json(from:)"), symbol("Body/form")])
        members = symbols.ordered_members(PROJECT, found)
        self.assertEqual([symbol.path[1] for symbol in members["Body"]["Making"]], ["json(_:)", "json(from:)"])
        with self.assertRaisesRegex(symbols.Mistake, "Body has no members for “Reading”"):
            symbols.ordered_members({"members": {"Body": {"Reading": ["read"]}}}, found)

    def test_removes_compiler_additions_from_the_graph(self):
        kept = {"kind": "conformsTo", "source": "s:Body", "target": "s:SH"}
        opaque, other = {"lhs": "some Encodable"}, {"lhs": "Value", "rhs": "Sendable"}
        fragments = [{"kind": "text", "spelling": text} for text in ("struct ", "Body", ": ")]
        fragments.append({"kind": "typeIdentifier", "spelling": "_Base"})
        self.read([
            symbol("Body", swiftGenerics={"constraints": [other]}, declarationFragments=fragments),
            symbol("Body/json(_:)", swiftGenerics={"constraints": [opaque]}, swiftExtension={"constraints": [other]},
                   functionSignature={"parameters": [{"name": "_", "internalName": "value"}]}),
        ], [kept, {**kept, "target": "s:s8CopyableP"}])
        symbols.tidy("graphs/Shop", {"s:Body/json(_:)": 0})
        graph = json.loads(package.read("graphs/Shop/Shop.symbols.json"))
        body, json_method = graph["symbols"]
        self.assertEqual(graph["relationships"], [kept])
        self.assertEqual("".join(part["spelling"] for part in body["declarationFragments"]), "struct Body")
        self.assertEqual(json_method["swiftGenerics"]["constraints"], [])
        self.assertEqual(json_method["swiftExtension"]["constraints"], [])
        self.assertEqual(json_method["functionSignature"]["parameters"][0]["name"], "value")
        self.assertEqual(json_method["location"]["uri"], "file:///x/./Sources/Shop/Bodies/File.swift")

    def test_the_interface_shows_declarations_and_conformances(self):
        declared = [{"spelling": text} for text in ("struct ", "Body", "\n    where A: B")]
        link = {"kind": "conformsTo", "source": "s:Body", "target": "s:SH", "targetFallback": "Swift.Hashable"}
        found = self.read([symbol("Body", declarationFragments=declared), symbol("Body/a")], [link])
        text = interface.text("Shop", found, interface.conformances("graphs", "Shop"))
        self.assertEqual(text.splitlines()[2:], ["Body: struct Body where A: B [Hashable]", "Body.a: "])
