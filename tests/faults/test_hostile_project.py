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
        ".git/config": f"[core]\n\tfsmonitor = touch {outside}/ran\n\thooksPath = {outside}\n",
        ".gitignore": f"!{outside}\n!../outside\n",
        "notebook.ipynb": json.dumps({
            "cells": [{"cell_type": "code", "metadata": {}, "source": [f"!touch {outside}/ran\n", f"%run {outside}/secret.py\n",
                                                                      "import torch\n"]}],
            "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
        }),
        "syncfree-lint.toml": "exclude = ['nothing']\n",
    }
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (project / "folder").symlink_to(outside)
    for name in ("secret.py", "secret.h", "secret.cpp", "__init__.py"):
        (outside / name).write_text(READ)


class HostileProject(unittest.TestCase):
    def run_in(self, folder, *options):
        """The report, and what was opened or run."""
        project, outside = folder / "project", folder / "outside"
        project.mkdir()
        outside.mkdir()
        hostile(project, outside)
        log = folder / "opened"
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
