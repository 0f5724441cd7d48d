"""Neovim as an editor: findings, a hover and a fix in a headless one."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / "docs/example/train.py").read_text(encoding="utf-8")


class Neovim(unittest.TestCase):
    def test_an_editor_session(self):
        folder = Path(tempfile.mkdtemp(prefix="syncfree-neovim-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "train.py").write_text(EXAMPLE, encoding="utf-8")
        environment = dict(os.environ, HOME=str(folder), XDG_STATE_HOME=str(folder / "state"), XDG_CONFIG_HOME=str(folder / "config"))
        script = Path(__file__).with_name("neovim.lua")
        subprocess.run(
            ["nvim", "--headless", "-u", "NONE", "-n", "-c", f"luafile {script}"],
            cwd=folder, env=environment, timeout=120, check=True, capture_output=True,
        )
        seen = json.loads((folder / "seen.json").read_text())
        self.assertNotIn("error", seen)
        command = [os.environ["SYNCFREE_PROGRAM"], "--no-cache", "--output-format", "json", "train.py"]
        report = json.loads(subprocess.run(command, cwd=folder, capture_output=True, check=False).stdout)
        expected = sorted([f["location"]["start"]["line"] - 1, f["location"]["start"]["column"] - 1, f["code"]] for f in report["findings"])
        self.assertEqual(seen["opened"], expected)
        self.assertIn("SF202 constant-tensor", seen["hover"])
        self.assertEqual(seen["titles"][0], "Make the number on the GPU with `full`")
        self.assertEqual(seen["text"], "# é\n\n" + EXAMPLE.replace("torch.tensor(0.5,", "torch.full((), 0.5,"))


if __name__ == "__main__":
    unittest.main()
