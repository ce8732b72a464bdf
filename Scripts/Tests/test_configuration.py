import os

from repository import CONFIGURATION, RepositoryTests

from configuration import Configuration, Mistake


class ConfigurationTests(RepositoryTests):
    def test_reads_values_modules_and_categories(self):
        configuration = Configuration()
        self.assertEqual(configuration["output"], "Documentation/html")
        self.assertEqual(configuration.modules, {"Endpoint": ".build/symbolgraphs/Endpoint"})
        self.assertEqual(
            configuration.categories, [("Guides", ["errors", "paging"]), ("Bodies", ["Body", "URLRequest"])]
        )

    def test_names_a_value_that_is_missing(self):
        with self.assertRaisesRegex(Mistake, "no “theme”"):
            Configuration()["theme"]

    def test_names_the_line_of_another_form(self):
        self.assert_refused(CONFIGURATION.replace("      - Body", "    - Body"), ":15: .*Bodies")
        self.assert_refused(CONFIGURATION.replace("      - paging", "      - 'paging'"), ":14: .*'paging'")
        self.assert_refused(CONFIGURATION.replace("title: Endpoint", "title:"), ":2: .*title:")

    def test_refuses_a_category_without_children(self):
        self.assert_refused(CONFIGURATION + "  - name: Empty\n    children:\n", ":19: .*Empty")

    def test_refuses_a_file_that_ends_early(self):
        self.assert_refused(CONFIGURATION[: CONFIGURATION.index("custom_categories")], "ends before")

    def assert_refused(self, text, message):
        self.write(".jazzy.yaml", text)
        with self.assertRaisesRegex(Mistake, message):
            Configuration()


class CommittedConfigurationTests(RepositoryTests):
    def test_is_of_the_form_that_is_read(self):
        path = os.path.join(os.path.dirname(__file__), "..", "..", ".jazzy.yaml")
        configuration = Configuration(path)
        self.assertEqual(configuration["swift_build_tool"], "symbolgraph")
        for module, folder in configuration.modules.items():
            self.assertEqual(folder, f".build/symbolgraphs/{module}")
