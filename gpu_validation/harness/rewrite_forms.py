"""The forms of rewrites: what a rule makes of a line, told by the title of the rewrite.

A title names code (`full`) and counts (in place of 3) of its place; a form is the title without them. Which forms there can
be is read off the sources of the rules: a title is a string there, alone or with others behind it, outside of `in_words`,
which shows no line.
"""

import json
import re
import subprocess

EVERYTHING = ["--isolated", "--no-cache", "--no-respect-gitignore", "--temperature", "cold", "--quiet", "--exit-zero"]

_TOKEN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|[A-Za-z_]\w*|\s+|.', re.DOTALL)
# Strings of the rules' sources that hold a space and are of no title.
_NO_TITLE = re.compile(
    r"^\.ndim - $|^#include <|^rules/|^to\("  # code
    r"|^the (sum of the repeats|number of classes)$"  # parts of a title, which has them in backticks or not
    r"|^record an event here|^let a stream wait, not|^wait for one stream, not"  # words that a function hands on
)


def form_of(title):
    return re.sub(r"\d+", "N", re.sub(r"`[^`]*`", "`…`", title))


def is_part(said, form):
    """Does the string stand in the form, whose code is gone. It may begin or end within code."""
    pieces = re.sub(r"\d+", "N", said).split("`")
    return any(all(piece in form for piece in pieces[start::2]) for start in (0, 1) if any(pieces[start::2]))


def forms_in(findings):
    """(code, form, fix) of each rewrite; a rewrite that several findings share has the codes of all of them."""
    codes = {}
    fixes = {}
    for finding in findings:
        for fix in (fix for fix in finding["fixes"] if fix["edits"]):
            key = (finding["location"]["path"], json.dumps(fix["edits"]))
            codes.setdefault(key, set()).add(fix["code"])
            fixes[key] = fix
    return [(frozenset(codes[key]), form_of(fix["title"]), fix) for key, fix in fixes.items()]


def findings_of(linter, path, *options):
    command = [linter, *EVERYTHING, *options, "--output-format", "json", path]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["findings"]


def paired(linter, rewrites):
    """The (code, form) of each rewrite that a pair shows: what is new of it stands in the second file."""
    found = set()
    for rewrite in rewrites:
        after = rewrite.after.read_text(encoding="utf-8")
        select = ("--confidence", "likely", "--select", rewrite.rule)
        for codes, form, fix in forms_in(findings_of(linter, rewrite.before, *select)):
            if all(edit["text"].strip() in after for edit in fix["edits"]):
                found |= {(code, form) for code in codes}
    return found


def _strings(text):
    """(line, string) of each string outside of `in_words(…)` and `hint = …;`; strings that follow each other are one."""
    found = []
    depth, words, before, hint = 0, None, "", False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token.isspace() or token.startswith("//"):
            continue
        if token in ("hint", ";"):
            hint = token == "hint"
        elif token == "(":
            depth += 1
            if before == "in_words" and words is None:
                words = depth
        elif token == ")":
            words = None if words == depth else words
            depth -= 1
        elif token.startswith('"') and words is None and not hint:
            said = token[1:-1].replace('\\"', '"')
            if before.startswith('"') and found:
                found[-1] = (found[-1][0], found[-1][1] + said)
            else:
                found.append((text.count("\n", 0, match.start()) + 1, said))
        before = token
    return found


def titles_in_sources(rules):
    """(place, string) of each string that is a title or a part of one."""
    sources = [*sorted(rules.glob("*_fix.cpp")), *sorted((rules / "rewrites").glob("*.cpp"))]
    for path in sources:
        for line, said in _strings(path.read_text(encoding="utf-8")):
            if " " in said.strip() and not _NO_TITLE.search(said):
                yield f"{path.relative_to(rules.parent)}:{line}", said
