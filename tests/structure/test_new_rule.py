"""The skeleton of a new rule: what the build and the tests find of it."""
import ast
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "rules"), str(ROOT / "cmake")]
import generate_rule_table  # noqa: E402
import new_rule  # noqa: E402

SKELETON = {str(path.relative_to(ROOT)): text for path, text in new_rule.files("ragged-concat", "SF599").items()}


class NewRule(unittest.TestCase):
    def test_is_nowhere_yet(self):
        self.assertFalse(new_rule.code_is_taken("SF599"))
        self.assertTrue(new_rule.code_is_taken("SF301"))

    def test_the_page_is_one_that_the_build_takes(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "ragged_concat.md"
            page.write_text(SKELETON["rules/ragged_concat.md"])
            front = generate_rule_table.read_page(page)
        self.assertIn("SF599", str(front))

    def test_the_fixtures_are_python_and_expect_the_rule(self):
        ast.parse(SKELETON["fixtures/ragged_concat/good.py"])
        ast.parse(SKELETON["fixtures/ragged_concat/bad.py"])
        self.assertIn("# expect: SF599 `", SKELETON["fixtures/ragged_concat/bad.py"])

    def test_every_file_has_something_to_fill_in(self):
        self.assertEqual(len(SKELETON), 5)
        for text in SKELETON.values():
            self.assertIn("FILL IN", text.replace("torch.fill_in", "FILL IN"))

    @unittest.skipUnless(shutil.which("c++"), "no compiler")
    def test_the_matcher_compiles(self):
        process = subprocess.run(
            ["c++", "-std=c++23", "-fsyntax-only", "-I", ROOT, "-x", "c++", "-"], input=SKELETON["rules/ragged_concat.cpp"],
            capture_output=True, text=True, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)


if __name__ == "__main__":
    unittest.main()
