from unittest import mock

import library
from repository import RepositoryTests


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
