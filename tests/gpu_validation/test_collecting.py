"""Collected places and lines as truth data, and the comparison of two such files."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from collecting import later_scripts_workload, scripts_workload, truth  # noqa: E402


def site(line, seen_by, file="p/a.py"):
    return {"place": [file, line, 4, line, 9, "f"], "seen_by": {seen_by: 2}, "ns": 7, "through": "t.py:1:item"}


RESULTS = {
    "one": {"status": "ran", "lines": {"p/a.py": [1, 2, 3, 7]}, "sites": [site(2, "debug:warn")]},
    "two": {"status": "ran", "lines": {"p/a.py": [8]}, "sites": [site(2, "cupti:w"), site(7, "cupti:w")]},
    "three": {"status": "fault", "error": "E"},
    "four": {"status": "raised", "error": "E", "lines": {"q/b.py": [5]}, "sites": [site(5, "cupti:w", "q/b.py")]},
}


class TruthTest(unittest.TestCase):
    def setUp(self):
        self.data = truth.merge("p", {"torch": "2", "python": "3", "gpu": "g", "driver": "d"}, RESULTS)

    def test_lines_are_spans(self):
        self.assertEqual(self.data["lines"], {"p/a.py": "1-3,7-8"})
        self.assertEqual(truth.lines_of("1-3,7-8"), {1, 2, 3, 7, 8})
        self.assertEqual(truth.lines_of(""), set())

    def test_each_package_has_its_own_file(self):
        self.assertEqual(truth.packages(RESULTS), ["p", "q"])
        other = truth.merge("q", {"torch": "2", "python": "3", "gpu": "g"}, RESULTS)
        self.assertEqual((other["lines"], [row["line"] for row in other["sites"]]), ({"q/b.py": "5"}, [5]))

    def test_a_place_is_one_site_of_all_pieces(self):
        first, second = self.data["sites"]
        self.assertEqual(
            (first["line"], first["seen_by"], first["pieces"]), (2, ["cupti:w", "debug:warn"], ["one", "two"])
        )
        self.assertEqual((second["line"], second["func"]), (7, "f"))

    def test_comparison_tells_what_is_gone_and_what_is_new(self):
        old = {
            "lines": {"p/a.py": "1-4"},
            "sites": [self.data["sites"][0], {**self.data["sites"][1], "line": 20, "end_line": 20}],
        }
        found = truth.compare(old, self.data)
        lines = [found[key] for key in ("lines_both", "lines_only_old", "lines_only_new")]
        self.assertEqual(lines, [3, 1, 2])
        self.assertEqual((found["both"], found["only_old_not_run"]), (1, 1))
        self.assertEqual([row["line"] for row in found["only_old"]], [20])
        self.assertEqual([row["line"] for row in found["only_new"]], [7])


class ScriptsTest(unittest.TestCase):
    def test_each_driver_has_its_script(self):
        drivers = {path.stem for path in scripts_workload.DRIVERS.glob("*.py")}
        self.assertTrue(drivers)
        self.assertLessEqual(drivers, scripts_workload.pieces().keys())

    def test_each_later_script_has_its_driver(self):
        drivers = {path.stem for path in later_scripts_workload.DRIVERS.glob("*.py")}
        self.assertTrue(drivers)
        self.assertEqual(drivers, later_scripts_workload.pieces().keys())

    def test_a_script_without_a_driver_runs_as_a_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "script.py")
            path.write_text("import os, sys\nif __name__ == '__main__':\n    print(len(sys.argv), os.listdir())\n")
            here, output = os.getcwd(), io.StringIO()
            with mock.patch.object(scripts_workload, "SCRIPTS", pathlib.Path(folder)), contextlib.redirect_stdout(output):
                scripts_workload.pieces()["script"]()
            self.assertEqual((output.getvalue(), os.getcwd()), ("1 []\n", here))


if __name__ == "__main__":
    unittest.main()
