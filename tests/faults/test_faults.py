"""Every call that reads or writes a file fails once, in each way: nothing is lost, and the error is said.

usage: test_faults.py PROGRAM SHIM
"""

import errno
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SHIM = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
SOURCE = """import torch

def f(x: torch.Tensor):
    x = x.cuda()
    y = torch.tensor(0.0, device=x.device)
    return y, x.item()
"""
FAULTS = {
    "no space": str(errno.ENOSPC),
    "input/output error": str(errno.EIO),
    "interrupted": str(errno.EINTR),
    "short": "short",
    "killed": "kill",
}
# Options, and the files that may be changed by them.
COMMANDS = {
    "fix": (["--fix", "--unsafe-fixes"], ["a.py"]),
    "silence": (["--add-noqa"], ["a.py"]),
    "report": (["--output-format", "json", "--output-file", "{work}/report.json"], ["report.json"]),
    "baseline": (["--write-baseline", "{work}/baseline.json"], ["baseline.json"]),
    "use of a baseline": (["--baseline", "{work}/known.json"], []),
}


class Place:
    """A folder with one source, a report and baselines from before, and a cache."""

    def __init__(self, folder):
        self.work = pathlib.Path(folder) / "work"
        self.work.mkdir()
        (self.work / "a.py").write_text(SOURCE)
        for name in ("report.json", "baseline.json"):
            (self.work / name).write_text("old\n")
        self.run(["--write-baseline", "{work}/known.json"])

    def run(self, options, **fault):
        count = self.work.parent / "count"
        count.unlink(missing_ok=True)
        cache = str(self.work / "cache")
        command = [PROGRAM, "--isolated", "--cache-dir", cache, *(option.format(work=self.work) for option in options)]
        environment = os.environ | {"LD_PRELOAD": SHIM, "FAULT_FOLDER": str(self.work), "FAULT_COUNT": str(count)}
        run = subprocess.run(
            [*command, str(self.work / "a.py")], capture_output=True, env=environment | fault, timeout=60, check=False
        )
        return run, int(count.read_text()) if count.exists() else 0

    def files(self):
        """Reports name their folder, which differs from run to run."""
        paths = [path for path in self.work.iterdir() if path.is_file()]
        return {path.name: path.read_text().replace(str(self.work), "WORK") for path in paths}


class Faults(unittest.TestCase):
    def test_nothing_is_lost(self):
        for name, (options, changed) in COMMANDS.items():
            with tempfile.TemporaryDirectory() as folder:
                place = Place(folder)
                old = place.files()
                run, calls = place.run(options)
                new = place.files()
                self.assertGreater(calls, 2, name)
                self.assertIn(run.returncode, (0, 1), run.stderr)
            for fault, value in FAULTS.items():
                for at in range(1, calls + 1):
                    with self.subTest(command=name, fault=fault, call=at):
                        self.one(options, changed, old, new, fault, {"FAULT": value, "FAULT_AT": str(at)})

    def one(self, options, changed, old, new, fault, variables):
        with tempfile.TemporaryDirectory() as folder:
            place = Place(folder)
            run, _ = place.run(options, **variables)
            files = place.files()
            text = run.stderr.decode()
            for name, content in old.items():
                if name not in changed:
                    self.assertEqual(files.get(name), content, f"{name}: {text}")
                elif files.get(name) not in (content, new[name]):
                    # A report on what could be read, and the rest said.
                    self.assertNotEqual(name, "a.py")
                    self.assertEqual(run.returncode, 2, text)
                    json.loads(files[name])
            if fault == "killed":
                self.assertEqual(run.returncode, -signal.SIGKILL)
                return
            self.assertIn(run.returncode, (0, 1, 2), text)
            self.assertEqual(set(files) - set(old), set(), "files are left behind")
            self.assertLessEqual(text.count("error:"), 1, text)
            self.assertNotIn("internal fault", text)
            done = all(files[name] == new[name] for name in changed)
            # What is said of a source that is left as it was may be a warning.
            self.assertTrue(done or "a.py: " in text or run.returncode == 2, f"ended with {run.returncode}: {text}")
            self.assertTrue(done or fault != "short", "a short read or write is no failure: the rest is asked for")
            self.assertEqual(run.returncode == 2, text.count("error:") == 1, text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
