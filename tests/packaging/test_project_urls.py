"""The addresses that a release writes into pyproject.toml."""

import argparse
import sys
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import project_urls  # noqa: E402

TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


class ProjectUrls(unittest.TestCase):
    def test_are_added_and_nothing_else_is_changed(self):
        after = tomllib.loads(project_urls.with_urls(TEXT, "https://example.org/a/b"))
        urls = after["project"].pop("urls")
        self.assertEqual(urls["Repository"], "https://example.org/a/b")
        self.assertEqual(urls["Issues"], "https://example.org/a/b/issues")
        self.assertEqual(after, tomllib.loads(TEXT))

    def test_replace_earlier_ones(self):
        once = project_urls.with_urls(TEXT, "https://example.org/a/b")
        self.assertEqual(project_urls.with_urls(once, "https://example.org/c/d").count("[project.urls]"), 1)
        self.assertNotIn("/a/b", project_urls.with_urls(once, "https://example.org/c/d"))

    def test_name_files_that_are_there(self):
        for page in project_urls.PAGES.values():
            if "/main/" in page:
                self.assertTrue((ROOT / page.partition("/main/")[2]).exists(), page)

    def test_take_only_an_address(self):
        self.assertEqual(project_urls.address("https://example.org/a/b.git"), "https://example.org/a/b")
        for text in ("example.org/a/b", "https://example.org/", 'https://example.org/a"b'):
            with self.assertRaises(argparse.ArgumentTypeError):
                project_urls.address(text)


if __name__ == "__main__":
    unittest.main()
