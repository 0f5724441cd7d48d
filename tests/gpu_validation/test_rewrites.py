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

from harness import rewrite_cases, rewrite_forms  # noqa: E402

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

    def test_edges(self):
        text = GOOD.replace("half[0]", "inf[4,3] n=3")
        (case,) = rewrite_cases.read(self.write(text)).cases
        self.assertEqual(rewrite_cases.edges_of(case), [("nan", "x=nan[4,3] n=3"), ("empty", "x=float[0,3] n=3")])
        (case,) = rewrite_cases.read(self.write("# not for: nan inf\n" + GOOD[GOOD.index("# fix") :])).cases
        self.assertEqual(rewrite_cases.edges_of(case), [("empty", "x=float[0,3] n=3")])
        with self.assertRaisesRegex(rewrite_cases.RewriteError, "no edge"):
            rewrite_cases.read(self.write("# not for: zero\n" + GOOD[GOOD.index("# fix") :]))

    def test_titles_in_sources(self):
        text = (
            'return shown("say `" + keyword + "`, "\n // no title\n "at once", edit);\n'
            'return in_words("keep " + it("as a number"));\n'
            'rename("full");\n'
        )
        (self.folder / "rewrites").mkdir()
        self.write(text, "one_fix.cpp")
        titles = list(rewrite_forms.titles_in_sources(self.folder))
        self.assertEqual([said for _, said in titles], ["say `", "`, at once"])
        form = rewrite_forms.form_of("say `output_size`, at once")
        self.assertTrue(all(rewrite_forms.is_part(said, form) for _, said in titles))
        self.assertFalse(rewrite_forms.is_part("say `", rewrite_forms.form_of("build it with `device=`")))

    def test_a_rewrite_of_several_findings_has_their_codes(self):
        fix = {"code": "SF301", "title": "read 3 with one wait", "edits": [{"text": "x"}]}
        findings = [{"location": {"path": "a.py"}, "fixes": [fix]}, {"location": {"path": "a.py"}, "fixes": [fix | {"code": "SF701"}]}]
        ((codes, form, _),) = rewrite_forms.forms_in(findings)
        self.assertEqual((codes, form), ({"SF301", "SF701"}, "read N with one wait"))

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
