"""The whole harness on a fake GPU: fixtures in, evidence and summary out."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation"), str(pathlib.Path(__file__).resolve().parent)]

import fake_gpu  # noqa: E402

from harness import command, evidence, pages  # noqa: E402

PAGE = """+++
code = "SF301"
name = "host-scalar-read"
languages = ["python"]
good_form_waits = "none"
+++
"""

BAD = """
import os
import time
import torch


def _helper(t):
    return t.item()  # expect: SF301 `t.item()`


def reads():
    s = torch.ones(1)
    return s.item()  # expect: SF301 `s.item()`


def through_a_helper():
    return _helper(torch.ones(1))


def twice_in_one_line():
    s = torch.ones(1)
    return s.item() + s.item()  # expect: SF301 `s.item()`, SF301 `s.item()`


def lies():
    s = torch.ones(1)
    return s.free()  # expect: SF301 `s.free()`


def hangs():
    time.sleep(60)


def dies():
    os._exit(3)


def raises():
    raise ValueError("planted")


def truth():
    s = torch.ones(1)
    if not s:  # expect: SF302 `s`
        return 1
    return 2


def polls():
    done = torch.cuda.Event()
    done.record()
    while not done.query():  # expect: SF604 `done.query()`
        time.sleep(0.001)


def measures_too_early():
    start = time.time()
    torch.ones(1)
    return time.time() - start  # expect: SF801 `time.time()`


def slow_but_free():
    time.sleep(0.04)
    return torch.ones(1).free()
"""

GOOD = """
import torch


def stays():
    return torch.ones(1).free()


def waits_silently():
    return torch.ones(1).hidden()


def waits_unannounced():
    s = torch.ones(1)
    return s.item()
"""


class RunTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(cls.folder.name)
        (root / "fixtures" / "host_scalar_read").mkdir(parents=True)
        (root / "rules").mkdir()
        (root / "rules" / "host_scalar_read.md").write_text(PAGE)
        (root / "fixtures" / "host_scalar_read" / "bad.py").write_text(BAD)
        (root / "fixtures" / "host_scalar_read" / "good.py").write_text(GOOD)
        cls.root = root
        cls.output = io.StringIO()
        with fake_gpu.installed(), contextlib.redirect_stdout(cls.output):
            arguments = ["--fixtures", root / "fixtures", "--rules", root / "rules", "--out", root / "out" / "evidence"]
            cls.status = command.main([*map(str, arguments), "--case-limit", "2"])
        cls.data = json.loads((root / "out" / "evidence" / "host_scalar_read.json").read_text())
        cls.cases = {case["name"]: case for file in cls.data["files"] for case in file["cases"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def reasons(self, name):
        return " / ".join(self.cases[name].get("reasons", ()))

    def test_honest_cases_agree(self):
        for name in ("reads", "through_a_helper", "twice_in_one_line", "truth", "polls", "measures_too_early", "stays"):
            with self.subTest(name):
                self.assertEqual(self.reasons(name), "")

    def test_each_wait_is_counted_where_it_is(self):
        sites = self.cases["twice_in_one_line"]["sites"]
        self.assertEqual([(site["text"], site["waits"]) for site in sites], [("s.item()", 1), ("s.item()", 1)])
        self.assertLess(sites[0]["range"][1], sites[1]["range"][1])

    def test_polling_is_a_wait(self):
        self.assertTrue(self.cases["polls"]["sites"][0]["polled"])

    def test_a_bad_case_that_is_free_is_reported(self):
        self.assertIn("does not wait: line 27: `s.free()`", self.reasons("lies"))
        self.assertEqual("nothing in it waits", self.reasons("slow_but_free"))

    def test_a_good_case_that_waits_is_reported(self):
        self.assertIn("no driver call shows where", self.reasons("waits_silently"))
        self.assertIn("waits, but is not expected to: line 15: `s.item()`", self.reasons("waits_unannounced"))

    def test_hang_death_and_exception_cost_one_case(self):
        self.assertIn("did not come back within", self.reasons("hangs"))
        self.assertIn("its process died: exit status 3", self.reasons("dies"))
        self.assertIn("raised ValueError: planted", self.reasons("raises"))

    def test_the_good_form_is_held_to_its_page(self):
        self.assertIn("the page says that the good form does not wait", self.data["reasons"][0])

    def test_status_and_output_name_the_disagreements(self):
        self.assertEqual(self.status, 1)
        self.assertIn("lies: does not wait", self.output.getvalue())

    def test_summary_counts_and_lists(self):
        summary = (self.root / "out" / "SUMMARY.md").read_text()
        self.assertIn("a clock", summary)
        self.assertIn("host_scalar_read: bad.py: lies: does not wait", summary)
        known = pages.read_pages(self.root / "rules")
        self.assertEqual(summary, evidence.summary(known, evidence.read_all(self.root / "out" / "evidence")))

    def test_stale_lists_disagreements_and_changed_fixtures(self):
        known = pages.read_pages(self.root / "rules")
        found = evidence.read_all(self.root / "out" / "evidence")
        lines = evidence.stale(self.root / "fixtures", known, found)
        self.assertTrue(any("lies: does not wait" in line for line in lines))
        path = self.root / "fixtures" / "host_scalar_read" / "good.py"
        path.write_text(GOOD + "\n")
        try:
            lines = evidence.stale(self.root / "fixtures", known, found)
            self.assertIn("host_scalar_read: good.py has changed since it was run", lines)
        finally:
            path.write_text(GOOD)
        lines = evidence.stale(self.root / "fixtures", known, {})
        self.assertEqual(lines, ["host_scalar_read: there is no evidence"])


if __name__ == "__main__":
    unittest.main()
