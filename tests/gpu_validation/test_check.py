"""`gpu_validation/check` on evidence in which somebody has lied: each lie is reported."""

import contextlib
import hashlib
import io
import json
import pathlib
import re
import runpy
import shutil
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "gpu_validation"))
RULE, CODE = "constant_tensor", "SF202"


class PlantedLies(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(ROOT / "fixtures" / RULE, self.root / "fixtures" / RULE)
        for folder, name in (("rules", f"{RULE}.md"), ("evidence", f"{RULE}.json")):
            (self.root / folder).mkdir()
            shutil.copy(ROOT / ("gpu_validation" if folder == "evidence" else "") / folder / name, self.root / folder)
        self.page, self.evidence = self.root / "rules" / f"{RULE}.md", self.root / "evidence" / f"{RULE}.json"
        self.data = json.loads(self.evidence.read_text(encoding="utf-8"))

    def faults(self):
        """What `check` reports, but for the summary, which is of all rules."""
        self.evidence.write_text(json.dumps(self.data), encoding="utf-8")
        words = ["check", "--fixtures", self.root / "fixtures", "--rules", self.root / "rules", "--evidence", self.root / "evidence"]
        output = io.StringIO()
        with unittest.mock.patch.object(sys, "argv", [str(word) for word in words]), contextlib.redirect_stdout(output):
            with self.assertRaises(SystemExit):
                runpy.run_path(str(ROOT / "gpu_validation" / "check"), run_name="__main__")
        return [line for line in output.getvalue().splitlines() if line.startswith(RULE)]

    def edit_page(self, before, after):
        text = self.page.read_text(encoding="utf-8")
        self.assertIn(before, text)
        self.page.write_text(text.replace(before, after), encoding="utf-8")

    def case(self, path="bad.py", number=0):
        return next(file for file in self.data["files"] if file["path"] == path)["cases"][number]

    def assert_reported(self, *parts):
        faults = self.faults()
        for part in parts:
            self.assertTrue(any(part in fault for fault in faults), f"{part!r} is not in {faults}")

    def test_honest_evidence_has_no_fault(self):
        self.assertEqual(self.faults(), [])

    def test_an_edited_expectation_with_its_hash(self):
        path = self.root / "fixtures" / RULE / "bad.py"
        text = re.sub(r"  # expect: .*", "", path.read_text(encoding="utf-8"), count=1)
        path.write_text(text, encoding="utf-8")
        self.data["files"][0]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        self.assert_reported("judged again, waits, but is not expected to")

    def test_a_new_expectation_with_its_hash(self):
        path = self.root / "fixtures" / RULE / "good.py"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if "torch.zeros((), " in line)
        lines[at] = lines[at].rstrip("\n") + f"  # expect: {CODE} `torch.zeros`\n"
        path.write_text("".join(lines), encoding="utf-8")
        file = next(file for file in self.data["files"] if file["path"] == "good.py")
        file["sha256"] = hashlib.sha256("".join(lines).encode()).hexdigest()
        self.assert_reported("judged again, does not wait")

    def test_waits_set_to_0(self):
        self.case()["sites"][0]["waits"] = 0
        self.assert_reported("records waits as 0", "judged again, the host was held for 50.43 ms, and no driver call shows where")

    def test_a_wait_taken_out_with_its_time(self):
        for key in ("waits", "stall_ms"):
            del self.case()["sites"][0][key]
        self.assert_reported("judged again, the host was held for 50.43 ms, and no driver call shows where")

    def test_more_waits_than_fit_into_the_time(self):
        self.case()["sites"][0]["waits"] = 9
        self.assert_reported("too short for 9 waits")

    def test_stall_ms(self):
        site = self.case()["sites"][0]
        for forged, fault in ((4986.0, "more than the 50.43 ms that it took"), (12.0, "were held for 12.00 ms only")):
            with self.subTest(forged):
                site["stall_ms"] = forged
                self.assert_reported(fault)

    def test_the_flag_of_the_oracle(self):
        self.case()["stalls"] = False
        self.assert_reported("it says stalls: False")

    def test_a_case_left_out(self):
        del self.data["files"][0]["cases"][0]
        self.assert_reported("its cases are not those of the evidence")

    def test_a_verdict_turned_around(self):
        case = self.case("good.py")
        case["sites"] = [{"range": [case["line"], 0, case["line"], 5], "calls": {"cuStreamSynchronize": 1}, "waits": 1, "stall_ms": 49.9}]
        case.update(host_ms=50.4, stalls=True)
        self.assert_reported("judged again, waits, but is not expected to", "judged again, python: the page says that the good form does not wait")

    def test_the_pages_good_form_waits(self):
        self.edit_page('good_form_waits = "none"', 'good_form_waits = "fewer"')
        self.assert_reported("the page says good_form_waits = 'fewer'; the evidence was judged for 'none'")

    def test_numbers_on_the_page(self):
        self.edit_page("| 50.56 |", "| 5.56 |")
        self.edit_page("took 50.53 ms of host time", "took 80.53 ms of host time")
        self.assert_reported("says 5.56 ms of", "says 80.53 ms, which is no measurement")

    def test_no_wait_said_of_what_waits(self):
        self.edit_page("| 50.56 |", "| 50.56, no wait |")
        self.assert_reported("does not wait; it was measured to wait")


if __name__ == "__main__":
    unittest.main()
