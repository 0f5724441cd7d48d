"""The whole harness on a fake GPU: fixtures in, evidence and summary out."""

import contextlib
import io
import json
import pathlib
import shutil
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation"), str(pathlib.Path(__file__).resolve().parent)]

import fake_gpu  # noqa: E402

from harness import command, evidence, native_frames, pages  # noqa: E402

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


CXX_PAGE = PAGE.replace('["python"]', '["c++"]')

CXX_BAD = """
#include <cstdlib>
#include <unistd.h>

extern "C" void fake_item();

static void helper() {
  fake_item();  // expect: SF601 `fake_item()`
}

void waits() {
  fake_item();  // expect: SF601 `fake_item()`
}

void in_a_helper() { helper(); }

void lies() {
  getpid();  // expect: SF601 `getpid()`
}

void dies() { std::abort(); }

void hangs() { sleep(60); }

void waits_after_all_that() {
  fake_item();  // expect: SF601 `fake_item()`
}
"""

CXX_GOOD = """
#include <unistd.h>

extern "C" void fake_item();

void free() { getpid(); }

void waits_unannounced() { fake_item(); }
"""


@unittest.skipUnless(shutil.which("g++") and shutil.which("addr2line"), "needs g++ and addr2line")
class CxxRunTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name).resolve()
        cls.fixtures = cls.root / "fixtures" / "host_scalar_read"
        cls.fixtures.mkdir(parents=True)
        (cls.root / "rules").mkdir()
        (cls.root / "rules" / "host_scalar_read.md").write_text(CXX_PAGE)
        (cls.fixtures / "bad.cpp").write_text(CXX_BAD)
        (cls.fixtures / "good.cpp").write_text(CXX_GOOD)
        (cls.fixtures / "good_broken.cpp").write_text("void f() { undeclared(); }\n")
        cls.native = staticmethod(fake_gpu.native(cls.root))
        cls.data, cls.output = cls.run_it()
        cls.cases = {case["name"]: case for file in cls.data["files"] for case in file["cases"]}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_it(cls, *more):
        """(the evidence, what was printed)."""
        output = io.StringIO()
        out = cls.root / "out" / "evidence"
        with (
            fake_gpu.installed(),
            contextlib.redirect_stdout(output),
            unittest.mock.patch.object(native_frames, "make_global", cls.native),
        ):
            arguments = ["--fixtures", cls.root / "fixtures", "--rules", cls.root / "rules", "--out", out]
            command.main([*map(str, arguments), "--case-limit", "2", *more])
        return json.loads((out / "host_scalar_read.json").read_text()), output.getvalue()

    def reasons(self, name):
        return " / ".join(self.cases[name].get("reasons", ()))

    def test_honest_cases_agree(self):
        for name in ("waits", "in_a_helper", "waits_after_all_that", "free"):
            with self.subTest(name):
                self.assertEqual(self.cases[name]["verdict"], "agrees", self.reasons(name))

    def test_lies_are_reported(self):
        self.assertIn("does not wait: line 18: `getpid()`", self.reasons("lies"))
        self.assertIn("waits, but is not expected to: line 8", self.reasons("waits_unannounced"))

    def test_a_crash_and_a_hang_cost_one_case(self):
        self.assertIn("its process died: signal SIGABRT", self.reasons("dies"))
        self.assertIn("did not come back within", self.reasons("hangs"))

    def test_what_does_not_compile_is_not_run_and_says_why(self):
        broken = self.data["files"][2]
        self.assertEqual((broken["path"], broken["cases"][0]["verdict"]), ("good_broken.cpp", "not run"))
        self.assertIn("undeclared", broken["not_run"])

    def test_the_summary_counts_both_languages(self):
        self.assertRegex((self.root / "out" / "SUMMARY.md").read_text(), r"C\+\+ or CUDA: \d cases of 1 rules")

    def test_stale_runs_what_changed_and_keeps_the_rest(self):
        (self.fixtures / "bad.cpp").write_text("\n" + CXX_BAD)
        (self.fixtures / "good.cpp").write_text(CXX_GOOD.partition("void waits_un")[0])
        data, _ = self.run_it("--stale")
        self.assertEqual([file["cases"][0]["verdict"] for file in data["files"]], ["agrees", "agrees", "not run"])
        data, output = self.run_it("--stale")
        self.assertNotIn("host_scalar_read/good.cpp", output)
        self.assertIn("host_scalar_read/bad.cpp", output)  # it disagrees


if __name__ == "__main__":
    unittest.main()
