#!/usr/bin/env python3
"""Runs clang-tidy on the sources of a build folder that reads those of a library together: a header is read once for sixteen.

    tidy.py --build FOLDER [--alone FOLDER] [--jobs N] [--changed | FILE…]

On all of the program; with FILE, on what is read together with these sources, tests too; with --changed, on what is read
together with sources that differ from the main branch, or on the main branch from the commit before. A shallow clone asks for
that commit. Where git knows neither, that is all of the program.

--alone names a build folder that compiles each source by itself. The compiler checks there that every wanted source includes
what it uses: a source that is read behind others finds their headers, and does not compile in the preset `quick`. With --changed
these are the sources that differ and those of the headers that do.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ["analyzer", "bench", "cli", "driver", "frontends", "lsp", "rules"]
TESTS = ["tests"]


def sources_of(unit):
    """What a unit of the build is made of: itself, or the sources that it includes."""
    if "Unity" not in unit.parts:
        return [unit]
    return [Path(name) for name in re.findall(r'^#include "([^"]+\.cpp)"', unit.read_text(encoding="utf-8"), re.MULTILINE)]


def is_in(path, folders):
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in folders


def compile_commands(build):
    return json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))


def units(build, files):
    """The units to read: (unit, its sources). Of those that hold none of our sources, as generated ones, none."""
    for unit in sorted({Path(command["file"]) for command in compile_commands(build) if command["file"].endswith((".cpp", ".cxx"))}):
        sources = [source for source in sources_of(unit) if is_in(source, PROGRAM + TESTS)]
        wanted = [source for source in sources if source in files] if files else [source for source in sources if is_in(source, PROGRAM)]
        if wanted:
            yield unit, sources


def git(*arguments):
    never_asks = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    result = subprocess.run(["git", *arguments], cwd=ROOT, env=never_asks, capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else None


def before_head():
    """The commit before this one; None for the first, and in a shallow clone that cannot get it."""
    before = git("rev-parse", "--verify", "--quiet", "HEAD~1")
    if before is None and git("rev-parse", "--is-shallow-repository") == "true":
        git("fetch", "--quiet", "--deepen=1")
        before = git("rev-parse", "--verify", "--quiet", "HEAD~1")
    return before


def changed_files():
    """The files that differ from the base; None if no base is known."""
    head = git("rev-parse", "HEAD")
    base = git("merge-base", "HEAD", "origin/main") or git("merge-base", "HEAD", "main")
    if base == head:
        base = before_head()
    names = base and git("diff", "--name-only", "--diff-filter=d", base)
    if names is None:
        return None
    return {ROOT / name for name in [*names.splitlines(), *git("ls-files", "--others", "--exclude-standard").splitlines()]}


def sources_beside(changed):
    """The sources among the files, and all that stand beside a header among them."""
    beside = {source for header in changed if header.suffix == ".h" for source in header.parent.glob("*.cpp")}
    return {path for path in changed if path.suffix == ".cpp"} | beside


def own_sources(changed):
    """The sources among the files, and that of each header. Others include what they did before."""
    return {path.with_suffix(".cpp") for path in changed if path.suffix in (".cpp", ".h")}


def check(build, unit):
    command = ["clang-tidy-19", "-p", build, "--quiet", unit]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check_alone(entry):
    """What the compiler says of one source by itself; it writes nothing."""
    command = [*shlex.split(entry["command"]), "-fsyntax-only"]
    return subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--alone", type=Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--changed", action="store_true")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    files = {file.resolve() for file in arguments.files}
    changed = changed_files() if arguments.changed else None
    beside = changed and sources_beside(changed)
    if changed is not None and not beside:
        return
    chosen = list(units(arguments.build.resolve(), files or beside))
    read = {source for _, sources in chosen for source in sources}
    if lacking := files - read:
        sys.exit(f"error: not compiled: {', '.join(sorted(map(str, lacking)))}")
    wanted = read & (files or (changed and own_sources(changed)) or read)
    single = [entry for entry in compile_commands(arguments.alone) if Path(entry["file"]) in wanted] if arguments.alone else []
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = [pool.submit(check, arguments.build, unit) for unit, _ in chosen]
        results += [pool.submit(check_alone, entry) for entry in single]
        for result in (future.result() for future in results):
            if result.returncode != 0:
                failed += 1
                print(result.stdout or result.stderr, end="")
    print(f"{len(read)} sources read, in {len(chosen)} units; {len(single)} compiled alone", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
