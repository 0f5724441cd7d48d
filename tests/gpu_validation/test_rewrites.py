"""How the rewrites' fixtures are read, and when their evidence counts."""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2] / "gpu_validation"
sys.path.insert(0, str(ROOT))

from harness import rewrite_cases  # noqa: E402

GOOD = """import torch


# fix: unsafe
# run: x=float[4,3] n=3 | x=half[0]
# may differ: strides aliasing
def first(x, n):
    return x[n]
"""


def check_rewrites():
    loader = importlib.machinery.SourceFileLoader("check_rewrites", str(ROOT / "check_rewrites"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_rewrites", loader))
    loader.exec_module(module)
    return module


class Rewrites(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="rule.py"):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def test_what_the_comments_say(self):
        (case,) = rewrite_cases.read(self.write(GOOD)).cases
        self.assertEqual((case.name, case.kind), ("first", "unsafe"))
        self.assertEqual(case.runs, ("x=float[4,3] n=3", "x=half[0]"))
        self.assertEqual(case.may_differ, {"strides", "aliasing"})

    def test_functions_of_cxx(self):
        text = '// fix: unsafe\n// run: stream=side\nextern "C" void copy(float* a) {\n  free(a);\n}\n'
        (case,) = rewrite_cases.read(self.write(text, "rule.cpp")).cases
        self.assertEqual((case.name, case.kind, case.runs), ("copy", "unsafe", ("stream=side",)))

    def test_what_is_proven(self):
        self.assertEqual(rewrite_cases.read(self.write(GOOD)).cases[0].proves, "no wait")
        (case,) = rewrite_cases.read(self.write("# proves: fewer waits\n" + GOOD[GOOD.index("# fix") :])).cases
        self.assertEqual(case.proves, "fewer waits")
        with self.assertRaisesRegex(rewrite_cases.RewriteError, "proves 'peace'"):
            rewrite_cases.read(self.write("# proves: peace\n" + GOOD[GOOD.index("# fix") :]))

    def test_evidence_of_two_languages_has_two_names(self):
        text = '// fix: unsafe\n// run: stream=side\nextern "C" void copy(float* a) {\n  free(a);\n}\n'
        names = [rewrite_cases.read(self.write(text if name != "rule.py" else GOOD, name)).evidence
                 for name in ("rule.py", "rule.cpp", "rule.cu")]
        self.assertEqual(names, ["rule.json", "rule_cpp.json", "rule_cu.json"])

    def test_a_safe_rewrite_may_not_differ(self):
        with self.assertRaisesRegex(rewrite_cases.RewriteError, "first is safe, so nothing may differ"):
            rewrite_cases.read(self.write(GOOD.replace("unsafe", "safe")))

    def test_a_function_without_comments(self):
        with self.assertRaisesRegex(rewrite_cases.RewriteError, "first lacks"):
            rewrite_cases.read(self.write("def first(x):\n    return x\n"))

    def test_evidence_counts_for_its_texts_only(self):
        rewrite = rewrite_cases.read(self.write(GOOD))
        self.write(GOOD.replace("x[n]", "x[n:]"), "fixed/rule.py")
        evidence = self.folder / "evidence"
        faults = check_rewrites().faults_of
        self.assertEqual(list(faults(rewrite, evidence)), ["rule: there is no evidence"])
        evidence.mkdir()
        data = {"sha256": rewrite.hashes(), "cases": [{"name": "first", "verdict": "proven"}]}
        (evidence / "rule.json").write_text(json.dumps(data))
        self.assertEqual(list(faults(rewrite, evidence)), [])
        (evidence / "rule.json").write_text(json.dumps(data | {"cases": [{"name": "first", "verdict": "refuted"}]}))
        self.assertEqual(list(faults(rewrite, evidence)), ["rule: first is refuted"])
        self.write(GOOD, "fixed/rule.py")
        self.assertEqual(list(faults(rewrite, evidence)), ["rule: the evidence is of other texts"])


if __name__ == "__main__":
    unittest.main()
