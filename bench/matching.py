"""Findings in a SARIF report, places that blocked on a GPU, and which of them are the same.

A finding and a site are the same if their ranges overlap and the finding stays within one statement (of a compound
statement, its header). Each finding serves one site and each site one finding, the closest ranges first; a site inside
a matched site's range, or around it, is found as well: one chain of calls is one expression to a reader. A finding is
judged only if one of its lines ran.
"""

import ast
import json
import os
import re
import urllib.parse
from collections import defaultdict
from dataclasses import dataclass, field

# Rules about what no single driver call shows: measured by their fixtures, not by this truth.
APART = re.compile(r"SF(?:104|604|[789]\d\d)")

END_OF_LINE = 1 << 30


@dataclass(frozen=True)
class Range:
    """Lines from 1, columns from 0 in UTF-8 bytes, end exclusive."""

    start: tuple[int, int]
    end: tuple[int, int]

    def overlaps(self, other):
        return self.start < other.end and other.start < self.end

    def holds(self, other):
        return self.start <= other.start and other.end <= self.end

    def distance(self, other):
        return tuple(
            (abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in ((self.start, other.start), (self.end, other.end))
        )


@dataclass(frozen=True)
class Site:
    file: str
    range: Range
    function: str
    seen_by: tuple[str, ...]
    through: str


@dataclass(frozen=True)
class Finding:
    file: str
    rule: str
    range: Range
    dependency: str = ""
    temperature: str = ""


@dataclass
class Truth:
    package: str
    lines: dict[str, set[int]]
    sites: list[Site]


@dataclass
class Score:
    """What became of one package's sites and of the findings in the files that ran."""

    package: str
    found: dict[Site, Finding | None] = field(default_factory=dict)  # no finding: within or around a matched site
    missed: list[Site] = field(default_factory=list)
    right: list[Finding] = field(default_factory=list)
    false: list[Finding] = field(default_factory=list)
    apart: int = 0


class SourceFile:
    """The lines of a file and the lines that its statements span; empty if there is no such file."""

    def __init__(self, path):
        try:
            with open(path, "rb") as file:
                self.bytes = file.read()
        except OSError:
            self.bytes = b""
        self.lines = [line.decode("utf-8", "replace") for line in self.bytes.split(b"\n")]
        try:
            self.tree = ast.parse(self.bytes)
        except (SyntaxError, ValueError):
            self.tree = ast.Module([], [])
        self.statement_of = {}  # line -> (first, last) of the shortest statement there
        for node in ast.walk(self.tree):
            self._add_statement(node)

    def _add_statement(self, node):
        if not isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) or not hasattr(node, "lineno"):
            return
        last = node.end_lineno
        body = getattr(node, "body", None)
        if isinstance(body, list) and body:
            first_of_body = body[0].lineno
            last = max(node.lineno, min(first_of_body, last) - (first_of_body > node.lineno))
        for line in range(node.lineno, last + 1):
            known = self.statement_of.get(line)
            if known is None or known[1] - known[0] > last - node.lineno:
                self.statement_of[line] = (node.lineno, last)

    def within_one_statement(self, range_):
        first, last = range_.start[0], range_.end[0]
        statement = self.statement_of.get(first)
        if statement is None:
            return last - first < 40
        return last <= max(statement[1], first)

    def byte_column(self, line, column, utf16):
        """The UTF-8 offset of a SARIF column, which counts from 1 in UTF-16 units or in characters."""
        if not 1 <= line <= len(self.lines):
            return 0
        text = self.lines[line - 1]
        before = max(column - 1, 0)
        if not utf16 or text.isascii():
            return len(text[:before].encode())
        return len(text.encode("utf-16-le")[: 2 * before].decode("utf-16-le", "ignore").encode())

    def text(self, line):
        return self.lines[line - 1].strip() if 1 <= line <= len(self.lines) else ""


class SourceFolder:
    """The files of the packages in a folder, each read once. A package lies directly in it, or in a folder of its own
    name, as fetched archives are unpacked; its files are named the same either way: `package/module.py`."""

    def __init__(self, root):
        self.root = os.path.realpath(root)
        self._files = {}

    def package(self, name):
        own_folder = os.path.join(self.root, name, name)
        return own_folder if os.path.isdir(own_folder) else os.path.join(self.root, name)

    def name_of(self, path):
        first, _, rest = os.path.relpath(os.path.realpath(path), self.root).partition(os.sep)
        return rest if rest.startswith(first + os.sep) else os.path.join(first, rest)

    def __getitem__(self, file):
        if file not in self._files:
            package, _, rest = file.partition("/")
            self._files[file] = SourceFile(os.path.join(self.package(package), rest))
        return self._files[file]


def read_truth(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    sites = [
        Site(
            site["file"],
            Range((site["line"], site["col"] or 0), (site["end_line"], site["end_col"] or END_OF_LINE)),
            site["func"],
            tuple(site["seen_by"]),
            site["through"],
        )
        for site in data["sites"]
    ]
    return Truth(data["package"], {file: expand(lines) for file, lines in data["lines"].items()}, sites)


def expand(lines):
    """The numbers of "3-7,12"."""
    numbers = set()
    for part in filter(None, lines.split(",")):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def read_report(path, folder):
    """The findings of a SARIF file, with paths from the folder; suppressed results are none."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    findings = []
    for run in report["runs"]:
        bases = {name: base.get("uri", "") for name, base in run.get("originalUriBaseIds", {}).items()}
        utf16 = run.get("columnKind") == "utf16CodeUnits"
        for result in run.get("results", []):
            if not result.get("locations") or result.get("suppressions"):
                continue
            place = result["locations"][0]["physicalLocation"]
            file = _name(place["artifactLocation"], bases, folder)
            said = result.get("properties", {})
            range_ = _range(place, folder[file], utf16)
            findings.append(Finding(file, result.get("ruleId", "?"), range_, said.get("dependency", ""), said.get("temperature", "")))
    return findings


def _name(artifact, bases, folder):
    uri = artifact["uri"]
    if "uriBaseId" in artifact and "://" not in uri:
        uri = bases.get(artifact["uriBaseId"], "") + uri
    path = urllib.parse.unquote(uri.split("://", 1)[-1])
    if uri.startswith("file:"):
        path = "/" + path.lstrip("/")
    return folder.name_of(path) if os.path.isabs(path) else os.path.normpath(path)


def _range(place, source, utf16):
    region = place.get("region", {})
    first = region.get("startLine", 1)
    last = region.get("endLine", first)
    end_column = region.get("endColumn")
    end = END_OF_LINE if end_column is None else source.byte_column(last, end_column, utf16)
    return Range((first, source.byte_column(first, region.get("startColumn", 1), utf16)), (last, end))


def match(sites, findings):
    """Pairs of indexes, one to one, the closest ranges first; and the other sites that count as found."""
    candidates = sorted(
        (*site.range.distance(finding.range), i, j)
        for i, site in enumerate(sites)
        for j, finding in enumerate(findings)
        if site.range.overlaps(finding.range)
    )
    partner = {}
    taken = set()
    for _, _, i, j in candidates:
        if i not in partner and j not in taken:
            partner[i] = j
            taken.add(j)
    reached = set(partner)
    for i, site in enumerate(sites):
        if i not in reached and any(
            sites[k].range.holds(site.range) or site.range.holds(sites[k].range) for k in reached
        ):
            reached.add(i)
    return partner, reached - set(partner)


def score(truth, findings, folder):
    by_file = defaultdict(list)
    for finding in findings:
        by_file[finding.file].append(finding)
    sites_of = defaultdict(list)
    for site in truth.sites:
        sites_of[site.file].append(site)

    result = Score(truth.package)
    for file in sorted(truth.lines.keys() | sites_of.keys()):
        _score_file(result, sites_of[file], by_file[file], truth.lines.get(file, set()), folder[file])
    return result


def _score_file(result, sites, findings, lines_that_ran, source):
    judged = [finding for finding in findings if not APART.fullmatch(finding.rule)]
    result.apart += len(findings) - len(judged)
    eligible = [finding for finding in judged if source.within_one_statement(finding.range)]
    partner, also_found = match(sites, eligible)
    for i, site in enumerate(sites):
        if i in partner:
            result.found[site] = eligible[partner[i]]
        elif i in also_found:
            result.found[site] = None
        else:
            result.missed.append(site)
    right = {id(eligible[j]) for j in partner.values()}
    for finding in judged:
        if any(line in lines_that_ran for line in range(finding.range.start[0], finding.range.end[0] + 1)):
            (result.right if id(finding) in right else result.false).append(finding)
