#!/usr/bin/env python3
"""What a change does to the findings of real packages: two builds beside each other, as a report in Markdown.

Each folder is a package and is analysed by itself, at every level. A finding that both builds have at the same place is
the same; if something else about it differs, it has changed. Ends with 1 if anything differs, and with 2 if a build
failed.
"""

import argparse
import collections
import dataclasses
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What makes a finding another one, and what of it may change.
CHANGES = ("temperature", "confidence", "severity", "dependency", "message", "reason", "hint", "function", "loop_depth")


@dataclasses.dataclass
class Run:
    findings: dict  # by (path, start, end, code)
    problems: list
    status: int
    seconds: float


@dataclasses.dataclass
class Difference:
    added: list
    removed: list
    changed: list  # of (before, after)

    def __bool__(self):
        return bool(self.added or self.removed or self.changed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="the program before the change")
    parser.add_argument("--linter", type=Path, required=True, help="the program with the change")
    parser.add_argument("--shown", type=int, default=20, help="most findings shown of a rule in a package (default: 20)")
    parser.add_argument("--output", type=Path, help="write the report here (default: standard output)")
    parser.add_argument("packages", type=Path, nargs="+", help="folders, each a package")
    arguments = parser.parse_args()
    rows = []
    for package in sorted(path.resolve() for path in arguments.packages):
        runs = [analyse(program.resolve(), package) for program in (arguments.base, arguments.linter)]
        rows.append((package, *runs, compare(*runs)))
    text = report(rows, arguments.shown)
    if arguments.output:
        arguments.output.write_text(text)
    else:
        print(text, end="")
    failed = any(run.status not in (0, 1, 2) for _, *runs, _ in rows for run in runs)
    sys.exit(2 if failed else int(any(difference for *_, difference in rows)))


def analyse(program, package):
    """Paths are relative to the package, so that reports of two machines can be compared."""
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "findings.json"
        levels = ["--temperature", "cold", "--confidence", "possible"]
        command = [program, "--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", *levels]
        begin = time.monotonic()
        status = subprocess.run(
            [*command, "--output-format", "json", "--output-file", output, "."],
            check=False,
            cwd=package,
            stderr=subprocess.DEVNULL,
        ).returncode
        seconds = time.monotonic() - begin
        document = json.loads(output.read_text()) if output.exists() else {"findings": [], "problems": []}
    problems = sorted(f"{problem['path']}: {problem['message']}" for problem in document["problems"])
    return Run({key(finding): finding for finding in document["findings"]}, problems, status, seconds)


def key(finding):
    place = finding["location"]
    ends = [(place[end]["line"], place[end]["column"], place[end].get("cell", 0)) for end in ("start", "end")]
    return (place["path"], *ends, finding["code"])


def compare(before, after):
    both = [at for at in before.findings if at in after.findings]
    pairs = [(before.findings[at], after.findings[at]) for at in both]
    return Difference(
        added=[finding for at, finding in after.findings.items() if at not in before.findings],
        removed=[finding for at, finding in before.findings.items() if at not in after.findings],
        changed=[(old, new) for old, new in pairs if changes(old, new)],
    )


def changes(old, new):
    return {name: (old.get(name), new.get(name)) for name in CHANGES if old.get(name) != new.get(name)}


def report(rows, shown):
    total = [sum(len(getattr(row[-1], kind)) for row in rows) for kind in ("added", "removed", "changed")]
    lines = ["# Findings before and after", ""]
    if not any(total):
        lines += [f"No finding differs in {len(rows)} packages.", ""]
    else:
        lines += ["{} added, {} removed, {} changed.".format(*total), ""]
    lines += table(rows)
    for package, before, after, difference in rows:
        lines += section(package, before, after, difference, shown)
    return "\n".join(lines).rstrip("\n") + "\n"


def table(rows):
    yield "| package | before | after | added | removed | changed | seconds before | after |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for package, before, after, difference in rows:
        counts = [len(before.findings), len(after.findings)]
        counts += [len(difference.added), len(difference.removed), len(difference.changed)]
        cells = " | ".join(str(count) for count in counts)
        yield f"| {package.name} | {cells} | {before.seconds:.1f} | {after.seconds:.1f} |"
    yield ""


def section(package, before, after, difference, shown):
    failures = [
        f"The build {which} the change ended with {run.status}."
        for which, run in (("before", before), ("after", after))
        if run.status not in (0, 1, 2)
    ]
    problems = [f"- {sign} {problem}" for sign, problem in problem_changes(before.problems, after.problems)]
    if not (difference or failures or problems):
        return
    yield from (f"## {package.name}", "")
    yield from (f"{failure}\n" for failure in failures)
    if problems:
        yield from ("Problems:", "", *problems, "")
    texts = Texts(package)
    for rule in sorted(rules_of(difference)):
        entries = list(entries_of(rule, difference, texts))
        yield from (f"### {rule}", "", *(line for entry in entries[:shown] for line in entry))
        if len(entries) > shown:
            yield f"- and {len(entries) - shown} more"
        yield ""


def problem_changes(before, after):
    old, new = collections.Counter(before), collections.Counter(after)
    yield from (("added:", problem) for problem in sorted((new - old).elements()))
    yield from (("removed:", problem) for problem in sorted((old - new).elements()))


def rules_of(difference):
    single = {finding["code"] for finding in difference.added + difference.removed}
    return single | {new["code"] for _, new in difference.changed}


def entries_of(rule, difference, texts):
    for sign, findings in (("added", difference.added), ("removed", difference.removed)):
        for finding in findings:
            if finding["code"] == rule:
                levels = f"{finding['confidence']}, {finding['temperature']}"
                yield (f"- **{sign}** {place(finding)} [{levels}] {inline(finding['message'])}", texts.line(finding))
    for old, new in difference.changed:
        if new["code"] == rule:
            words = "; ".join(f"{name}: {inline(a)} → {inline(b)}" for name, (a, b) in changes(old, new).items())
            yield (f"- **changed** {place(new)} {words}", texts.line(new))


def place(finding):
    start = finding["location"]["start"]
    return f"`{finding['location']['path']}:{start['line']}:{start['column']}`"


def inline(text):
    return str(text).replace("\n", " ")


class Texts:
    """Lines of a package's files; of a notebook, nothing."""

    def __init__(self, package):
        self._package = package
        self._lines = {}

    def line(self, finding):
        path, number = finding["location"]["path"], finding["location"]["start"]["line"]
        if path not in self._lines:
            file = self._package / path
            readable = file.is_file() and file.suffix != ".ipynb"
            self._lines[path] = file.read_text(errors="replace").splitlines() if readable else []
        lines = self._lines[path]
        return f"  `` {lines[number - 1].strip()} ``" if number <= len(lines) else "  (not shown)"


if __name__ == "__main__":
    main()
