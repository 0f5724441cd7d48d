#!/usr/bin/env python3
"""Types in every rewrite that the linter shows, one by one, and looks at what the linter says then.

usage: shown_lines.py --linter PROGRAM FOLDER...   (each FOLDER is analysed by itself)

A rewrite stands alone if the file still compiles, every name that it brings is bound, less is found on its lines than before (what is
found counts by how often its code runs), and nothing new is found elsewhere in the file: nothing that was not at least possible before,
and that is found neither while the old lines stand behind the new ones nor without both (then it was there, and nothing told of it).
Each round types in one rewrite for each function of a copy, and analyses the copy anew. What looks faulty is typed in once more as the
only one of its file, and then by itself.
"""

import argparse
import ast
import builtins
import collections
import functools
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
    places: frozenset  # the functions that it changes, as pairs of lines; None stands for what is outside of all
    faults: list[str] = field(default_factory=list)
    brings: set = field(default_factory=set)  # codes and lines of the old text

    @property
    def line(self):
        return self.finding["location"]["start"]["line"]

    @property
    def edits(self):
        return self.fix["edits"]


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
    """The new text, and for each edit its range there. An insertion that several rewrites bring, as of an import, comes once."""
    source = Text(text)
    parts, at, ranges, length = [], 0, [], 0
    last = None
    for edit in edits:
        if edit == last and is_import(edit):
            ranges.append(ranges[-1])
            continue
        last = edit
        begin, end = source.offset(edit["start"]), source.offset(edit["end"])
        parts += [text[at:begin], edit["text"]]
        length += begin - at
        ranges.append((length, length + len(edit["text"])))
        length += len(edit["text"])
        at = end
    return "".join(parts) + text[at:], ranges


def is_import(edit):
    return edit["start"] == edit["end"] and re.match(r"\s*(import|from)\s", edit["text"]) is not None


def functions_of(text):
    """The first and last lines of functions that lie in no other one."""
    found = []

    def look(body):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                found.append((first, node.end_lineno))
            else:
                for part in ("body", "orelse", "handlers", "finalbody"):
                    look(getattr(node, part, []))

    if compiles(text):
        look(parsed(text).body)
    return found


def places_of(functions, edits):
    places = set()
    for edit in edits:
        if not is_import(edit):
            lines = range(edit["start"]["line"], edit["end"]["line"] + 1)
            inside = [(first, last) for first, last in functions if first <= lines[0] and lines[-1] <= last]
            places.add(inside[0] if inside else None)
    return frozenset(places)


def findings_of(linter, folder, temperature="cold", confidence="likely"):
    command = [linter, "--isolated", "--no-cache", "--no-respect-gitignore", "--quiet"]
    command += ["--temperature", temperature, "--confidence", confidence]
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


def is_race(finding):
    return finding["code"].startswith("SF9") or finding["code"] == "SF104"


def names_in(text):
    return set(re.findall(r"[^\W\d]\w*", text))


@functools.lru_cache(maxsize=8)
def parsed(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def compiles(text):
    try:
        parsed(text)
    except (SyntaxError, ValueError):
        return False
    return True


def names_used(text):
    try:
        tree = parsed(text)
    except (SyntaxError, ValueError):
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def names_bound(text):
    tree = parsed(text)
    names = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


class Typed:
    """A file with some of its rewrites typed in."""

    def __init__(self, text, shown):
        self.text, self.shown = text, shown
        order = lambda edit: [(edit[side]["line"], edit[side]["column"]) for side in ("start", "end")]  # noqa: E731
        self.edits = sorted((edit for each in shown for edit in each.edits), key=order)
        self.new, self.ranges = applied(text, self.edits)
        self.source, self.target = Text(text), Text(self.new)
        self.compiles = compiles(self.new)
        self.places = [(self.source.offset(edit["start"]), self.source.offset(edit["end"])) for edit in self.edits]

    @functools.cached_property
    def unbound(self):
        """Names that the new text uses, the old one does not speak of, and nothing binds."""
        return sorted(names_used(self.new) - names_in(self.text) - names_bound(self.new))

    @functools.cached_property
    def old_lines(self):
        """By the line of the new text at which one begins."""
        return {self.new_line(line): line for line in range(1, len(self.source.starts) + 1)}

    def new_line(self, line):
        """Where the beginning of a line is now; the line behind the last one counts too."""
        lines = self.source.starts
        old = lines[line - 1] if line <= len(lines) else len(self.text)
        moved = old
        for (begin, end), (_, new_end) in zip(self.places, self.ranges):
            if end <= old:
                moved = new_end + old - end
            elif begin < old:
                moved = new_end
        return self.target.line_of(moved)

    def lines_of(self, shown):
        """The lines of the text and of the new one that a rewrite is about."""
        place = shown.finding["location"]
        old_lines = {place["start"]["line"], place["end"]["line"]}
        new_lines = set()
        for edit, (begin, end) in zip(self.edits, self.ranges):
            if edit in shown.edits:
                old_lines |= {edit["start"]["line"], self.source.line_of(max(self.source.offset(edit["end"]) - 1, 0))}
                new_lines |= {self.target.line_of(begin), self.target.line_of(max(end - 1, begin))}
        new_lines |= {self.new_line(min(old_lines)), self.new_line(max(old_lines) + 1) - 1}
        return (min(old_lines), max(old_lines)), (min(new_lines), max(new_lines))


def brought(typed, after, known, new_findings):
    """What is found outside of the lines `after` that was not even possible there before, with the lines of the old text."""
    before = {(finding["code"], finding["location"]["start"]["line"]) for finding in known}
    for finding in new_findings:
        start, end = (finding["location"][side]["line"] for side in ("start", "end"))
        old = typed.old_lines.get(start, 0)
        if (end < after[0] or start > after[1]) and (finding["code"], old) not in before:
            yield finding["code"], old


def statements_around(text, first, last):
    """The fewest lines of whole statements of one block that hold these lines."""

    def look(body):
        inside = [node for node in body if node.end_lineno >= first and node.lineno <= last]
        if len(inside) == 1:
            for part in ("body", "orelse", "handlers", "finalbody"):
                block = getattr(inside[0], part, [])
                if block and block[0].lineno <= first and last <= block[-1].end_lineno:
                    return look(block)
        return (inside[0].lineno, inside[-1].end_lineno) if inside else None

    return look(parsed(text).body)


def compared_texts(typed, shown):
    """The text with the new lines and behind them the old ones, and the one with neither: each with the line behind which lines moved."""
    lines, _ = typed.lines_of(shown)
    around = statements_around(typed.text, *lines)
    if around is None:
        return
    new = typed.new.splitlines(keepends=True)[typed.new_line(around[0]) - 1 : typed.new_line(around[1] + 1) - 1]
    old = typed.text.splitlines(keepends=True)
    before, lines, behind = old[: around[0] - 1], old[around[0] - 1 : around[1]], old[around[1] :]
    indentation = re.match(r"\s*", lines[0])[0]
    yield "".join([*before, *new, *lines, *behind]), around[0], len(new)
    yield "".join([*before, indentation + "pass\n", *behind]), around[0], 1 - len(lines)


def judge(typed, shown, findings, possible, new_findings):
    if not typed.compiles:
        if compiles(typed.text):
            shown.faults.append("does not compile")
        return
    if typed.unbound:
        shown.faults.append("unbound " + ", ".join(typed.unbound))
    # What is around an edit on its lines is part of what is typed in.
    lines, after = typed.lines_of(shown)
    there = on_lines(new_findings, *after)
    # Behind a wait that is gone, a rule that relates waits may speak of the next one.
    here = on_lines(findings, *lines)
    races = {finding["code"] for finding in there if is_race(finding)} - {finding["code"] for finding in here}
    if (total(there) >= total(here) and waits(there) >= waits(here)) or races:
        shown.faults.append("still reported: " + ", ".join(f["code"] for f in there))
    others = [typed.lines_of(other)[0] for other in typed.shown if other is not shown]
    elsewhere = [
        (code, line)
        for code, line in brought(typed, after, findings + possible, new_findings)
        if not any(first <= line <= last for first, last in others)
    ]
    if elsewhere:
        shown.brings = set(elsewhere)
        shown.faults.append("brings: " + ", ".join(f"{code} line {line}" for code, line in elsewhere))


def taken(waiting, alone):
    """For each file rewrites that do not meet, and take them out of `waiting`."""
    batch = {}
    for path, queue in waiting.items():
        chosen, places = [], set()
        for shown in queue:
            if not chosen or not (alone or None in shown.places | places or shown.places & places):
                chosen.append(shown)
                places |= shown.places
        waiting[path] = [shown for shown in queue if shown not in chosen]
        if chosen:
            batch[path] = chosen
    return batch


class Trial:
    """A copy of a folder, what is found in it, and what it is like with rewrites."""

    def __init__(self, linter, copy):
        self.linter, self.copy = linter, copy
        self.findings = findings_of(linter, copy)
        self.files = by_file(self.findings)
        self.possible = by_file(findings_of(linter, copy, confidence="possible"))

    def text(self, path):
        return (self.copy / path).read_bytes().decode("utf-8", "replace")

    def all_shown(self):
        waiting = {}
        for path, found in self.files.items():
            if path.endswith(".py"):
                functions, seen = functions_of(self.text(path)), []
                for finding in found:
                    for fix in finding["fixes"]:
                        if fix["edits"] not in seen:
                            seen.append(fix["edits"])
                            shown = Shown(path, finding, fix, places_of(functions, fix["edits"]))
                            waiting.setdefault(path, []).append(shown)
        return waiting

    def type_in(self, batch):
        typed = {path: Typed(self.text(path), shown) for path, shown in batch.items()}
        for path, each in typed.items():
            # What does not compile says nothing of the rest.
            (self.copy / path).write_bytes((each.new if each.compiles else each.text).encode())
        new_files = by_file(findings_of(self.linter, self.copy))
        for path, each in typed.items():
            for shown in each.shown:
                shown.faults.clear()
                shown.brings.clear()
                judge(each, shown, self.files[path], self.possible[path], new_files.get(path, []))
            (self.copy / path).write_bytes(each.text.encode())


    def compare(self, shown):
        """Forgets what the new lines bring if it is found beside the old ones, or without both."""
        text = self.text(shown.path)
        for new, first, more in compared_texts(Typed(text, [shown]), shown):
            if not compiles(new):
                continue
            (self.copy / shown.path).write_bytes(new.encode())
            for finding in by_file(findings_of(self.linter, self.copy)).get(shown.path, []):
                line = finding["location"]["start"]["line"]
                shown.brings.discard((finding["code"], line - more if line >= first + max(more, 1) else line))
        (self.copy / shown.path).write_bytes(text.encode())
        if not shown.brings:
            shown.faults.clear()


def check(linter, folder, most_rounds):
    """All shown rewrites of a folder, with their faults, and the findings."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".git"), symlinks=True)
        trial = Trial(linter, copy)
        waiting = trial.all_shown()
        done = []
        for _ in range(most_rounds):
            batch = taken(waiting, alone=False)
            if not batch:
                break
            trial.type_in(batch)
            done += [shown for several in batch.values() for shown in several]
        # What was typed in elsewhere may have made the difference.
        again = by_path([shown for shown in done if shown.faults])
        while batch := taken(again, alone=True):
            trial.type_in(batch)
        for shown in done:
            if shown.faults:
                trial.type_in({shown.path: [shown]})
            if shown.brings and len(shown.faults) == 1:
                trial.compare(shown)
        left = sum(len(shown) for shown in waiting.values())
        return done, trial.findings, left


def by_path(several):
    files = collections.defaultdict(list)
    for shown in several:
        files[shown.path].append(shown)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", required=True, type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--rounds", type=int, default=1000, help="at most this many rewrites of a function")
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
