#!/usr/bin/env python3
"""Do findings stay when the code is written in another way?

    bench/metamorphic.py --linter build/release/cli/syncfree-lint FOLDER…

Takes real files (400, drawn by a fixed seed, all that say `torch` and parse), each as a project of its own, rewrites them in
twenty ways that mean the same, and counts findings by file, code, confidence and temperature. Says which files differ.
"""

import argparse
import ast
import collections
import io
import json
import random
import re
import subprocess
import sys
import tempfile
import tokenize
from pathlib import Path

LARGEST = 80_000
SHOWN = 5


def tokens(text):
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def continued(text):
    """Lines (from 1) that begin inside of a token: of strings over several lines."""
    return {line for token in tokens(text) for line in range(token.start[0] + 1, token.end[0] + 1)}


def statement_ends(text):
    return {token.start[0] for token in tokens(text) if token.type == tokenize.NEWLINE}


def each_line(text, change):
    return "\n".join(change(number, line) for number, line in enumerate(text.split("\n"), 1))


def at_end(addition):
    return lambda text: text.rstrip("\n") + "\n" + addition


def blank_lines(text):
    ends = statement_ends(text)
    return each_line(text, lambda number, line: line + "\n\n# a comment\n" if number in ends else line)


def form_feeds(text):
    ends = statement_ends(text)
    return each_line(text, lambda number, line: line + "\n\f" if number in ends else line)


def behind_statements(addition):
    def change(text):
        ends = statement_ends(text)
        commented = {token.start[0] for token in tokens(text) if token.type == tokenize.COMMENT}
        headers = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)}
        alone = ends - commented if addition != ";" else {
            number for number in (ends - commented) & headers
            if not text.split("\n")[number - 1].rstrip().endswith(":")}
        return each_line(text, lambda number, line: line + addition if number in alone else line)
    return change


def indented(width):
    def change(text):
        inside = continued(text)
        def one(number, line):
            depth = len(line) - len(line.lstrip(" "))
            return line if number in inside else width(depth) + line[depth:]
        return each_line(text, one)
    return change


def functions(text):
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def first_lines(text):
    """Of the bodies of functions, behind their docstrings, where a line of its own begins there."""
    for node in functions(text):
        if ast.get_docstring(node, clean=False) is not None and len(node.body) == 1:
            continue
        statement = node.body[1] if ast.get_docstring(node, clean=False) is not None else node.body[0]
        lines = [statement.lineno] + [each.lineno for each in getattr(statement, "decorator_list", [])]
        before = node.body[0].end_lineno if statement is not node.body[0] else node.lineno
        if min(lines) > before:
            yield node, min(lines)


def with_pass(text):
    lines = text.split("\n")
    for _, first in sorted(first_lines(text), key=lambda pair: -pair[1]):
        indentation = re.match(r"\s*", lines[first - 1]).group()
        lines.insert(first - 1, indentation + "pass")
    return "\n".join(lines)


def under_true(text):
    inside, lines, taken = continued(text), text.split("\n"), []
    for node, first in sorted(first_lines(text), key=lambda pair: pair[0].lineno):
        if not any(begin <= node.lineno <= end for begin, end in taken):
            taken.append((first, node.end_lineno))
    for first, last in reversed(taken):
        indentation = re.match(r"\s*", lines[first - 1]).group()
        body = [lines[i] if i + 1 in inside or not lines[i] else "    " + lines[i] for i in range(first - 1, last)]
        lines[first - 1:last] = [indentation + "if True:", *body]
    return "\n".join(lines)


def in_parentheses(text):
    lines = [line.encode() for line in text.split("\n")]
    for node in ast.walk(ast.parse(text)):
        value = node.value if isinstance(node, ast.Return) else None
        if value is None or node.lineno != node.end_lineno or isinstance(value, ast.Tuple | ast.Yield):
            continue
        line, begin, end = lines[node.lineno - 1], value.col_offset, value.end_col_offset
        lines[node.lineno - 1] = line[:begin] + b"(" + line[begin:end] + b")" + line[end:]
    return b"\n".join(lines).decode()


def own_names(tree):
    """Names that one function alone binds, and that nothing else is called."""
    bound, others = collections.defaultdict(set), set()
    def visit(node, function):
        for child in ast.iter_child_nodes(node):
            inner = function
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
                others.add(getattr(child, "name", ""))
                inner = None if isinstance(child, ast.ClassDef) else id(child)
            for field in ("arg", "attr"):
                others.add(getattr(child, field, None))
            if isinstance(child, ast.Global | ast.Nonlocal):
                others.update(child.names)
            if isinstance(child, ast.alias):
                others.update((child.asname or child.name).split("."))
            if isinstance(child, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
                others.add(child.name)
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                bound[child.id].add(function)
            visit(child, inner)
    visit(tree, None)
    return {name for name, where in bound.items() if None not in where and name not in others}


def renamed(text):
    """The last words stay: `num_batches` says what a loop goes through, as `device` says where something is."""
    names, lines, found = own_names(ast.parse(text)), text.split("\n"), tokens(text)
    for token in found:
        if token.type == tokenize.STRING:  # a formatted string may use it
            names -= set(re.findall(r"\w+", token.string))
    for token in reversed(found):
        if token.type == tokenize.NAME and token.string in names:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column] + "other_" + token.string + lines[row - 1][column + len(token.string):]
    return "\n".join(lines)


def unparsed(text):
    """With the comments that are types (PEP 484)."""
    return ast.unparse(ast.parse(text, type_comments=True)) + "\n"


def reversed_functions(text):
    """Functions in a row in the other order, where nothing is evaluated when they are defined."""
    lines, runs = text.split("\n"), []
    def is_plain(node):
        return isinstance(node, ast.FunctionDef) and not (node.decorator_list or node.args.defaults or any(node.args.kw_defaults))
    for holder in [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Module | ast.ClassDef)]:
        run = []
        for node in [*holder.body, None]:
            if node is not None and is_plain(node) and node.name not in {each.name for each in run}:
                run.append(node)
                continue
            if len(run) > 1:
                runs.append(run)
            run = []
    for run in sorted(runs, key=lambda each: -each[0].lineno):
        chunks = [lines[node.lineno - 1:node.end_lineno] for node in run]
        gaps = [lines[a.end_lineno:b.lineno - 1] for a, b in zip(run, run[1:], strict=False)]
        new = []
        for chunk, gap in zip(reversed(chunks), [*gaps, []], strict=True):
            new += chunk + gap
        lines[run[0].lineno - 1:run[-1].end_lineno] = new
    return "\n".join(lines)


WAYS = {
    "line ends of two characters": lambda text: text.replace("\n", "\r\n"),
    "line ends of carriage returns": lambda text: text.replace("\n", "\r"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "no last line end": lambda text: text.rstrip("\n"),
    "a comment at the end": at_end("\n# the end"),
    "blank lines and comments": blank_lines,
    "form feeds": form_feeds,
    "a comment behind each statement": behind_statements("  # a comment"),
    "blanks behind each statement": behind_statements("  \t"),
    "semicolons": behind_statements(";"),
    "twice the indentation": indented(lambda depth: " " * (2 * depth)),
    "tabs": indented(lambda depth: "\t" * (depth // 4) + " " * (depth % 4)),
    "another function": at_end("\ndef unrelated_function():\n    return None\n"),
    "another class": at_end("\nclass UnrelatedClass:\n    unrelated_number = 1\n"),
    "what takes the other reader": at_end("\nunrelated_name = " + "(" * 170 + "1" + ")" * 170 + "\n"),
    "an error elsewhere": at_end("\ndef unrelated_function(:\n    pass\n"),
    "`pass` in each function": with_pass,
    "`if True` in each function": under_true,
    "results in parentheses": in_parentheses,
    "other names": renamed,
    "functions in another order": reversed_functions,
    "written again by Python": unparsed,
}
BROKEN = {"an error elsewhere"}


def says_torch(text):
    """Outside of comments, too: what does not is not looked at."""
    try:
        return "torch" in text and "torch" in ast.unparse(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return False


def draw(folders, count):
    paths = sorted(path for folder in folders for path in folder.rglob("*.py") if 500 < path.stat().st_size < LARGEST)
    random.Random(1).shuffle(paths)
    drawn = []
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        if not says_torch(text) or "\r" in text or "\ufeff" in text or "\ufffd" in text:
            continue
        drawn.append((path, text))
        if len(drawn) == count:
            break
    return drawn


def findings(linter, texts):
    """Counts by file. Every file alone in its folder, and so deep that no relative import leads to another's."""
    with tempfile.TemporaryDirectory() as scratch:
        for number, text in texts.items():
            folder = Path(scratch, f"m{number}", *"abcdef")
            folder.mkdir(parents=True)
            (folder / f"m{number}.py").write_bytes(text.encode())
        command = [linter, "--no-cache", "--isolated", "--no-project", "--confidence", "possible", "--temperature", "cold",
                   "--quiet", "--output-format", "json", scratch]
        report = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    found = collections.defaultdict(collections.Counter)
    for finding in report["findings"]:
        number = int(Path(finding["location"]["path"]).stem[1:])
        found[number][finding["code"], finding["confidence"], finding["temperature"]] += 1
    return found


def rewrite(way, text):
    """Nothing where it does not apply."""
    try:
        new = WAYS[way](text)
        if way not in BROKEN:
            ast.parse(new.encode())
    except (SyntaxError, tokenize.TokenError, RecursionError):
        return None
    return new if new != text else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--linter", type=Path, required=True)
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--way", action="append", choices=WAYS, help="of the ways, only these")
    arguments = parser.parse_args()
    drawn = draw(arguments.folders, arguments.files)
    before = findings(arguments.linter, {number: text for number, (_, text) in enumerate(drawn)})
    total = sum(sum(each.values()) for each in before.values())
    print(f"{len(drawn)} files, {total} findings")
    all_differing = 0
    for way in arguments.way or WAYS:
        texts = {number: rewrite(way, text) for number, (_, text) in enumerate(drawn)}
        texts = {number: text for number, text in texts.items() if text is not None}
        after = findings(arguments.linter, texts)
        differing = [number for number in texts if before[number] != after[number]]
        all_differing += len(differing)
        print(f"{way}: {len(differing)} of {len(texts)} files differ")
        for number in differing[:SHOWN]:
            lost, new = before[number] - after[number], after[number] - before[number]
            print(f"    {drawn[number][0]}: lost {dict(lost)}, new {dict(new)}")
    return 0 if all_differing == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
