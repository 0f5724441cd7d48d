"""Where the ways in are tried: the tools, a wheel of the built program, and folders that know nothing of this one."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ["SYNCFREE_PROGRAM"])  # what the build made
TOOLS = Path(os.environ["SYNCFREE_TOOLS"]) / "bin"  # see requirements.txt
EXAMPLE = (ROOT / "docs/example/train.py").read_text(encoding="utf-8")


def clean_environment(home, **more):
    """What a machine has that has never seen this project; pip finds nothing but what `more` allows."""
    return {
        "HOME": str(home),
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        **more,
    }


def run(*command, folder, environment, status=0):
    """Standard output and error together; fails unless the command ends with `status` (None: with any)."""
    process = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if status is not None and process.returncode != status:
        words = " ".join(str(word) for word in command)
        raise AssertionError(f"{words} ended with {process.returncode}, not {status}:\n{process.stdout}")
    return process.stdout


def make_wheel(folder):
    """The wheel of the program that was built, as `./dev wheel` makes it."""
    tools = dict(os.environ, PATH=f"{TOOLS}{os.pathsep}{os.environ['PATH']}")
    run(ROOT / "packaging/make_wheel.py", "--program", PROGRAM, "--output", folder, folder=ROOT, environment=tools)
    (wheel,) = folder.glob("*.whl")
    return wheel


class Place(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="syncfree-way-in-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.home = self.folder / "home"
        self.home.mkdir()

    def environment(self, **more):
        return clean_environment(self.home, **more)


class PlaceWithWheel(Place):
    """With a folder of wheels that the tests of a class share, and where pip finds ours alone."""

    @classmethod
    def setUpClass(cls):
        cls.wheel_folder = Path(tempfile.mkdtemp(prefix="syncfree-wheel-"))
        cls.addClassCleanup(shutil.rmtree, cls.wheel_folder)
        cls.wheel = make_wheel(cls.wheel_folder)

    def environment(self, **more):
        return super().environment(PIP_FIND_LINKS=str(self.wheel_folder), **more)

    def installed(self):
        """A clean virtual environment with the wheel; its folder of programs."""
        venv = self.folder / "venv"
        run(sys.executable, "-m", "venv", venv, folder=self.folder, environment=self.environment())
        run(venv / "bin/pip", "install", "syncfree-lint", folder=self.folder, environment=self.environment())
        return venv / "bin"
