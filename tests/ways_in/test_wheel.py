"""pip, and the program that it brings."""

import subprocess
import unittest
import zipfile
from pathlib import Path

from place import EXAMPLE, PROGRAM, PlaceWithWheel, run


class Wheel(PlaceWithWheel):
    def test_runs_on_old_systems(self):
        # The program alone asks for glibc 2.17; the worker, made of Debian's archives of Clang, for what Ubuntu 22.04 has.
        with_worker = Path(PROGRAM).with_name("syncfree-lint-clang").exists()
        self.assertIn("manylinux_2_34_x86_64" if with_worker else "manylinux_2_17_x86_64", self.wheel.name)

    def test_holds_the_program_and_little_else(self):
        names = zipfile.ZipFile(self.wheel).namelist()
        beside = [name for name in names if ".dist-info/" not in name and not name.endswith("/")]
        worker = ["syncfree-lint-clang"] if Path(PROGRAM).with_name("syncfree-lint-clang").exists() else []
        self.assertEqual(
            sorted(name.rpartition("/")[2] for name in beside), ["__init__.py", "__main__.py", "syncfree-lint", *worker]
        )

    def test_holds_its_licence_and_those_of_others(self):
        archive = zipfile.ZipFile(self.wheel)
        texts = {name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist() if "/licenses/" in name}
        self.assertIn("Apache License", texts["LICENSE"])
        for word in "tree-sitter", "CLI11", "toml++":
            self.assertIn(word, texts["THIRD_PARTY_NOTICES.txt"])

    def test_installs_a_command_and_a_module(self):
        programs = self.installed()
        wanted = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        environment = self.environment()
        for command in (programs / "syncfree-lint",), (programs / "python", "-m", "syncfree_lint"):
            said = run(*command, "--version", folder=self.folder, environment=environment)
            self.assertEqual(said, wanted)

    def test_needs_nothing_beside_it(self):
        programs = self.installed()
        work = self.folder / "work"
        work.mkdir()
        (work / "train.py").write_text(EXAMPLE, encoding="utf-8")
        (work / "clean.py").write_text("import torch\n", encoding="utf-8")
        environment = {"PATH": str(programs), "HOME": "/nonexistent"}
        said = run("syncfree-lint", "train.py", folder=work, environment=environment, status=1)
        self.assertIn("train.py:13:25: SF501", said)
        self.assertIn("SF501", run("syncfree-lint", "explain", "SF501", folder=work, environment=environment))
        run("syncfree-lint", "clean.py", folder=work, environment=environment)


if __name__ == "__main__":
    unittest.main()
