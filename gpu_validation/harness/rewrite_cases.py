"""The fixtures of the rewrites: functions, how the fixer changes them, and with which inputs both forms are run.

Above each function of rewrites/<rule>.py (or .cpp, or <rule>__scripted.py of a module for TorchScript) stand comments:

    # fix: safe
    # run: x=float[4,3] | x=half[0,3] n=3
    # may differ: strides aliasing
    # not for: nan
    # proves: fewer waits

`fix` is the kind of the rewrite (`suggestion` in shown/, where what is only shown is typed in), `run` a list of inputs, `may
differ` what a rewrite that is not safe need not keep, `not for` the edges at which the rewrite's title says that it differs, a
check fails, or a conversion is undefined (all others are run too, see `edges_of`), `proves` what is better afterwards: without it
there is no wait any more; with `fewer waits` there are fewer, with `earlier launch` the optimiser's step is queued before the host
waits.
rewrites/fixed/ and shown/fixed/ hold what the linter makes of the file, written by `gpu_validation/rewrite_fixtures`.
"""

import ast
import dataclasses
import hashlib
import pathlib
import re

KINDS = ("safe", "unsafe")
SHOWN = "suggestion"
FOLDERS = ("rewrites", "shown")  # what is written, and what is only shown; the evidence lies in folders of these names
# What two results are compared in. A safe rewrite keeps all of it.
ASPECTS = ("values", "rounding", "device", "strides", "aliasing", "gradient", "random", "kind")

EDGES = ("nan", "inf", "empty")

PROOFS = ("no wait", "fewer waits", "earlier launch")
NATIVE = (".cpp", ".cu")

_COMMENT = re.compile(r"(#|//) (?P<key>fix|run|may differ|not for|proves): (?P<value>.*)")
_FRACTIONS = ("float", "half", "double", "nan", "strided", "inf")
_TENSOR = re.compile(r"\b(float|half|double|nan|strided|inf|host|int|index|bool)\[([\d,]*)\]")
_CXX_FUNCTION = re.compile(r'^extern "C" void (?P<name>\w+)\(.*?^}', re.MULTILINE | re.DOTALL)


class RewriteError(ValueError):
    """A fixture that cannot be read."""


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    kind: str
    runs: tuple  # texts such as "x=float[4,3] n=3"
    may_differ: frozenset
    not_for: frozenset = frozenset()
    proves: str = PROOFS[0]


@dataclasses.dataclass(frozen=True)
class Rewrite:
    stem: str
    before: pathlib.Path
    after: pathlib.Path
    cases: tuple

    @property
    def rule(self):
        """Its name; `<rule>__<what is special>.py` holds what changes a whole file."""
        return self.stem.split("__")[0].replace("_", "-")

    @property
    def is_native(self):
        return self.before.suffix in NATIVE

    @property
    def evidence(self):
        """The name of the file of its evidence."""
        return self.stem + (self.before.suffix.replace(".", "_") if self.is_native else "") + ".json"

    def hashes(self):
        return {"before": _hash(self.before), "after": _hash(self.after)}


def _hash(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _functions(path, text):
    """(name, line, source) of each function."""
    if path.suffix in NATIVE:
        return [(m["name"], text.count("\n", 0, m.start()) + 1, m[0]) for m in _CXX_FUNCTION.finditer(text)]
    return [
        (node.name, node.lineno, ast.get_source_segment(text, node))
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    ]


def _case(name, line, lines, path):
    said = {}
    number = line - 1
    while number > 0 and (comment := _COMMENT.fullmatch(lines[number - 1])):
        said[comment["key"]] = comment["value"]
        number -= 1
    where = f"{path}:{line}: {name}"
    if said.get("fix") not in (*KINDS, SHOWN) or "run" not in said:
        raise RewriteError(f"{where} lacks `# fix:` or `# run:` above it")
    may_differ = frozenset(said.get("may differ", "").split())
    if may_differ - set(ASPECTS):
        raise RewriteError(f"{where} may differ in what is not compared: {', '.join(sorted(may_differ - set(ASPECTS)))}")
    if may_differ and said["fix"] == "safe":
        raise RewriteError(f"{where} is safe, so nothing may differ")
    proves = said.get("proves", PROOFS[0]).strip()
    if proves not in PROOFS:
        raise RewriteError(f"{where} proves {proves!r}, not one of {', '.join(PROOFS)}")
    not_for = frozenset(said.get("not for", "").split())
    if not_for - set(EDGES):
        raise RewriteError(f"{where} is not for what is no edge: {', '.join(sorted(not_for - set(EDGES)))}")
    runs = tuple(run.strip() for run in said["run"].split("|"))
    return Case(name, said["fix"], runs, may_differ, not_for, proves)


def edges_of(case):
    """(edge, run): the first run with NaN or infinities among the fractions, and with tensors of no elements."""
    run = case.runs[0]

    def with_kind(kind):
        return _TENSOR.sub(lambda m: f"{kind if m[1] in _FRACTIONS else m[1]}[{m[2]}]", run)

    def emptied(match):
        return f"{match[1]}[{','.join(['0', *match[2].split(',')[1:]])}]"

    found = [(kind, with_kind(kind)) for kind in ("nan", "inf")] + [("empty", _TENSOR.sub(emptied, run))]
    return [(edge, text) for edge, text in found if text not in case.runs and edge not in case.not_for]


def read(path):
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    cases = [_case(name, line, lines, path) for name, line, _ in _functions(path, text)]
    return Rewrite(path.stem, path, path.parent / "fixed" / path.name, tuple(cases))


def read_all(folder):
    return [read(path) for path in sorted(folder.glob("*.*")) if path.suffix == ".py" or path.suffix in NATIVE]


def functions_of(path, text):
    """The source of each function, by name, without the comments above it."""
    return {name: source for name, _, source in _functions(path, text)}
