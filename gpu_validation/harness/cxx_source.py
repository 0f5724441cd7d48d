"""A C++ or CUDA fixture's source, in the same form as a Python one: cases, expectations, ranges.

A case is a function at file level that takes no argument, neither static nor in a namespace, whose name and opening
brace stand on one line; it ends at the next line that begins with a brace, or where it began. Native frames tell lines
and no columns, so a line holds one expected place at most.

A code with `?` after it marks a place that may wait, which the analyzer reports on request only: it is measured, and
holds either way.
"""

import dataclasses
import re

from harness import source

_MARK = re.compile(r"//\s*expect:(?P<list>.*)$")
_ITEM = re.compile(r"\s*(?P<code>SF\d{3})(?P<doubt>\??)\s+`(?P<text>[^`]+)`\s*(,|$)")
_CASE = re.compile(
    r"^(?!static\b|extern\b|using\b|namespace\b)[A-Za-z_][\w:<>,&* ]*?[\s*&](?P<name>[A-Za-z]\w*)\(\)\s*\{"
)

_MACRO = re.compile(r"\s*[A-Z][A-Z0-9_]+\(")


def is_cxx(path):
    return str(path).endswith((".cpp", ".cu"))


@dataclasses.dataclass(frozen=True)
class _Function:
    name: str
    first: int
    last: int


def _functions(lines):
    """The cases' functions; helpers take arguments or are static, and own their expectations as nobody's."""
    found = []
    for number, line in enumerate(lines, 1):
        head = _CASE.match(line)
        if head is None:
            continue
        last = number
        if line.count("{") != line.count("}"):
            last = next((n for n in range(number + 1, len(lines) + 1) if lines[n - 1].startswith("}")), len(lines))
        found.append(_Function(head["name"], number, last))
    return found


def _code_of(line):
    """The line without a comment at its end."""
    return line.partition("//")[0]


def _place(path, number, line, items):
    """The one place that the marks of a line name."""
    texts = {text for _, _, text in items}
    if len(texts) > 1 or len({doubt for _, doubt, _ in items}) > 1:
        raise source.FixtureError(f"{path}:{number}: a line of C++ can expect one place only")
    text = items[0][2]
    start = _code_of(line).find(text)
    if start < 0:
        raise source.FixtureError(f"{path}:{number}: the line does not hold `{text}`")
    return text, (number, start, number, start + len(text))


def _expectations(path, lines, functions):
    found = []
    for number, line in enumerate(lines, 1):
        mark = _MARK.search(line)
        if mark is None:
            continue
        items = [(item["code"], item["doubt"], item["text"]) for item in _ITEM.finditer(mark["list"])]
        if not items or _ITEM.sub("", mark["list"]).strip():
            raise source.FixtureError(f"{path}:{number}: cannot read the expectation {mark['list'].strip()!r}")
        text, range_ = _place(path, number, line, items)
        owner = next((f.name for f in functions if f.first <= number <= f.last), "")
        codes = tuple(code for code, _, _ in items)
        found.append(source.Expectation(number, text, codes, (range_,), owner, certain=not items[0][1]))
    return found


def _range_of_lines(lines, first, last):
    begin, end = _code_of(lines[first - 1]), _code_of(lines[last - 1]).rstrip()
    return first, len(begin) - len(begin.lstrip()), last, len(end)


def ranges(lines):
    """For each line the range that a native frame there stands for: the line, or the whole use of a macro.

    A compiler ascribes all that a macro expands to, its arguments too, to the line on which the use begins.
    """
    found, number = [], 1
    while number <= len(lines):
        last = number
        if _MACRO.match(lines[number - 1]):
            while last < len(lines) and _depth(lines[number - 1 : last]) > 0:
                last += 1
        found += [_range_of_lines(lines, number, last)] * (last - number + 1)
        number = last + 1
    return found


def _depth(lines):
    """How many parentheses are open at the end."""
    code = "".join(map(_code_of, lines))
    return code.count("(") - code.count(")")


def parse(path, text):
    lines = text.splitlines()
    functions = _functions(lines)
    names = [function.name for function in functions]
    cases = []
    for function in functions:
        if names.count(function.name) > 1:
            raise source.FixtureError(f"{path}:{function.first}: two cases are named {function.name}")
        comment = lines[function.first - 1].partition("//")[2].strip()
        cases.append(source.Case(function.name, function.first, comment))
    return source.Fixture(
        path=str(path),
        text=text,
        sha256=source.hash_of(text),
        cases=cases,
        expectations=_expectations(path, lines, functions),
        statements=sorted(set(ranges(lines))),
    )
