"""A project that wants to be read elsewhere, or to run something: only what lies in it is opened, and nothing is run.

usage: test_hostile_project.py PROGRAM SHIM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SHIM = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
READ = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.cuda().item()\n"
# What the system itself is asked for.
SYSTEM = ("/proc/", "/sys/", "/dev/null", "/etc/ld.so", "/lib/", "/lib64/", "/usr/lib/", "/etc/localtime", "/usr/share/")


def hostile(project, outside):
    """Each file names something outside in its own way."""
    files = {
        "a.py": READ,
        "up.py": "import torch\nfrom ...outside import secret\nfrom outside.secret import value\nimport secret\n" + READ,
        "sub/__init__.py": "from .... import outside\n__path__ = ['../../outside']\n",
        "b.cu": f'#include "{outside}/secret.h"\n#include "../outside/secret.h"\n#include <torch/torch.h>\n'
        "void f(at::Tensor x) { x.item<int>(); secret(x); }\n",
        "compile_commands.json": json.dumps([
            {"directory": str(outside), "file": "secret.cpp", "command": f"touch {outside}/ran; c++ @{outside}/secret.h"}
        ]),
        "setup.py": f"open('{outside}/ran', 'w').write('x')\n" + READ,
        "conftest.py": f"open('{outside}/ran', 'w').write('x')\n" + READ,
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/config": f"[core]\n\tfsmonitor = touch {outside}/ran\n\thooksPath = {outside}\n"
        f'[filter "evil"]\n\tclean = touch {outside}/ran\n\tprocess = touch {outside}/ran\n\trequired = true\n'
        f'[diff "evil"]\n\tcommand = touch {outside}/ran\n\ttextconv = touch {outside}/ran\n'
        f"[include]\n\tpath = {outside}/config\n[pager]\n\tdiff = touch {outside}/ran\n",
        ".gitattributes": "*.py filter=evil diff=evil\n",
        "notebook.ipynb": json.dumps({
            "cells": [{"cell_type": "code", "metadata": {}, "source": [f"!touch {outside}/ran\n", f"%run {outside}/secret.py\n",
                                                                      "import torch\n"]}],
            "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
        }),
        "syncfree-lint.toml": "exclude = ['nothing']\nsrc = ['../outside']\n",
        "pyproject.toml": "[tool.pyright]\nextraPaths = ['../outside']\n[tool.ruff]\nextend = '../outside/secret.toml'\n",
    }
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in ("secret.py", "secret.h", "secret.cpp", "__init__.py"):
        (outside / name).write_text(READ)
    (outside / "patterns").write_text("*.py\n")
    (project / "folder").symlink_to(outside)
    (project / "link.py").symlink_to(outside / "secret.py")
    (project / "link.h").symlink_to("../outside/secret.h")
    (project / "sub/link.ipynb").symlink_to("../../outside/secret.py")
    (project / ".gitignore").symlink_to("../outside/patterns")
    (project / "sub/.gitignore").symlink_to("../../outside/patterns")


class HostileProject(unittest.TestCase):
    def run_in(self, folder, *options, more=None):
        """The report, and what was opened or run."""
        project, outside = folder / "project", folder / "outside"
        project.mkdir()
        outside.mkdir()
        hostile(project, outside)
        (more or (lambda *_: None))(project, outside)
        log = folder / "opened"
        log.touch()
        command = [PROGRAM, "--no-cache", "--output-format", "json", *options, "."]
        environment = os.environ | {"LD_PRELOAD": SHIM, "FAULT_OPENED": str(log)}
        run = subprocess.run(command, cwd=project, capture_output=True, env=environment, timeout=60, check=False)
        self.assertFalse((outside / "ran").exists())
        return run, log.read_text().splitlines(), project, outside

    def check(self, *options):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            run, opened, project, outside = self.run_in(folder, *options)
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertIn("SF301", run.stdout.decode())
            self.assertTrue(any(path.endswith("a.py") for path in opened), "the shim sees what is opened")
            self.assertIn("a link that leads out of the project", run.stderr.decode())
            paths = {finding["location"]["path"] for finding in json.loads(run.stdout)["findings"]}
            self.assertFalse(any("link" in path for path in paths), paths)
            self.only_inside(opened, project, outside)
            for path in outside.glob("secret.*"):
                self.assertEqual(path.read_text(), READ)

    def only_inside(self, opened, project, outside):
        for path in opened:
            if path.startswith(SYSTEM):
                continue
            real = pathlib.Path(os.path.realpath(project / path))
            self.assertFalse(real.is_relative_to(outside), f"{path} is opened")
            # Folders above are asked for a configuration, and for nothing else.
            inside = real.is_relative_to(project)
            self.assertTrue(inside or real.name in ("syncfree-lint.toml", "pyproject.toml", ".syncfree-lint.toml"), path)

    def test_nothing_outside_is_read_and_nothing_is_run(self):
        self.check()

    def test_nor_when_it_is_fixed(self):
        self.check("--confidence", "possible", "--temperature", "cold", "--fix", "--unsafe-fixes")

    def refused(self, more):
        """A configuration that leads outside: that is the error, and it names the place."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            run, opened, project, outside = self.run_in(folder, more=more)
            self.assertEqual((run.returncode, run.stdout), (2, b""))
            self.assertRegex(run.stderr.decode(), r"\Aerror: .*out(side)? of the project, .*`--config`.*\n\Z")
            self.only_inside(opened, project, outside)

    def test_no_configuration_outside_is_read(self):
        def extend(base):
            return lambda project, _: (project / "syncfree-lint.toml").write_text(f"extend = '{base}'\n")

        def linked(name):
            def more(project, outside):
                (project / name).unlink()
                (project / name).symlink_to(outside / "secret.py")
                if name != "syncfree-lint.toml":
                    (project / "syncfree-lint.toml").unlink()
            return more

        for more in (extend("../outside/secret.toml"), extend("/etc/passwd"), extend("folder/secret.py"), extend("link.py"),
                     linked("syncfree-lint.toml"), linked("pyproject.toml")):
            with self.subTest(more):
                self.refused(more)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
