"""What pip asks for a wheel of this folder.

A wheel is compiled by scikit-build-core, with one exception: when pre-commit installs its hooks, it runs `pip install .` in
a clone of this repository. Nobody should compile a program to check a commit, so pip gets a wheel there that is empty and
requires the published one, of the same version.
"""

import base64
import hashlib
import os
import re
import shutil
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
COMPILER = ["scikit-build-core>=0.11,<2"]


def compiler():
    from scikit_build_core import build  # there once pip has installed what is required below

    return build


def installs_hooks():
    """pre-commit's environments lie in its clone and are called py_env-python3.11."""
    environment = os.environ.get("VIRTUAL_ENV")
    if not environment:
        return False
    path = Path(environment).resolve()
    return path.parent == FOLDER and path.name.startswith("py_env-")


def get_requires_for_build_wheel(config_settings=None):
    return [] if installs_hooks() else what_compiles()


def get_requires_for_build_editable(config_settings=None):
    return what_compiles()


def get_requires_for_build_sdist(config_settings=None):
    return COMPILER


def what_compiles():
    """With CMake and Ninja, where the system has none."""
    return COMPILER + [program for program in ("cmake", "ninja") if shutil.which(program) is None]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if installs_hooks():
        return build_hook_wheel(Path(wheel_directory))
    return compiler().build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return compiler().build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    return compiler().build_sdist(sdist_directory, config_settings)


def version():
    found = re.search(r"project\(syncfree-lint VERSION ([0-9.]+)", (FOLDER / "CMakeLists.txt").read_text(encoding="utf-8"))
    return found[1]


def build_hook_wheel(wheel_directory):
    stem = f"syncfree_lint_hook-{version()}"
    information = f"{stem}.dist-info"
    files = {
        f"{information}/METADATA": "Metadata-Version: 2.1\n"
        f"Name: syncfree-lint-hook\nVersion: {version()}\nRequires-Dist: syncfree-lint=={version()}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: syncfree-lint\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{information}/RECORD"
    files[record] = "".join(record_line(name, text) for name, text in files.items()) + f"{record},,\n"
    wheel = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(wheel_directory / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def record_line(name, text):
    content = text.encode()
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"
