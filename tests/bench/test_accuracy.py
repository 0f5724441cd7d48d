"""The matching of findings and sites, on sources, truth and reports that are written down here."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench")]

import accuracy  # noqa: E402
import constructs  # noqa: E402
import matching  # noqa: E402

FILE = "package/module.py"


def site(source, text, occurrence=0, copies="DtoH"):
    return matching.Site(FILE, span(source, text, occurrence), "f", (f"cupti:cuMemcpy{copies}Async_v2",), "")


def finding(source, text, rule="SF301", occurrence=0):
    return matching.Finding(FILE, rule, span(source, text, occurrence))


def span(source, text, occurrence=0):
    start = -1
    for _ in range(occurrence + 1):
        start = source.index(text, start + 1)
    return matching.Range(position(source, start), position(source, start + len(text)))


def position(source, offset):
    before = source[:offset]
    return before.count("\n") + 1, len(before.rpartition("\n")[2].encode())


class Folder(unittest.TestCase):
    """A folder with one package of one file."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        (self.root / "package").mkdir()

    def write(self, source):
        (self.root / FILE).write_text(source, encoding="utf-8")
        return matching.SourceFolder(self.root)

    def score(self, source, sites, findings, lines=None):
        folder = self.write(source)
        lines = set(range(1, source.count("\n") + 2)) if lines is None else lines
        return matching.score(matching.Truth("package", {FILE: lines}, sites), findings, folder)

    def counts(self, *arguments, **more):
        score = self.score(*arguments, **more)
        return len(score.found), len(score.missed), len(score.right), len(score.false)


class Matching(Folder):
    def test_a_finding_serves_one_site(self):
        source = "a = x.item() + y.item()\n"
        sites = [site(source, "x.item()"), site(source, "y.item()")]
        self.assertEqual(self.counts(source, sites, [finding(source, "x.item() + y.item()")]), (1, 1, 1, 0))

    def test_a_site_serves_one_finding(self):
        source = "a = x.item()\n"
        findings = [finding(source, "x.item()"), finding(source, "x.item()", "SF302")]
        self.assertEqual(self.counts(source, [site(source, "x.item()")], findings), (1, 0, 1, 1))

    def test_the_closest_ranges_are_paired(self):
        source = "a = f(x.item())\n"
        outer, inner = finding(source, "f(x.item())", "SF503"), finding(source, "x.item()")
        score = self.score(source, [site(source, "x.item()")], [outer, inner])
        self.assertEqual((score.right, score.false), ([inner], [outer]))

    def test_a_site_around_a_matched_one_is_found(self):
        source = "a = x[m].cpu()\n"
        sites = [site(source, "x[m]"), site(source, "x[m].cpu()")]
        score = self.score(source, sites, [finding(source, "x[m]", "SF501")])
        self.assertEqual([score.found[s] and score.found[s].rule for s in sites], ["SF501", None])

    def test_what_does_not_overlap_is_missed_and_false(self):
        source = "a = x.item(); b = y.item()\n"
        self.assertEqual(self.counts(source, [site(source, "x.item()")], [finding(source, "y.item()")]), (0, 1, 0, 1))

    def test_a_finding_over_several_statements_matches_nothing(self):
        source = "a = x.item()\nb = y\n"
        both = finding(source, "x.item()\nb = y")
        self.assertEqual(self.counts(source, [site(source, "x.item()")], [both]), (0, 1, 0, 1))

    def test_a_finding_may_go_over_the_lines_of_its_statement(self):
        source = "a = f(\n    x.item(),\n)\n"
        whole = finding(source, "f(\n    x.item(),\n)")
        self.assertEqual(self.counts(source, [site(source, "x.item()")], [whole]), (1, 0, 1, 0))

    def test_a_header_is_a_statement_of_its_own(self):
        source = "if x > 0:\n    y()\n"
        whole = finding(source, "if x > 0:\n    y()", "SF302")
        self.assertEqual(self.counts(source, [site(source, "x > 0")], [whole]), (0, 1, 0, 1))

    def test_what_never_ran_is_not_judged(self):
        source = "a = 1\nb = y.item()\n"
        self.assertEqual(self.counts(source, [], [finding(source, "y.item()")], lines={1}), (0, 0, 0, 0))

    def test_some_rules_are_counted_apart(self):
        source = "a = x.item()\n"
        findings = [finding(source, "x.item()", rule) for rule in ("SF104", "SF604", "SF701", "SF803", "SF902")]
        score = self.score(source, [site(source, "x.item()")], findings)
        self.assertEqual((score.apart, len(score.missed), len(score.false)), (5, 1, 0))

    def test_a_package_may_lie_in_a_folder_of_its_name(self):
        source = "a = x.item()\n"
        unpacked = self.root / "package" / "package" / "module.py"
        unpacked.parent.mkdir()
        unpacked.write_text(source)
        folder = matching.SourceFolder(self.root)
        self.assertEqual(folder[FILE].lines[0], "a = x.item()")
        self.assertEqual(folder.name_of(unpacked), FILE)

    def test_a_file_that_is_not_there_is_missed_whole(self):
        source = "a = x.item()\n"
        truth = matching.Truth("package", {}, [site(source, "x.item()")])
        self.assertEqual(len(matching.score(truth, [], matching.SourceFolder(self.root)).missed), 1)


class Reports(Folder):
    def read(self, result, column_kind="utf16CodeUnits", base=True):
        folder = self.write('é = "😀"; a = x.item()\n')
        artifact = {"uri": "module.py", "uriBaseId": "HERE"} if base else {"uri": (self.root / FILE).as_uri()}
        result = {
            "ruleId": "SF301",
            "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": result.pop("region")}}],
            **result,
        }
        run = {
            "originalUriBaseIds": {"HERE": {"uri": (self.root / "package").as_uri() + "/"}},
            "columnKind": column_kind,
            "results": [result],
        }
        path = self.root / "report.sarif"
        path.write_text(json.dumps({"runs": [run]}), encoding="utf-8")
        return matching.read_report(path, folder)

    def test_columns_are_counted_as_the_report_says(self):
        bytes_ = matching.Range((1, 17), (1, 25))
        for kind, start in (("utf16CodeUnits", 15), ("unicodeCodePoints", 14)):
            region = {"startLine": 1, "startColumn": start, "endLine": 1, "endColumn": start + 8}
            self.assertEqual(self.read({"region": region}, kind), [matching.Finding(FILE, "SF301", bytes_)])

    def test_a_path_may_be_absolute(self):
        region = {"startLine": 1, "startColumn": 1, "endColumn": 2}
        self.assertEqual(self.read({"region": region}, base=False)[0].file, FILE)

    def test_a_suppressed_result_is_none(self):
        region = {"startLine": 1, "startColumn": 1, "endColumn": 2}
        self.assertEqual(self.read({"region": region, "suppressions": [{"kind": "inSource"}]}), [])


class Truths(unittest.TestCase):
    def test_lines_are_written_as_ranges(self):
        self.assertEqual(matching.expand("3-5,9"), {3, 4, 5, 9})
        self.assertEqual(matching.expand(""), set())

    def test_the_projects_truth_is_whole(self):
        sites = {}
        own = [accuracy.TRUTH / f"{name}_truth.json" for name in accuracy.OWN]
        for path in [*sorted((accuracy.TRUTH / "python").glob("*.json")), *own]:
            truth = matching.read_truth(path)
            sites[truth.package] = len(truth.sites)
            for place in truth.sites:
                self.assertIn(place.file, truth.lines)
                self.assertLess(place.range.start, place.range.end)
        packages = {"torchmetrics": 259, "torchvision": 108, "transformers": 99}
        self.assertEqual(sites, {**packages, "programs": 190, "scripts": 471, "later_scripts": 510})

    def test_our_own_code_is_that_of_its_truth(self):
        folder = matching.SourceFolder(accuracy.TRUTH)
        for name in accuracy.OWN:
            truth = matching.read_truth(accuracy.TRUTH / f"{name}_truth.json")
            there = {f"{name}/{path.name}" for path in (accuracy.TRUTH / name).glob("*.py")}
            self.assertEqual(truth.lines.keys(), there)
            for file, lines in truth.lines.items():
                self.assertLessEqual(max(lines), len(folder[file].lines), file)


class Constructs(Folder):
    def test_the_rule_of_a_miss(self):
        cases = [
            ("a = x.item()", "x.item()", "DtoH", "SF301"),
            ("a = x.to(d)", "x.to(d)", "HtoD", "SF102"),
            ("a = g(x)", "g(x)", "HtoD", "SF102"),
            ("a = g(x)", "g(x)", "DtoH", constructs.UNKNOWN),
            ("a = x[m]", "x[m]", "DtoH", "SF501"),
            ("a = x[i]", "x[i]", "HtoD", "SF401"),
            ("a = x[:n]", "x[:n]", "DtoH", "SF403"),
            ("x[m] = 0.0", "x[m]", "HtoD", "SF402"),
            ("x[m] = y", "x[m]", "DtoH", "SF501"),
            ("if x > y: pass", "x > y", "DtoH", "SF302"),
            ("if x: pass", "x", "DtoH", "SF302"),
            ("while x > y: pass", "x > y", "DtoH", "SF307"),
            ("a = [y for y in z if y]", "y", "DtoH", "SF302"),
            ("a = y in z", "y in z", "DtoH", "SF304"),
            ("a = f'{x}'", "f'{x}'", "DtoH", "SF305"),
            ("a = [1] * n", "[1] * n", "DtoH", "SF306"),
            ("a = x", "x", "DtoH", constructs.UNKNOWN),
        ]
        for source, text, copies, rule in cases:
            with self.subTest(source):
                folder = self.write(source + "\n")
                last = source.count(text) - 1
                self.assertEqual(constructs.rule_of(site(source, text, last, copies), folder[FILE]), rule)


class StartUp(Folder):
    def test_where_code_runs_once(self):
        source = (
            "a = x.item()\n"
            "class M:\n"
            "    b = x.item()\n"
            "    def __init__(self):\n"
            "        self.c = [x.item() for _ in y]\n"
            "    def forward(self):\n"
            "        return x.item()\n"
        )
        folder = self.write(source)
        places = [accuracy.in_start_up_code(finding(source, "x.item()", occurrence=n), folder) for n in range(4)]
        self.assertEqual(places, [True, True, True, False])

    def test_tests_run_once(self):
        finding_ = matching.Finding("package/tests/a.py", "SF301", matching.Range((1, 0), (1, 1)))
        self.assertTrue(accuracy.in_start_up_code(finding_, matching.SourceFolder(self.root)))


class Tables(Folder):
    def test_recall_and_precision_are_printed(self):
        source = "a = x.item(); b = y.item(); c = z.item()\n"
        score = self.score(source, [site(source, t) for t in ("x.item()", "y.item()")], [
            finding(source, "x.item()"), finding(source, "z.item()"),
        ])  # fmt: skip
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            accuracy.print_tables("packages", [score], matching.SourceFolder(self.root))
        self.assertIn("| package | 50.0 % (1/2) | 50.0 % (1/2) | 0 |", out.getvalue())
        self.assertIn("| SF301 | 50.0 % (1/2) | 50.0 % (1/2) |", out.getvalue())


if __name__ == "__main__":
    unittest.main()
