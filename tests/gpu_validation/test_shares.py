"""Work that is spread over processes: each name gets its result, and what goes wrong costs one name."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from harness import shares  # noqa: E402

_SESSIONS = """
import os, time

def session(context):
    def opened():
        if context.get("refuses"):
            raise ValueError("no GPU")
        def measure(name):
            if name == "dies":
                os._exit(3)
            if name == "hangs":
                time.sleep(60)
            return {"status": "ran", "of": name}
        return measure
    return opened
"""


class SharesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = ROOT / "gpu_validation" / "shares_test_sessions.py"
        cls.module.write_text(_SESSIONS)

    @classmethod
    def tearDownClass(cls):
        cls.module.unlink()

    def run_names(self, names, context=None):
        return shares.run("shares_test_sessions:session", context or {}, names, 2, 2)

    def test_every_name_has_a_result(self):
        results, whole = self.run_names(["a", "b", "c", "dies", "d", "hangs", "e"])
        self.assertTrue(whole)
        self.assertEqual(
            {n: r["status"] for n, r in results.items() if r["status"] != "ran"}, {"dies": "died", "hangs": "hang"}
        )
        self.assertEqual(results["e"], {"status": "ran", "of": "e"})

    def test_what_cannot_start_is_said(self):
        results, whole = self.run_names(["a", "b"], {"refuses": True})
        self.assertFalse(whole)
        self.assertEqual({r["status"] for r in results.values()}, {"skipped"})


if __name__ == "__main__":
    unittest.main()
