#!/usr/bin/env python3
"""Says whether CMakeLists.txt, CHANGELOG.md and a tag name the same version, and takes the changes of that version out."""

import argparse
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built_version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(syncfree-lint VERSION ([0-9.]+)", text)[1]


def extension_version():
    return json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))["version"]


def newest_changes():
    """The version of the first section of CHANGELOG.md, whether it is out, and its lines."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## ([0-9.]+)(?P<pending> \(not released\))?\n(?P<notes>.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found[1], found["pending"] is None, found["notes"].strip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", help="such as v0.2.0; the changes must not say that they are not released")
    parser.add_argument("--notes", type=Path, help="write the changes of the version there")
    arguments = parser.parse_args()
    version, is_out, notes = newest_changes()
    faults = []
    if built_version() != version:
        faults.append(f"CMakeLists.txt builds {built_version()}, and CHANGELOG.md begins with {version}")
    if extension_version() != version:
        faults.append(f"the extension for VS Code is {extension_version()}, and CHANGELOG.md begins with {version}")
    if arguments.tag and arguments.tag != f"v{built_version()}":
        faults.append(f"the tag is {arguments.tag}, and CMakeLists.txt builds {built_version()}")
    if arguments.tag and not is_out:
        faults.append(f"CHANGELOG.md says that {version} is not released")
    if faults:
        sys.exit("error: " + "; ".join(faults))
    if arguments.notes:
        arguments.notes.write_text(notes, encoding="utf-8")


if __name__ == "__main__":
    main()
