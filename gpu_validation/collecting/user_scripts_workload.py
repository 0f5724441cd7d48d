"""What is run of the examples that libraries bring (bench/truth/user_scripts): each script as a program, with small
models of random weights and data in memory. SOURCES is the folder of the unpacked examples."""

import os
import pathlib
import runpy
import shlex
import sys
import tempfile
from unittest import mock

from collecting.user_scripts.commands import COMMANDS, FOLDERS, LATER, prepare

os.environ.setdefault("MODELS", str(pathlib.Path(tempfile.gettempdir(), "user_scripts_models")))
os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", TOKENIZERS_PARALLELISM="false", WANDB_MODE="disabled")
SOURCES = os.environ.get("SOURCES", "")


def packages():
    return {name: os.path.join(SOURCES, name) for name in FOLDERS}


def pieces():
    chosen = os.environ.get("SCRIPTS")
    return {script: _piece(script) for script in {**COMMANDS, **LATER} if not chosen or script in chosen.split(",")}


def _piece(script):
    return lambda: _run(script)


def _run(script):
    from collecting.user_scripts import models, stand_ins

    path, made, here, before = os.path.join(SOURCES, script), models.folder(), os.getcwd(), set(sys.modules)
    arguments = shlex.split({**COMMANDS, **LATER}[script].format(models=made))
    searched = [os.path.dirname(path), *sys.path]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # what it writes goes with the folder
        for name in made.iterdir():
            if not name.name.startswith("."):
                os.symlink(name, name.name)  # models by their published names
        prepare(script)
        try:
            with mock.patch.object(sys, "argv", [path, *arguments]), mock.patch.object(sys, "path", searched):
                with stand_ins.installed():
                    runpy.run_path(path, run_name="__main__")
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(f"ended with {ended.code}") from None
        finally:
            os.chdir(here)
            _forget(before)


def _forget(before):
    """Modules of the script's own folder, so that the next script finds its own of the same name."""
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(SOURCES):
            del sys.modules[name]
