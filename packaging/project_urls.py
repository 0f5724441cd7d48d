#!/usr/bin/env python3
"""Writes the project's addresses into pyproject.toml. Only who publishes knows them, so a release does it before it builds.

    project_urls.py https://github.com/OWNER/syncfree-lint
"""

import argparse
import re
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
# What stands behind the repository's address, on the hosts that the workflows are written for.
PAGES = {
    "Repository": "",
    "Documentation": "/tree/main/docs",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
    "Security": "/security/policy",
}


def with_urls(text, repository):
    """The text of a pyproject.toml with [project.urls], in place of one that it may have."""
    without = re.sub(r"^\[project\.urls\]\n(?:(?!\[).*\n)*", "", text, flags=re.MULTILINE)
    table = "".join(f'{name} = "{repository}{page}"\n' for name, page in PAGES.items())
    first_tool = re.search(r"^\[tool\.", without, re.MULTILINE)
    return f"{without[:first_tool.start()]}[project.urls]\n{table}\n{without[first_tool.start():]}"


def address(text):
    if not re.fullmatch(r"https://[\w.-]+/[\w./-]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not the address of a repository")
    return text.removesuffix("/").removesuffix(".git")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=address)
    arguments = parser.parse_args()
    PYPROJECT.write_text(with_urls(PYPROJECT.read_text(encoding="utf-8"), arguments.repository), encoding="utf-8")


if __name__ == "__main__":
    main()
