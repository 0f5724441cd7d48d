"""SARIF, held against an independent validator with the rules of GitHub's code scanning."""

import json
import os
import unittest
from pathlib import Path

from place import PROGRAM, ROOT, Place, run

MULTITOOL = Path(os.environ["SYNCFREE_SARIF_MULTITOOL"])
MULTITOOL.chmod(0o755)  # its archive says no file may be run


class CodeScanning(Place):
    def failures(self, report):
        judged = self.folder / "judged.sarif"
        # .NET would otherwise look for a library of languages that a machine may lack.
        environment = self.environment(DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1")
        run(MULTITOOL, "validate", report, "--output", judged, "--rule-kind", "Sarif;Ghas", folder=self.folder,
            environment=environment, status=None)
        (judgement,) = json.loads(judged.read_text(encoding="utf-8-sig"))["runs"]
        # SARIF2005 wants a home page, which this project does not have.
        return [
            result["ruleId"] + ": " + str(result["message"])
            for result in judgement["results"]
            if result["ruleId"] != "SARIF2005"
        ]

    def test_findings_of_every_rule(self):
        report = self.folder / "report.sarif"
        levels = ["--temperature", "cold", "--confidence", "possible"]
        run(PROGRAM, "--isolated", "--exit-zero", *levels, "--output-format", "sarif", "--output-file", report, "fixtures",
            folder=ROOT, environment=self.environment())
        self.assertEqual(self.failures(report), [])

    def test_the_validator_notices_faults(self):
        broken = self.folder / "broken.sarif"
        broken.write_text('{"version": "2.1.0", "runs": [{"results": []}]}', encoding="utf-8")
        self.assertNotEqual(self.failures(broken), [])


if __name__ == "__main__":
    unittest.main()
