#!/usr/bin/env python3
"""Has Microsoft's SARIF Multitool judge SARIF files, by the standard's rules and those of GitHub's code scanning.

usage: multitool.py MULTITOOL_FOLDER SARIF...

Fails on any error or warning. Ends with 77, which ctest shows as skipped, on machines that the tool is not made for.
"""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
# Asks for the tool's web address; the project has none.
NOT_APPLICABLE = {"SARIF2005"}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("skipped: the Multitool is fetched for Linux on x86-64")
        sys.exit(SKIPPED)
    program = Path(sys.argv[1]) / "Sarif.Multitool"
    if not program.exists():
        sys.exit(f"error: {program} is missing; ./dev test fetches it")
    program.chmod(0o755)  # npm's archive does not mark it as a program
    process = subprocess.run(
        [program, "validate", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", *sys.argv[2:]],
        capture_output=True, text=True, check=False,
        env=os.environ | {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    if "Analysis completed successfully" not in process.stdout:
        sys.exit(f"error: the Multitool did not finish: {process.stdout}{process.stderr}")
    complaints = [
        line for line in process.stdout.splitlines()
        if (found := re.search(r": (?:error|warning) (\w+):", line)) and found[1] not in NOT_APPLICABLE
    ]
    print("\n".join(line[:300] for line in complaints))
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
