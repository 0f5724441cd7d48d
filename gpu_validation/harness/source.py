"""A fixture's source: its cases, its expectations, and which statement a range lies in.

A range is (line, column, end line, end column), lines from 1, columns from 0 in UTF-8 bytes, as CPython counts them.
"""

import ast
import dataclasses
import hashlib
import re

_MARK = re.compile(r"#\s*expect:(?P<list>.*)$")
_ITEM = re.compile(r"\s*(?P<code>SF\d{3})\s+`(?P<text>[^`]+)`\s*(,|$)")


class FixtureError(ValueError):
    """The fixture cannot be parsed, or an expectation names text that its line does not hold."""


@dataclasses.dataclass(frozen=True)
class Expectation:
    """One place that is expected to be found, with the codes of all findings there.

    `ranges` are the expressions that the text can mean: more than one where the line holds it several times.
    """

    line: int
    text: str
    codes: tuple
    ranges: tuple
    owner: str  # the top-level function or class around it
    certain: bool = True  # False: it may wait or not


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    line: int
    comment: str  # what follows `#` on the line of the `def`


@dataclasses.dataclass
class Fixture:
    path: str
    text: str
    sha256: str
    cases: list
    expectations: list
    statements: list  # ranges, outer ones first

    def segment(self, range_):
        """The source text of a range."""
        lines = self.text.splitlines()[range_[0] - 1 : range_[2]]
        if not lines:
            return ""
        raw = [line.encode() for line in lines]
        raw[-1] = raw[-1][: range_[3]]
        raw[0] = raw[0][range_[1] :]
        return b"\n".join(raw).decode(errors="replace")

    def statement(self, range_):
        """The innermost statement that holds the start of a range."""
        start = range_[:2]
        holding = [s for s in self.statements if s[:2] <= start < s[2:]]
        return max(holding, default=None)


def _range(node):
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _comment_free(line):
    return line[: line.index("# expect:")] if "# expect:" in line else line


def _cases(tree, lines):
    found = []
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
            continue
        required = len(node.args.posonlyargs) + len(node.args.args) - len(node.args.defaults)
        keyword_only = sum(default is None for default in node.args.kw_defaults)
        if required == 0 and keyword_only == 0:
            _, _, comment = lines[node.lineno - 1].partition("#")
            found.append(Case(node.name, node.lineno, comment.strip()))
    return found


def _items(line, path, number):
    """The codes and texts that one line's comment expects."""
    mark = _MARK.search(line)
    if mark is None:
        return []
    items, rest = [], mark["list"]
    while rest.strip():
        item = _ITEM.match(rest)
        if item is None:
            raise FixtureError(f"{path}:{number}: cannot read the expectation {rest.strip()!r}")
        items.append((item["code"], item["text"]))
        rest = rest[item.end() :]
    return items


def _in_word(character):
    return character.isalnum() or character == "_"


def _textual_ranges(line, number, text):
    """Where the text stands in the line, as whole words. For f-string fields, whose nodes older Pythons misplace."""
    ranges = []
    for hit in re.finditer(re.escape(text), line):
        before, after = line[: hit.start()][-1:], line[hit.end() :][:1]
        if _in_word(text[0]) and _in_word(before or " ") or _in_word(text[-1]) and _in_word(after or " "):
            continue
        start = len(line[: hit.start()].encode())
        ranges.append((number, start, number, start + len(text.encode())))
    return ranges


def _candidates(nodes_by_line, lines, number, text):
    """The ranges that `text` on line `number` can mean, in reading order."""
    line = _comment_free(lines[number - 1])
    if text.endswith("..."):
        first = text[:-3].rstrip()
        open_ended = [
            r
            for r in nodes_by_line.get(number, [])
            if r[2] > number and line.encode()[r[1] :].decode().rstrip() == first
        ]
        return open_ended
    exact = []
    for r in nodes_by_line.get(number, []):
        if r[2] == number and line.encode()[r[1] : r[3]] == text.encode():
            exact.append(r)
    return exact or _textual_ranges(line, number, text)


def _expectations(tree, lines, path):
    nodes_by_line = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            nodes_by_line.setdefault(node.lineno, set()).add(_range(node))
    nodes_by_line = {line: sorted(ranges) for line, ranges in nodes_by_line.items()}
    owners = [(node.lineno, node.end_lineno, node.name) for node in tree.body if hasattr(node, "name")]
    found = []
    for number, line in enumerate(lines, 1):
        places = {}  # (text, which occurrence) -> codes
        for code, text in _items(line, path, number):
            occurrence = 0
            while code in places.get((text, occurrence), ()):
                occurrence += 1
            places.setdefault((text, occurrence), []).append(code)
        repeats = {text: sum(key[0] == text for key in places) for text, _ in places}
        for (text, occurrence), codes in places.items():
            ranges = _candidates(nodes_by_line, lines, number, text)
            if len(ranges) < repeats[text]:
                raise FixtureError(f"{path}:{number}: the line does not hold `{text}` as an expression")
            if repeats[text] > 1:
                ranges = [ranges[occurrence]]
            owner = next((name for first, last, name in owners if first <= number <= last), "")
            found.append(Expectation(number, text, tuple(codes), tuple(ranges), owner))
    return found


def hash_of(text):
    """What ties evidence to a fixture."""
    return hashlib.sha256(text.encode()).hexdigest()


def parse(path, text):
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise FixtureError(f"{path}:{error.lineno}: {error.msg}") from error
    lines = text.splitlines()
    return Fixture(
        path=str(path),
        text=text,
        sha256=hash_of(text),
        cases=_cases(tree, lines),
        expectations=_expectations(tree, lines, path),
        statements=sorted(_range(node) for node in ast.walk(tree) if isinstance(node, ast.stmt)),
    )
