"""The GitHub action: its own steps, run as GitHub's runner would run them. What other actions do is left out."""

import json
import re
import shutil
import sys
import tempfile
import unittest

import yaml
from place import EXAMPLE, ROOT, PlaceWithWheel, run


class Action(PlaceWithWheel):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.runner = tempfile.mkdtemp(prefix="syncfree-runner-")  # one job's: what is installed there stays
        cls.addClassCleanup(shutil.rmtree, cls.runner)

    def setUp(self):
        super().setUp()
        self.action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        self.work = self.folder / "work"
        self.work.mkdir()
        for name in "outputs", "summary":
            (self.folder / name).touch()

    def play(self, **inputs):
        """Runs the steps up to the first that fails: what they print, and the exit status of the last."""
        known = {f"inputs.{name}": value["default"] for name, value in self.action["inputs"].items()}
        known |= {f"inputs.{name.replace('_', '-')}": value for name, value in inputs.items()}
        known |= {
            "github.action_path": str(ROOT),
            "runner.temp": self.runner,
            "steps.python.outputs.python-path": sys.executable,
        }
        said = ""
        for step in self.action["runs"]["steps"]:
            if "uses" in step:
                continue
            values = {
                name: re.sub(r"\$\{\{ (.*?) \}\}", lambda match: known[match[1]], text)
                for name, text in step.get("env", {}).items()
            }
            environment = self.environment(
                **values,
                GITHUB_OUTPUT=str(self.folder / "outputs"),
                GITHUB_STEP_SUMMARY=str(self.folder / "summary"),
            )
            script = self.folder / "step.sh"
            script.write_text(step["run"] + '\n', encoding="utf-8")
            said += run("bash", "--noprofile", "--norc", "-c",
                        f"bash -eo pipefail {script}; echo status=$?", folder=self.work, environment=environment)
            status = int(said.strip().rpartition("status=")[2])
            for line in (self.folder / "outputs").read_text(encoding="utf-8").splitlines():
                name, _, value = line.partition("=")
                known[f"steps.{step.get('id')}.outputs.{name}"] = value
            if status != 0:
                return said, status
        return said, 0

    def test_findings_are_marked_and_fail(self):
        (self.work / "train.py").write_text(EXAMPLE, encoding="utf-8")
        said, status = self.play(sarif_file="report.sarif")
        self.assertEqual(status, 1, said)
        self.assertRegex(said, r"::(warning|error|notice) .*file=train.py,.*line=13")
        report = json.loads((self.work / "report.sarif").read_text(encoding="utf-8"))
        self.assertEqual(len(report["runs"][0]["results"]), 4)
        self.assertIn("SF501", (self.folder / "summary").read_text(encoding="utf-8"))

    def test_nothing_found(self):
        (self.work / "a file.py").write_text("import torch\n", encoding="utf-8")
        said, status = self.play(paths="a file.py\n")
        self.assertEqual(status, 0, said)

    def test_arguments_are_those_of_the_command_line(self):
        (self.work / "train.py").write_text(EXAMPLE, encoding="utf-8")
        said, status = self.play(arguments="--ignore 'SF2,SF3' --ignore=SF5")
        self.assertEqual(status, 0, said)
        said, status = self.play(arguments="--no-such-option $(touch made)")
        self.assertEqual(status, 2, said)
        self.assertFalse((self.work / "made").exists(), "arguments must not be run")


if __name__ == "__main__":
    unittest.main()
