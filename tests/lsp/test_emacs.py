"""Emacs as an editor, with the setting that the documentation shows: findings, a hover and a fix through eglot."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / "docs/example/train.py").read_text(encoding="utf-8")
SETTING = re.search(r"```elisp\n(.*?)```", (ROOT / "docs/editors.md").read_text(encoding="utf-8"), re.DOTALL)[1]


class Emacs(unittest.TestCase):
    def test_an_editor_session(self):
        folder = Path(tempfile.mkdtemp(prefix="syncfree-emacs-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "bin").mkdir()
        (folder / "bin/syncfree-lint").symlink_to(Path(os.environ["SYNCFREE_PROGRAM"]).resolve())
        project = folder / "project"
        project.mkdir()
        (project / "train.py").write_text(EXAMPLE, encoding="utf-8")
        (project / "setting.el").write_text(SETTING, encoding="utf-8")
        environment = dict(os.environ, HOME=str(folder), PATH=f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
        script = Path(__file__).with_name("emacs.el")
        subprocess.run(
            ["emacs", "--batch", "--load", str(script)], cwd=project, env=environment, timeout=120, check=True, capture_output=True
        )
        seen = json.loads((project / "seen.json").read_text(encoding="utf-8"))
        self.assertNotIn("error", seen, seen.get("error"))
        command = [os.environ["SYNCFREE_PROGRAM"], "--no-cache", "--output-format", "json", "train.py"]
        report = json.loads(subprocess.run(command, cwd=project, capture_output=True, check=False).stdout)
        expected = sorted([f["location"]["start"]["line"] - 1, f["location"]["start"]["column"] - 1] for f in report["findings"])
        self.assertEqual(sorted([line, column] for line, column, _ in seen["opened"]), expected)
        self.assertIn("SF202 constant-tensor", seen["hover"])
        self.assertEqual(seen["title"], "Make the number on the GPU with `full`")
        self.assertEqual(seen["text"], EXAMPLE.replace("torch.tensor(0.5,", "torch.full((), 0.5,"))


if __name__ == "__main__":
    unittest.main()
