"""The page of costs is what its figures say."""

import json
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from costs import page  # noqa: E402


class PageTest(unittest.TestCase):
    def test_the_page_is_made_from_the_figures(self):
        folder = ROOT / "gpu_validation"
        data = json.loads((folder / "costs.json").read_text(encoding="utf-8"))
        self.assertEqual(page.page(data), (folder / "COSTS.md").read_text(encoding="utf-8"))
        self.assertEqual(len(data["rows"]), len(data["regimes"]) * len(data["variants"]))


if __name__ == "__main__":
    unittest.main()
