"""Which sources clang-tidy reads together."""

import json
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


if __name__ == "__main__":
    unittest.main()
