"""syncfree-lint is one program; this package only knows where it was installed."""

import sys
import sysconfig
from pathlib import Path

__all__ = ["find_program"]


def find_program():
    """The path of the program that this package was installed with."""
    name = "syncfree-lint.exe" if sys.platform == "win32" else "syncfree-lint"
    # The environment's own folder for programs; the user's, after `pip install --user`; that of `pip install --target`.
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", scheme=f"{'posix' if sys.platform != 'win32' else 'nt'}_user"),
        str(Path(__file__).resolve().parent.parent / "bin"),
    ]
    for folder in folders:
        program = Path(folder) / name
        if program.is_file():
            return str(program)
    raise FileNotFoundError(f"{name} is not in {', '.join(folders)}")
