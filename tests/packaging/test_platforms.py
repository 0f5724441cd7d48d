"""A wheel's licences and its libraries on the systems for which wheels are made."""

import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import make_wheel  # noqa: E402
import notices  # noqa: E402


class Licences(unittest.TestCase):
    def test_a_mac_links_neither_the_allocator_nor_a_runtime_library(self):
        names = {name for name, *_ in notices.parts_of("darwin", False)}
        self.assertIn("CLI11", names)
        self.assertNotIn("gperftools", names)
        self.assertLess(names, {name for name, *_ in notices.parts_of("linux", False)})

    def test_one_for_windows_brings_its_runtime_libraries(self):
        names = {name for name, *_ in notices.parts_of("windows", False)}
        self.assertIn("MinGW-w64", names)
        self.assertNotIn("gperftools", names)

    def test_the_first_place_that_has_one_counts(self):
        with TemporaryDirectory() as folder:
            (Path(folder) / "LICENSE.MIT").write_text("MIT\n")
            text = notices.notice("A", "b", ("{third_party}/none", "{third_party}/LICENSE*"), folder)
            self.assertTrue(text.endswith("\nMIT\n"), text)
            self.assertIn(notices.MISSING, notices.notice("A", "b", ("{third_party}/none",), folder))


class Libraries(unittest.TestCase):
    def test_those_of_the_building_mac_are_foreign(self):
        listed = "a/syncfree-lint:\n\t/usr/lib/libc++.1.dylib (compatibility version 1.0.0)\n"
        listed += "\t/opt/homebrew/lib/libx.dylib (compatibility version 1.0.0)\n"
        self.assertEqual(make_wheel.foreign_libraries(listed), ["/opt/homebrew/lib/libx.dylib"])

    def test_those_of_the_compiler_are_no_part_of_windows(self):
        listed = "\tDLL Name: KERNEL32.dll\n\tvma:  Hint\n\tDLL Name: libstdc++-6.dll\n"
        self.assertEqual(make_wheel.foreign_dlls(listed), ["libstdc++-6.dll"])


if __name__ == "__main__":
    unittest.main()
