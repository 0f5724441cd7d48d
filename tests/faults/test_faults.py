"""Every call about a file fails once, in each way: nothing is lost, and the error is said.

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
    "full half-way": "full",
    "killed": "kill",
}
# Calls that a fault can befall; what only reads changes nothing when the process ends there.
CHANGING = {"mkstemp", "mkdir", "open", "write", "ftruncate", "fchown", "fsetxattr", "fchmod", "close", "rename", "unlink"}
BEFALLS = {
    "no space": {"mkstemp", "mkdir", "open", "openat", "write", "fsetxattr", "close", "rename", "link"},
    "interrupted": {"mkstemp", "open", "openat", "read", "write", "close"},
    "short": {"read", "write"},
    "full half-way": {"write"},
    "killed": CHANGING,
}
# Options, and the files that may be changed by them.
COMMANDS = {
    "fix": (["--fix", "--unsafe-fixes"], ["a.py"]),
    "silence": (["--add-noqa"], ["a.py"]),
    "report": (["--output-format", "json", "--output-file", "{work}/report.json"], ["report.json"]),
    "baseline": (["--write-baseline", "{work}/baseline.json"], ["baseline.json"]),
    "use of a baseline": (["--baseline", "{work}/known.json"], []),
    "check": (["--output-format", "json"], []),
}
REPLACING = {"realpath", "mkstemp", "write", "fchmod", "close", "rename"}
NOTE = b"user.note"


def has_attributes(folder):
    try:
        os.setxattr(folder, b"user.probe", b"")
    except OSError:
        return False
    os.removexattr(folder, b"user.probe")
    return True


class Place:
    """A folder with one source, a report and baselines from before, and a cache.

    All are of another owner and mode and have an attribute, as far as we may give them that. A second name for each, if wanted.
    """

    def __init__(self, folder, has_second_names=False):
        self.root = pathlib.Path(folder)
        self.work = self.root / "work"
        self.work.mkdir()
        (self.work / "a.py").write_text(SOURCE)
        for name in ("report.json", "baseline.json"):
            (self.work / name).write_text("old\n")
        self.run(["--write-baseline", "{work}/known.json"])
        for path in self.paths():
            path.chmod(0o640)
            if has_attributes(path):
                os.setxattr(path, NOTE, path.name.encode())
            if os.geteuid() == 0:
                os.chown(path, 12, 34)
            if has_second_names:
                os.link(path, self.root / path.name)

    def run(self, options, **fault):
        calls = self.root / "calls"
        calls.unlink(missing_ok=True)
        cache = str(self.work / "cache")
        command = [PROGRAM, "--isolated", "--cache-dir", cache, *(option.format(work=self.work) for option in options)]
        environment = os.environ | {"LD_PRELOAD": SHIM, "FAULT_FOLDER": str(self.work), "FAULT_CALLS": str(calls)}
        run = subprocess.run(
            [*command, str(self.work / "a.py")], capture_output=True, env=environment | fault, timeout=60, check=False
        )
        return run, calls.read_text().split() if calls.exists() else []

    def paths(self):
        return [path for path in self.work.iterdir() if path.is_file()]

    def without_folder(self, text):
        """Reports name their folder, which differs from run to run."""
        return text.replace(str(self.work), "WORK")

    def files(self):
        return {path.name: self.without_folder(path.read_text()) for path in self.paths()}

    def temporaries(self):
        """Of files and of the cache: six characters behind the name that it is to have."""
        ends = (".py", ".json", ".summaries", ".TAG")
        return {str(path.relative_to(self.work)) for path in self.work.rglob("*")
                if path.suffix not in ends and len(path.suffix) == 7 and path.stem.endswith(ends)}

    def attributes(self):
        """What a file has beside its content."""
        found = {}
        for path in self.paths():
            status = path.stat()
            has_note = has_attributes(path.parent) and NOTE.decode() in os.listxattr(path)
            note = os.getxattr(path, NOTE) if has_note else None
            found[path.name] = (oct(status.st_mode), status.st_uid, status.st_gid, status.st_nlink, note)
        return found


class Faults(unittest.TestCase):
    maxDiff = None

    def each_fault(self, has_second_names, commands=COMMANDS, **more):
        for name in commands:
            options, changed = COMMANDS[name]
            with tempfile.TemporaryDirectory() as folder:
                place = Place(folder, has_second_names)
                old, attributes = place.files(), place.attributes()
                run, calls = place.run(options)
                good = (place.without_folder(run.stdout.decode()), place.files())
                self.assertIn(run.returncode, (0, 1), run.stderr)
                self.assertEqual(place.attributes(), attributes, f"{name}: something is lost without any fault")
                self.assertEqual(place.temporaries(), set())
                if changed:
                    expected = REPLACING - {"fchmod", "rename"} | {"ftruncate", "unlink"} if has_second_names else REPLACING
                    self.assertEqual(expected - set(calls), set(), "these calls are made no more, or not seen")
            for fault, value in FAULTS.items():
                for at, call in enumerate(calls, 1):
                    if call not in BEFALLS.get(fault, {call}):
                        continue
                    with self.subTest(command=name, fault=fault, call=at, name=call):
                        variables = {"FAULT": value, "FAULT_AT": str(at)} | more
                        self.one((name, has_second_names), (old, attributes), good, fault, call, variables)

    def one(self, command, before, good, fault, call, variables):
        (name, has_second_names), (old, attributes), (out, new) = command, before, good
        options, changed = COMMANDS[name]
        with tempfile.TemporaryDirectory() as folder:
            place = Place(folder, has_second_names)
            run, _ = place.run(options, **variables)
            files = place.files()
            text = run.stderr.decode()
            left = place.temporaries()
            copies = [place.without_folder((place.work / path).read_text(errors="replace")) for path in left]
            self.assertEqual({key: value for key, value in place.attributes().items() if key in old}, attributes, text)
            for path, content in old.items():
                if path not in changed:
                    self.assertEqual(files.get(path), content, f"{path}: {text}")
                elif files.get(path) not in (content, new[path]):
                    if path == "a.py":
                        # It is written in place, and its copy is whole.
                        self.assertTrue(has_second_names and fault == "killed" and new[path] in copies, files.get(path))
                    elif not (has_second_names and fault == "killed"):
                        # A report on what could be read, and the rest said.
                        self.assertEqual(run.returncode, 2, text)
                        json.loads(files[path])
            if fault == "killed":
                self.assertEqual(run.returncode, -signal.SIGKILL)
                return
            self.assertIn(run.returncode, (0, 1, 2), text)
            if "FAULT_ALSO" not in variables and call != "unlink":
                self.assertEqual(left, set(), f"files are left behind: {text}")
                self.assertEqual(set(files) - set(old), set(), f"files are left behind: {text}")
            else:
                for path in left:
                    self.assertTrue(path.startswith("cache/") or path in text, f"{path} is left behind unsaid: {text}")
            self.assertLessEqual(text.count("error:"), 1, text)
            self.assertNotIn("internal fault", text)
            done = all(files[path] == new[path] for path in changed)
            # What is said of a source that is left as it was may be a warning.
            self.assertTrue(done or "a.py: " in text or run.returncode == 2, f"ended with {run.returncode}: {text}")
            self.assertTrue(done or fault != "short", "a short read or write is no failure: the rest is asked for")
            self.assertEqual(run.returncode == 2, text.count("error:") == 1, text)
            if run.returncode != 2 and done:
                self.assertEqual(place.without_folder(run.stdout.decode()), out, text)

    def test_nothing_is_lost(self):
        self.each_fault(False)

    def test_nor_of_files_with_two_names(self):
        self.each_fault(True, ("fix", "report"))

    def test_what_cannot_be_removed_is_named(self):
        self.each_fault(False, ("fix", "report"), FAULT_ALSO="unlink")

    def test_an_owner_or_attribute_that_cannot_be_given_is_kept(self):
        for call in ("fchown", "fsetxattr", "getxattr", "listxattr"):
            with self.subTest(call), tempfile.TemporaryDirectory() as folder:
                place = Place(folder)
                attributes = place.attributes()
                run, calls = place.run(COMMANDS["fix"][0], FAULT_ALSO=call)
                if call not in calls and (os.geteuid() != 0 or not has_attributes(folder)):
                    self.skipTest(f"{call} is not called for such a file")
                self.assertIn(call, calls)
                self.assertIn(b"fixed", run.stderr)
                self.assertNotEqual(place.files()["a.py"], SOURCE)
                self.assertEqual(place.attributes(), attributes)
                self.assertEqual(place.temporaries(), set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
