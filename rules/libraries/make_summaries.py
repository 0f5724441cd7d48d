#!/usr/bin/env python3
"""Makes the summaries of the packages in packages.txt again, with the program's own `summarize`.

    python3 rules/libraries/make_summaries.py --linter PROGRAM --packages FOLDER [--check] [PACKAGE...]

FOLDER holds the unpacked wheels, as `cmake/fetch_archives.sh rules/libraries/packages.txt FOLDER` leaves them. --check writes nothing, and fails if
a summary would differ.
"""
import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def packages():
    lines = (HERE / "packages.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def folder_of(packages_folder, name):
    """A wheel is unpacked into a folder of its own, which has the package."""
    for folder in (packages_folder / name / name, packages_folder / name):
        if (folder / "__init__.py").is_file():
            return folder
    raise SystemExit(f"error: no package {name} in {packages_folder}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", required=True)
    parser.add_argument("--packages", required=True, type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="PACKAGE")
    options = parser.parse_args()
    differ = []
    for name in options.names or packages():
        command = [options.linter, "summarize", str(folder_of(options.packages, name)), "--quiet"]
        made = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        file = HERE / f"{name}.json"
        if options.check:
            differ += [name] if not file.is_file() or file.read_bytes() != made else []
        else:
            file.write_bytes(made)
    if differ:
        print("error: other summaries than are kept:", ", ".join(differ), file=sys.stderr)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
