"""`python -m syncfree_lint` is `syncfree-lint` of this environment."""

import os
import subprocess
import sys

from syncfree_lint import find_program


def main():
    try:
        program = find_program()
    except FileNotFoundError as error:
        sys.exit(f"error: {error}")
    if sys.platform == "win32":  # where a program cannot become another one
        sys.exit(subprocess.run([program, *sys.argv[1:]], check=False).returncode)
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
