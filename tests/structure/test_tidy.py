"""Which sources clang-tidy reads together."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cmake"))
import tidy  # noqa: E402


class Units(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.build = Path(self.folder.name)
        unity = self.build / "Unity" / "unity_0_cxx.cxx"
        unity.parent.mkdir()
        self.together = [ROOT / "rules" / "a.cpp", ROOT / "rules" / "b.cpp"]
        unity.write_text("".join(f'#include "{source}"\n' for source in [*self.together, self.build / "made.cpp"]))
        alone = [ROOT / "tests" / "c_test.cpp", ROOT / "third_party" / "d.cpp", self.build / "made.cpp", unity]
        (self.build / "compile_commands.json").write_text(json.dumps([{"file": str(file)} for file in alone]))

    def tearDown(self):
        self.folder.cleanup()

    def sources(self, *files):
        return [sources for _, sources in tidy.units(self.build, set(files))]

    def test_of_the_program(self):
        self.assertEqual(self.sources(), [self.together])

    def test_of_one_source_are_those_beside_it(self):
        self.assertEqual(self.sources(ROOT / "rules" / "b.cpp"), [self.together])

    def test_of_a_test(self):
        self.assertEqual(self.sources(ROOT / "tests" / "c_test.cpp"), [[ROOT / "tests" / "c_test.cpp"]])

    def test_of_what_nobody_compiles(self):
        self.assertEqual(self.sources(ROOT / "tests" / "pair.cpp"), [])


class Chosen(unittest.TestCase):
    """Which sources are read, and which are compiled alone, where these files changed."""

    def test_of_a_header(self):
        folder = ROOT / "analyzer" / "values"
        changed = {folder / "join.cpp", folder / "value.h", folder / "notes.md"}
        self.assertEqual(tidy.sources_beside(changed), set(folder.glob("*.cpp")))
        self.assertEqual(tidy.own_sources(changed), {folder / "join.cpp", folder / "value.cpp"})


class Changed(unittest.TestCase):
    """What differs from the commit before, in repositories of the test's own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(setattr, tidy, "ROOT", ROOT)
        self.origin = Path(folder.name).resolve() / "origin"
        self.origin.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        for name in ("a.cpp", "b.cpp", "c.cpp"):
            (self.origin / name).write_text("")
            self.git("add", name)
            self.git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "--message", name)

    def git(self, *arguments, folder=None):
        subprocess.run(["git", *arguments], cwd=folder or self.origin, check=True, capture_output=True)

    def changed(self, *options):
        tidy.ROOT = self.origin.with_name("clone")
        self.git("clone", "--quiet", *options, f"file://{self.origin}", str(tidy.ROOT))
        return tidy.changed_files()

    def test_of_the_last_commit(self):
        self.assertEqual(self.changed(), {tidy.ROOT / "c.cpp"})

    def test_a_shallow_clone_gets_the_commit_before(self):
        self.assertEqual(self.changed("--depth=1"), {tidy.ROOT / "c.cpp"})

    def test_where_there_is_none_all_is_read(self):
        tidy.ROOT = self.origin.with_name("clone")
        self.git("clone", "--quiet", "--depth=1", f"file://{self.origin}", str(tidy.ROOT))
        self.git("remote", "set-url", "origin", "file:///does/not/exist", folder=tidy.ROOT)
        self.assertIsNone(tidy.changed_files())


if __name__ == "__main__":
    unittest.main()
