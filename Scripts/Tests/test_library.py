import importlib.util
import os
import shutil
from unittest import mock

from repository import SCRIPTS, RepositoryTests

import library
import package


class LibraryTests(RepositoryTests):
    def commands(self, **modules):
        """Returns the commands that extract the symbol graphs of modules, each of which needs other packages or not."""
        modules = {name: mock.Mock(needs_packages=needs) for name, needs in modules.items()}
        with mock.patch.object(library, "run", return_value='{"target": {"triple": "x"}}') as run:
            library.extract(modules)
        return [" ".join(call[0]) for call in run.call_args_list]

    def test_builds_the_packages_of_others_only_for_modules_that_need_them(self):
        commands = self.commands(Core=False, Printing=False)
        self.assertEqual(commands[0], "swift build")
        self.assertEqual(sum("-module-name Core" in command for command in commands), 2)
        self.assertEqual(self.commands(Core=False, Logging=True)[0], "swift build --package-path Tests/Integration --build-tests")

    def test_the_site_of_jazzy_leaves_out_modules_that_need_other_packages(self):
        spec = importlib.util.spec_from_file_location("documentation", os.path.join(SCRIPTS, "documentation", "__main__.py"))
        documentation = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(documentation)
        package.write(package.PROJECT, "[modules]\nCore = ''\nLogging = ''\n")
        modules = {name: mock.Mock(needs_packages=name == "Logging") for name in ("Core", "Logging")}
        for command, names in [("jazzy", ["Core"]), ("docc", ["Core", "Logging"])]:
            with (
                mock.patch.object(package, "modules", return_value=modules), mock.patch.object(shutil, "which"),
                mock.patch.object(library, "extract", side_effect=InterruptedError) as extract,
            ):
                self.assertRaises(InterruptedError, documentation.main, command)
            self.assertEqual(list(extract.call_args[0][0]), names)
