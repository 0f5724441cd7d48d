"""Whether the measured numbers on the rules' pages are those that were measured. Needs no GPU.

`snippets.json` has the measurements: each snippet behind 50 ms of queued work, with its host time, its driver calls and
whether it waited. A page quotes a snippet and its time, in the table of its evidence or in a sentence.
"""

import fnmatch
import json
import re

_ROW = re.compile(r"\| (?P<what>.*) \| (?P<measured>.*) \|$")
_QUOTED = re.compile(r"`([^`\n]+)`")
_MILLISECONDS = re.compile(r"(\d+\.\d+) ms\b")
_WAITS = re.compile(r"\b(two|three|four|\d+) waits\b")
_WORDS = {"two": 2, "three": 3, "four": 4}
_EVIDENCE = "## Evidence"


def read_snippets(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    return {snippet["code"]: snippet for snippet in data["snippets"]}


def _find(snippets, code):
    """By its text; `…` stands for what the page leaves out, `.name(…)` for a call without what it is looked up in."""
    if code in snippets:
        return snippets[code]
    if "…" not in code:
        ends = [name for name in snippets if name.endswith("." + code)]
        return snippets[ends[0]] if len(ends) == 1 else None
    pattern = "*".join(re.sub(r"([\[*?])", r"[\1]", part) for part in code.split("…"))
    return next((snippets[name] for name in snippets if fnmatch.fnmatchcase(name, pattern)), None)


def _rounded(snippet, text):
    """Whether that is the snippet's time, to as many digits as it has."""
    digits = len(text.partition(".")[2])
    return abs(snippet["host_ms"] - float(text)) <= 0.5 * 10**-digits + 1e-9


def _row_faults(what, measured, snippet):
    number = re.match(r"\d+\.\d+", measured)
    if number and not _rounded(snippet, number.group()):
        yield f"says {number.group()} ms of {what}; {snippet['host_ms']} ms were measured"
    if "no wait" in measured and snippet["stalls"]:
        yield f"says that {what} does not wait; it was measured to wait"
    waits = _WAITS.search(measured)
    counted = sum(count for call, count in snippet["calls"].items() if "Synchronize" in call)
    if waits and counted and counted != int(_WORDS.get(waits.group(1), waits.group(1))):
        yield f"says {waits.group()} of {what}; {counted} were measured"


def table_rows(text):
    """(what was measured, the measurement) of each row that begins with a quoted snippet or call."""
    for line in text.partition(_EVIDENCE)[2].splitlines():
        row = _ROW.match(line)
        if row and _QUOTED.search(row["what"]):
            yield row["what"], row["measured"]


def prose_faults(text, snippets, known):
    """Numbers in sentences. `known` are those of all tables, for what a sentence says in other words than a snippet."""
    for paragraph in text.partition(_EVIDENCE)[0].splitlines():
        quoted = [found for code in _QUOTED.findall(paragraph) if (found := _find(snippets, code))]
        for number in _MILLISECONDS.findall(paragraph):
            if number not in known and not any(_rounded(snippet, number) for snippet in quoted):
                yield f"says {number} ms, which is no measurement of a snippet in that paragraph or in a table"


def faults(pages, snippets):
    """(lines for people, table rows that were held against a measurement, rows for which there is none)."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(pages.glob("*.md"))}
    rows = [(stem, what, measured) for stem, text in texts.items() for what, measured in table_rows(text)]
    lines, checked, known, unknown = [], 0, set(), []
    for stem, what, measured in rows:
        snippet = _find(snippets, _QUOTED.search(what).group(1))
        if snippet is None:
            unknown.append(f"{stem}: {what}")
            continue
        checked += 1
        known.update(re.findall(r"\d+\.\d+", measured))
        lines += [f"{stem}: the page {fault}" for fault in _row_faults(what, measured, snippet)]
    for stem, text in texts.items():
        lines += [f"{stem}: the page {fault}" for fault in prose_faults(text, snippets, known)]
    return lines, checked, unknown
