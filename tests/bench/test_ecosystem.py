"""Two builds beside each other: programs that write the findings that a test wants stand for them."""

import contextlib
import io
import json
import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench")]

import ecosystem  # noqa: E402


def finding(line, code="SF301", **rest):
    place = {"path": "a.py", "uri": "a.py", "start": {"line": line, "column": 1}, "end": {"line": line, "column": 5}}
    usual = {"confidence": "certain", "temperature": "hot", "message": f"`x{line}` waits"}
    return {"code": code, "location": place, **usual, **rest}


class Ecosystem(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "package").mkdir()
        (self.folder / "package" / "a.py").write_text("".join(f"x{number}.item()\n" for number in range(1, 40)))

    def program(self, name, findings, status=1):
        document = json.dumps({"findings": findings, "problems": []})
        script = self.folder / name
        output = 'while [ "$1" != --output-file ]; do shift; done'
        script.write_text(f"#!/bin/sh\n{output}\ncat >\"$2\" <<'END'\n{document}\nEND\nexit {status}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    def report(self, before, after, *options):
        arguments = ["--base", before, "--linter", after, *options, str(self.folder / "package")]
        out = io.StringIO()
        with mock.patch.object(sys, "argv", ["ecosystem", *arguments]), contextlib.redirect_stdout(out):
            with self.assertRaises(SystemExit) as end:
                ecosystem.main()
        return end.exception.code, out.getvalue()

    def test_nothing_differs(self):
        program = self.program("same", [finding(1)])
        status, text = self.report(program, program)
        self.assertEqual(status, 0)
        self.assertIn("No finding differs in 1 packages.", text)
        self.assertNotIn("##", text.replace("# Findings", ""))

    def test_added_removed_and_changed_by_rule(self):
        before = self.program("before", [finding(1), finding(2), finding(3, "SF101")])
        after = self.program("after", [finding(1, temperature="cold"), finding(3, "SF101"), finding(4, "SF102")])
        status, text = self.report(before, after)
        self.assertEqual(status, 1)
        self.assertIn("1 added, 1 removed, 1 changed.", text)
        self.assertIn("| package | 3 | 3 | 1 | 1 | 1 |", text)
        self.assertIn("### SF102\n\n- **added** `a.py:4:1` [certain, hot] `x4` waits\n  `` x4.item() ``\n", text)
        self.assertIn("- **removed** `a.py:2:1`", text)
        self.assertIn("- **changed** `a.py:1:1` temperature: hot → cold", text)
        self.assertNotIn("### SF101", text)

    def test_what_is_not_shown_is_counted(self):
        before = self.program("before", [])
        after = self.program("after", [finding(number) for number in range(1, 31)])
        self.assertIn("- and 5 more", self.report(before, after, "--shown", "25")[1])

    def test_a_build_that_fails_is_said(self):
        good, bad = self.program("good", []), self.program("bad", [], status=139)
        status, text = self.report(good, bad)
        self.assertEqual(status, 2)
        self.assertIn("The build after the change ended with 139.", text)


if __name__ == "__main__":
    unittest.main()
