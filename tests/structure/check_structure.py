#!/usr/bin/env python3
"""Holds the sources to the structure that docs/architecture.md describes.

    check_structure.py [--root FOLDER]

Fails where a folder includes one that is above it, where folders or headers include each other in a circle, where Python
files import each other in a circle, where a source asks for its system outside of the folder for that, where the
analyzer names a rule by its code, where a function is longer than a screen, and where a file or the README is far too long.
What git ignores is not looked at.
"""
import argparse
import ast
import re
import subprocess
import sys
from pathlib import Path

# From the ground up; folders of one row do not know each other.
FLOORS = [["analyzer"], ["frontends", "rules"], ["driver"], ["lsp"], ["cli"]]
PYTHON_FOLDERS = ["bench", "cmake", "docs", "gpu_validation", "packaging", "rules", "tests"]
# C++ beside the program, and in it what is there to be analysed.
OTHER_FOLDERS = ["bench", "gpu_validation", "tests"]
SAMPLES = ["bench/truth", "tests/fixes/pairs", "tests/frontends/cxx/samples"]
# It knows no rule by its code.
RULELESS_FOLDER = "analyzer"
RULE_CODE = re.compile(r'"SF\d{3}"')
# The only place for code of one system.
SYSTEM_FOLDER = "analyzer/system"
LONGEST_FUNCTION = 80
LONGEST_FILE = 550
LONGEST_README = 10_000  # bytes

INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
# What is neither code nor a line of its own: comments, raw strings, strings, characters.
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
SYSTEM = re.compile(r"^# *(?:el)?if.*\b(?:_WIN32|__MINGW\w*__|_MSC_VER|__linux__|__APPLE__|__unix__)\b", re.MULTILINE)
SCOPE = re.compile(r"\s*(?:template\s*<.*?>\s*)?(?:inline\s+)?(?:namespace|class|struct|union|enum|extern)\b", re.DOTALL)


def files(root, folder, suffixes):
    """What is below `folder`, in order; without what git ignores, if the root is a repository's."""
    found = [path for path in sorted((root / folder).rglob("*")) if path.suffix in suffixes and path.is_file()]
    if not (root / ".git").exists() or not found:
        return found
    names = "".join(f"{path.relative_to(root)}\0" for path in found)
    # Status 1: none of them is ignored.
    ignored = subprocess.run(
        ["git", "check-ignore", "-z", "--stdin"], cwd=root, input=names, capture_output=True, text=True, check=False
    ).stdout
    left_out = set(ignored.split("\0"))
    return [path for path in found if str(path.relative_to(root)) not in left_out]


def sources(root):
    for floor in FLOORS:
        for folder in floor:
            yield from files(root, folder, (".h", ".cpp"))


def circle_in(graph):
    """The nodes of one circle in `graph`, in their order; empty if there is none."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return []
        path.append(node)
        for following in sorted(graph.get(node, ())):
            if circle := visit(following):
                return circle
        done.add(path.pop())
        return []

    for node in sorted(graph):
        if circle := visit(node):
            return circle
    return []


def include_problems(root):
    floor_of = {folder: height for height, floor in enumerate(FLOORS) for folder in floor}
    folders, headers = {}, {}
    for path in sources(root):
        name = path.relative_to(root)
        for included in INCLUDE.findall(path.read_text()):
            target = Path(included)
            if target.parts[0] not in floor_of or not (root / target).exists():
                continue
            here, there = name.parts[0], target.parts[0]
            if here != there and floor_of[there] >= floor_of[here]:
                yield f"{name}: includes {target}, which is not below it"
            if name.parent != target.parent:
                folders.setdefault(str(name.parent), set()).add(str(target.parent))
            if name.suffix == ".h":
                headers.setdefault(str(name), set()).add(str(target))
    for kind, graph in (("folders", folders), ("headers", headers)):
        if circle := circle_in(graph):
            yield f"{kind} in a circle: {' -> '.join(circle)}"


def import_problems(root):
    for folder in PYTHON_FOLDERS:
        graph = {}
        for path in files(root, folder, (".py",)):
            imported = set()
            for node in ast.walk(ast.parse(path.read_text())):
                names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
                names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
                imported |= {str(path.with_name(f"{name.split('.')[0]}.py")) for name in names}
            graph[str(path)] = imported - {str(path)}
        if circle := circle_in(graph):
            yield f"imports in a circle: {' -> '.join(str(Path(path).relative_to(root)) for path in circle)}"


def system_problems(root):
    for path in sources(root):
        if path.is_relative_to(root / SYSTEM_FOLDER):
            continue
        text = path.read_text()
        for found in SYSTEM.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{path.relative_to(root)}:{line}: asks for the system; that is for {SYSTEM_FOLDER}"


def rule_problems(root):
    for path in files(root, RULELESS_FOLDER, (".h", ".cpp")):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if found := RULE_CODE.search(line.split("//")[0]):
                yield f"{path.relative_to(root)}:{number}: names the rule {found[0]}; its page says what others must know of it"


def kind_of(head):
    """What the brace after `head` opens, at a place where functions may be defined."""
    if SCOPE.match(head):
        return "scope"
    return "function" if "(" in head and not head.rstrip().endswith("=") else "other"


def functions(text):
    """(first line, last line) of each C++ function; what is inside of one belongs to it."""
    text = SKIPPED.sub(lambda skipped: "\n" * skipped[0].count("\n"), text)
    text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*", lambda line: "\n" * line[0].count("\n"), text, flags=re.MULTILINE)
    scopes, head, line, head_line = [], "", 1, 1
    for letter in text:
        if not head.strip():
            head_line = line
        if letter == "{":
            is_outer = all(kind == "scope" for kind, _ in scopes)
            scopes.append((kind_of(head) if is_outer else "other", head_line))
            head = ""
        elif letter == "}":
            kind, first = scopes.pop() if scopes else ("other", line)
            if kind == "function":
                yield first, line
            head = ""
        elif letter == ";":
            head = ""
        else:
            head += letter
        line += letter == "\n"


def python_functions(text):
    """(first line, last line) of each Python function, those in others too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.end_lineno


def own_files(root, folders, suffixes):
    for folder in folders:
        for path in files(root, folder, suffixes):
            if not any(path.is_relative_to(root / samples) for samples in SAMPLES):
                yield path


def size_problems(root):
    readme = root / "README.md"
    if readme.exists() and (size := readme.stat().st_size) > LONGEST_README:
        yield f"README.md: {size} bytes; at most {LONGEST_README}, so that it is read"
    for path in sources(root):
        if (length := path.read_text().count("\n")) > LONGEST_FILE:
            yield f"{path.relative_to(root)}: {length} lines; the longest file has {LONGEST_FILE}"
    cxx = [*sources(root), *own_files(root, OTHER_FOLDERS, (".h", ".cpp"))]
    python = own_files(root, PYTHON_FOLDERS, (".py",))
    for paths, functions_in in ((cxx, functions), (python, python_functions)):
        for path in paths:
            for first, last in functions_in(path.read_text()):
                if (length := last - first + 1) > LONGEST_FUNCTION:
                    yield f"{path.relative_to(root)}:{first}: a function of {length} lines; the longest has {LONGEST_FUNCTION}"


def problems(root):
    return [*include_problems(root), *import_problems(root), *system_problems(root), *rule_problems(root), *size_problems(root)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    found = problems(parser.parse_args().root)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
