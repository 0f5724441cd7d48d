#!/usr/bin/env python3
"""Types in every rewrite that the linter shows, one by one, and looks at what the linter says then.

usage: shown_lines.py --linter PROGRAM FOLDER...   (each FOLDER is analysed by itself)

A rewrite stands alone if the file still compiles, every name that it brings is bound, less is found on its lines than before, and
there are fewer waits in its file; what is found counts by how often its code runs. Each round types in one rewrite per file, in a
copy, and analyses the copy anew; two rewrites never meet in a file. What looks faulty is typed in once more, by itself.
"""

import argparse
import ast
import builtins
import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

WEIGHTS = {"hot": 21, "warm": 11, "cold": 1}
LONGEST = 300  # seconds for one analysis


@dataclass
class Shown:
    """A rewrite and the finding that shows it."""

    path: str
    finding: dict
    fix: dict
    faults: list[str] = field(default_factory=list)

    @property
    def line(self):
        return self.finding["location"]["start"]["line"]


class Text:
    """Lines and columns (characters, from 1) of a source text."""

    def __init__(self, text):
        self.text = text
        self.starts = [0]
        for match in re.finditer(r"\r\n|\r|\n", text):
            self.starts.append(match.end())

    def offset(self, place):
        return self.starts[place["line"] - 1] + place["column"] - 1

    def line_of(self, offset):
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= offset else (low, middle)
        return low + 1


def applied(text, edits):
    """The new text, and for each edit its range there."""
    source = Text(text)
    parts, at, ranges, length = [], 0, [], 0
    for edit in edits:
        begin, end = source.offset(edit["start"]), source.offset(edit["end"])
        parts += [text[at:begin], edit["text"]]
        length += begin - at
        ranges.append((length, length + len(edit["text"])))
        length += len(edit["text"])
        at = end
    return "".join(parts) + text[at:], ranges


def findings_of(linter, folder, temperature="cold"):
    command = [linter, "--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", "--temperature", temperature]
    process = subprocess.run([*command, "--output-format", "json", "."], cwd=folder, capture_output=True, check=False,
                             timeout=LONGEST)  # fmt: skip
    if process.returncode not in (0, 1):
        # Files that could not be read are told on standard error; the report is whole all the same.
        if not process.stdout:
            sys.exit(f"error: {linter} in {folder}: {process.stderr.decode()}")
    return json.loads(process.stdout)["findings"]


def by_file(findings):
    files = collections.defaultdict(list)
    for finding in findings:
        files[finding["location"]["path"]].append(finding)
    return files


def weight(finding):
    """A wait that is moved out of a loop, behind every N steps, or behind the step is less than it was."""
    rules = 1 + len(finding["also"])
    return rules * WEIGHTS[finding["temperature"]] << min(finding["loop_depth"], 8)


def on_lines(findings, first, last):
    return [f for f in findings if f["location"]["start"]["line"] <= last and f["location"]["end"]["line"] >= first]


def total(findings):
    return sum(map(weight, findings))


def waits(findings):
    """Whatever rules say of a wait, it is one."""
    return sum(weight(finding) // (1 + len(finding["also"])) for finding in findings)


def names_in(text):
    return set(re.findall(r"[^\W\d]\w*", text))


def compiles(text):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def names_used(text):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def names_bound(text):
    tree = ast.parse(text)
    names = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


def unbound(before, after):
    """Names that the new text uses, the old one does not speak of, and nothing binds."""
    return sorted(names_used(after) - names_in(before) - names_bound(after))


def judge(shown, text, new, findings, new_findings):
    edits = shown.fix["edits"]
    _, ranges = applied(text, edits)
    source, target = Text(text), Text(new)
    if compiles(text) and not compiles(new):
        shown.faults.append("does not compile")
        return
    if names := unbound(text, new):
        shown.faults.append("unbound " + ", ".join(names))
    # What is around an edit on its lines is part of what is typed in.
    place = shown.finding["location"]
    old_lines = {place["start"]["line"], place["end"]["line"]}
    new_lines = set()
    for edit, (begin, end) in zip(edits, ranges):
        old_lines |= {edit["start"]["line"], source.line_of(max(source.offset(edit["end"]) - 1, 0))}
        new_lines |= {target.line_of(begin), target.line_of(max(end - 1, begin))}
    shift = new.count("\n") - text.count("\n")
    lines = (min(old_lines), max(old_lines))
    after = (min(new_lines | {lines[0]}), max(new_lines | {lines[1] + shift}))
    there = on_lines(new_findings, *after)
    if total(there) >= total(on_lines(findings, *lines)):
        shown.faults.append("still reported: " + ", ".join(f["code"] for f in there))
    elif waits(new_findings) >= waits(findings):
        shown.faults.append("reported elsewhere")


def check(linter, folder, most_rounds):
    """All shown rewrites of a folder, with their faults, and the findings."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".git"), symlinks=True)
        findings = findings_of(linter, copy)
        files = by_file(findings)
        waiting = {}
        for path, found in files.items():
            if path.endswith(".py"):
                seen = []
                for finding in found:
                    for fix in finding["fixes"]:
                        if fix["edits"] not in seen:
                            seen.append(fix["edits"])
                            waiting.setdefault(path, []).append(Shown(path, finding, fix))
        done = []
        for _ in range(most_rounds):
            batch = {path: shown.pop(0) for path, shown in waiting.items() if shown}
            if not batch:
                break
            texts = {path: (copy / path).read_bytes().decode("utf-8", "replace") for path in batch}
            news = {path: applied(texts[path], shown.fix["edits"])[0] for path, shown in batch.items()}
            for path, new in news.items():
                # What does not compile says nothing of the rest.
                (copy / path).write_bytes((new if compiles(new) else texts[path]).encode())
            new_files = by_file(findings_of(linter, copy))
            for path, shown in batch.items():
                judge(shown, texts[path], news[path], files[path], new_files.get(path, []))
                (copy / path).write_bytes(texts[path].encode())
                done.append(shown)
            for path, shown in batch.items():
                if shown.faults and compiles(news[path]):
                    # What was typed in elsewhere may have made the difference.
                    shown.faults.clear()
                    (copy / path).write_bytes(news[path].encode())
                    judge(shown, texts[path], news[path], files[path], by_file(findings_of(linter, copy)).get(path, []))
                    (copy / path).write_bytes(texts[path].encode())
        left = sum(len(shown) for shown in waiting.values())
        return done, findings, left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", required=True, type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--rounds", type=int, default=1000, help="at most this many rewrites of a file")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write each rewrite with its faults there")
    parser.add_argument("folders", nargs="+", type=Path)
    arguments = parser.parse_args()
    pool = ThreadPoolExecutor(arguments.jobs)
    results = pool.map(lambda folder: check(arguments.linter, folder, arguments.rounds), arguments.folders)
    sums = collections.Counter()
    rows = []
    kinds = collections.Counter()
    for folder, (done, findings, left) in zip(arguments.folders, results):
        hot = [f for f in findings if f["temperature"] == "hot"]
        counts = collections.Counter(
            shown=len(done),
            faulty=sum(bool(shown.faults) for shown in done),
            hot=len(hot),
            hot_with_lines=sum(bool(f["fixes"]) for f in hot),
            left=left,
        )
        sums += counts
        print(f"{folder.name:28s} shown {counts['shown']:4d}  faulty {counts['faulty']:4d}  "
              f"hot {counts['hot']:4d}, with lines {counts['hot_with_lines']:4d}", flush=True)  # fmt: skip
        for shown in done:
            line = [folder.name, shown.path, shown.line, shown.fix["code"], shown.fix["applicability"], shown.fix["title"]]
            text = (folder / shown.path).read_text("utf-8", "replace").splitlines()[shown.line - 1].strip()
            rows.append(dict(zip(("package", "path", "line", "code", "applicability", "title"), line), text=text,
                             new=[edit["text"] for edit in shown.fix["edits"]], faults=shown.faults))  # fmt: skip
            for fault in shown.faults:
                kinds[shown.fix["code"], shown.fix["applicability"], fault.split(":")[0].split(" ")[0], shown.fix["title"][:60]] += 1
    for kind, count in kinds.most_common():
        print(f"{count:5d}  {'  '.join(kind)}")
    share = 100 * sums["hot_with_lines"] / max(sums["hot"], 1)
    print(f"TOTAL shown {sums['shown']}, faulty {sums['faulty']}, not tried {sums['left']}; "
          f"hot findings {sums['hot']}, with a line {sums['hot_with_lines']} ({share:.0f} %)")  # fmt: skip
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))
    return 1 if sums["faulty"] else 0


if __name__ == "__main__":
    sys.exit(main())
