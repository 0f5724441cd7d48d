"""What is run of bench/truth/scripts: each script once, its functions by its driver, a script without one as a program.

A driver (`script_drivers/NAME.py`) makes the arguments that NAME.py's functions take. It is no part of what is analysed,
so that nothing there says what the arguments are.
"""

import importlib.util
import os
import pathlib
import runpy
import sys
import tempfile
from unittest import mock

_HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = _HERE.parent.parent / "bench" / "truth" / "scripts"
DRIVERS = _HERE / "script_drivers"


def packages():
    """The drivers count as well, so that a wait in what a driver made is not laid at the call in the script."""
    return {"scripts": str(SCRIPTS), "script_drivers": str(DRIVERS)}


def pieces():
    return pieces_of(SCRIPTS, DRIVERS)


def pieces_of(scripts, drivers):
    return {path.stem: _piece(path, drivers / path.name) for path in sorted(scripts.glob("*.py"))}


def _piece(path, driver):
    return (lambda: _call(path, driver)) if driver.exists() else (lambda: _run(path))


def _call(path, driver):
    from collecting import script_toys  # needs torch, and the names of the pieces do not

    script, calls = _module(path), _module(driver)
    calls.run(vars(script), script_toys)


def _module(path):
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _run(path):
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(sys, "argv", [str(path)]):
        os.chdir(folder)  # what it writes goes with the folder
        try:
            runpy.run_path(str(path), run_name="__main__")
        finally:
            os.chdir(here)
