#!/usr/bin/env python3
"""Compiles the catalog: the rows in *.toml over the facts in torch_signatures.json, to one C++ file of constant tables.

    python3 generate.py --output catalog_data.cpp

Tables of a rows file:

    [[callable]]   names, result; parameters where the signatures do not have them; keeps: the parameters of a method of which its
                   object keeps what was given
    [[blocking]]   names, rule, when, reason, call; use_instead, measured = false for what was read and not run, eager = true for
                   what waits in no graph of torch.compile; since, until: the first version of torch of which it holds, and of
                   which it does not hold any more
    [[class]]      name, bases; parameters and result of the constructor; call and call_parameters of calling an object
    [[value]]      names, value: attributes and constants
    [[alias]]      names, of
    [[role]]       names, role: what a call means for the order of things on host and GPU (catalog::Role)
    [[calls]]      names, calls: the function among the arguments that it calls itself, and with what; one text or several
    [[host]]       names: packages whose objects are on the host, whatever else is asked of them
    [[versions]]   oldest, measured, newest: of torch; the others differ from the measured one by `since` and `until`
    [[numbers]]    and [[takes]]: what a call reads because a GPU tensor stands for a number; see number_rows.py
    [[new]]        torch, names: that cannot be used before that version

    language = "c++", at the start of a file: its names are none of Python's

`names` are patterns with braces: `torch.{,Tensor.}nonzero` means torch.nonzero and torch.Tensor.nonzero. With `known = true`, names that
torch does not have are left out. The language of `when`, `result` and `value` is described in expressions.py and README.md.
"""
import argparse
import json
import re
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from emit import Emitter, string
from expressions import Error, Reader, read_parameters
from number_rows import NumberRows

HERE = Path(__file__).resolve().parent
DEFAULT_FUNCTION = ["*arguments", "**options"]
DEFAULT_METHOD = ["self", "*arguments", "**options"]
ROLES = {
    "copy": "kCopy", "view": "kView", "metadata": "kMetadata", "random": "kRandom",
    "waits_back": "kWaitsBack", "clock": "kClock", "record": "kRecord",
    "query": "kQuery", "elapsed": "kElapsed", "backward": "kBackward", "optimizer_step": "kOptimizerStep", "capture": "kCapture",
    "capture_begin": "kCaptureBegin", "capture_end": "kCaptureEnd", "capture_call": "kCaptureCall",
    "stream": "kStream", "stream_wait": "kStreamWait", "log": "kLog",
}
# What packages of the host hold, whatever its name; its members are again that.
HOST_OBJECT = "builtins.__host__"
# NumPy's names for the same parameters.
OTHER_NAMES = {"dim": "axis", "keepdim": "keepdims"}


TABLES = {
    "callable", "blocking", "class", "value", "alias", "role", "calls", "host", "versions",
    "new", "numbers", "takes", "unread", "no_samples", "language",
}
VERSIONS = ["oldest", "measured", "newest"]


def read_version(text):
    """"2.11" as (2, 11)."""
    return tuple(int(number) for number in text.split("."))


@dataclass
class Row:
    kind: str = "kNamespace"
    parameters: list | None = None
    result: str | None = None
    calls: list = field(default_factory=list)
    keeps: str = ""
    blocks: list = field(default_factory=list)
    call_parameters: list | None = None
    call: str | None = None
    call_blocks: list = field(default_factory=list)
    value: str | None = None
    gives_way: bool = False
    bases: list = field(default_factory=list)
    alias_of: str = ""
    role: str = ""
    call_role: str = ""
    from_signature: bool = False
    where: str = ""


def expanded(pattern):
    """All names that a pattern with braces means."""
    start = pattern.find("{")
    if start < 0:
        return [pattern]
    end = pattern.index("}", start)
    return [name for part in pattern[start + 1:end].split(",") for name in expanded(pattern[:start] + part.strip() + pattern[end + 1:])]


def split_patterns(text):
    """Patterns in a text are separated by white space outside braces."""
    patterns, depth, current = [], 0, ""
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter.isspace():
            if depth == 0 and current:
                patterns.append(current)
                current = ""
        else:
            current += letter
        if letter.isspace() and depth:
            current += ","
    return patterns + ([current] if current else [])


def names_of(table):
    given = table["names"]
    patterns = split_patterns(given) if isinstance(given, str) else given
    return [name for pattern in patterns for name in expanded(pattern) if not name.endswith(".")]


class Catalog:
    def __init__(self):
        self.rows = {}
        self.problems = []
        self.blocking = []  # (table, where), attached to their rows at the end
        self.number_rows = NumberRows()
        self.roles = []  # likewise
        self.calls = []  # likewise
        self.host_packages = []
        self.waiting_packages = set()
        self.versions = {}
        self.new_names = {}

    def row(self, name, kind):
        row = self.rows.setdefault(name, Row())
        if kind and row.kind in ("kNamespace", kind):
            row.kind = kind
        return row

    # -- facts

    def take_signatures(self, facts):
        for name, fact in facts["operators"].items():
            row = self.row(name, "kFunction")
            row.parameters = with_other_names(fact["parameters"])
            row.result = default_result(name, row.parameters, fact.get("results", []))
            row.from_signature = True
            self.number_rows.take_signature(name, fact["parameters"])
        for name, word in facts["attributes"].items():
            row = self.row(name, "kConstant")
            row.value = result_of_word(word, "tensor(device=self)") if word else "anything"
            row.from_signature = True
        for name, fact in facts["classes"].items():
            self.take_class(name, fact)

    def take_class(self, name, fact):
        row = self.row(name, "kClass")
        row.from_signature = True
        row.bases = fact["bases"]
        row.parameters = fact.get("parameters")
        # Distributions say for themselves what comes back; elsewhere a method may be anything.
        for method, parameters in fact["methods"].items():
            if method == "forward":
                continue
            self.take_method(f"{name}.{method}", parameters)
        for attribute in fact["attributes"]:
            member = self.row(f"{name}.{attribute}", "kConstant")
            member.value = "anything"
            member.from_signature = True
        module = fact["module"]
        short = name.rsplit(".", 1)[-1]
        if f"{module}.{short}" != name and not module.endswith(tuple(f".{n}" for n in ("__init__",))):
            alias = self.rows.setdefault(f"{module}.{short}", Row(kind="kClass"))
            alias.alias_of = name

    def take_method(self, name, parameters):
        row = self.row(name, "kFunction")
        row.parameters = parameters
        row.from_signature = True

    # -- rows

    def take_file(self, path):
        with open(path, "rb") as file:
            document = tomllib.load(file)
        unknown = set(document) - TABLES
        if unknown:
            self.problems.append(f"{path.name}: unknown tables {sorted(unknown)}")
        self.number_rows.take_file(document, path.name, names_of)
        for table in document.get("host", []):
            self.host_packages += names_of(table)
        for table in document.get("versions", []):
            self.versions = {key: read_version(table[key]) for key in VERSIONS}
        for table in document.get("new", []):
            self.new_names |= dict.fromkeys(names_of(table), read_version(table["torch"]))
        for number, table in enumerate(document.get("class", [])):
            self.take_class_row(table, f"{path.name} class {number + 1}")
        for number, table in enumerate(document.get("callable", [])):
            self.take_callable(table, f"{path.name} callable {number + 1}")
        for number, table in enumerate(document.get("value", [])):
            self.take_value(table, f"{path.name} value {number + 1}")
        for number, table in enumerate(document.get("alias", [])):
            for name in names_of(table):
                self.row(name, "kFunction").alias_of = table["of"].replace("{}", name.rsplit(".", 1)[-1])
        self.roles += [(table, f"{path.name} role {number + 1}") for number, table in enumerate(document.get("role", []))]
        self.calls += [(table, f"{path.name} calls {number + 1}") for number, table in enumerate(document.get("calls", []))]
        if document.get("language") != "c++":
            always = [name for table in document.get("blocking", []) if table["when"] == "always" for name in names_of(table)]
            self.waiting_packages |= {name.split(".", 1)[0] for name in always if "torch" not in name.split(".", 1)[0]}
        self.blocking += [(table, f"{path.name} blocking {number + 1}") for number, table in enumerate(document.get("blocking", []))]

    def take_class_row(self, table, where):
        for name in names_of(table):
            row = self.row(name, "kClass")
            row.kind = "kClass"
            row.where = where
            row.bases = table.get("bases", row.bases)
            row.parameters = table.get("parameters", row.parameters)
            row.result = table.get("result", row.result)
            row.call = table.get("call", row.call)
            row.call_parameters = table.get("call_parameters", row.call_parameters)

    def take_callable(self, table, where):
        for name in names_of(table):
            known = name in self.rows and self.rows[name].from_signature
            if table.get("known") and not known:
                continue
            row = self.row(name, "kFunction")
            if row.where and row.kind != "kClass":
                self.problems.append(f"{where}: {name} has a row already: {row.where}")
            if row.kind == "kConstant":
                row.kind = "kFunction"
                row.value = None
            row.where = where
            row.parameters = table.get("parameters", row.parameters)
            if "parameters" in table:
                row.parameters = with_other_names(row.parameters)
            if "result" in table:
                row.result = table["result"]
            row.keeps = table.get("keeps", row.keeps)

    def take_value(self, table, where):
        for name in names_of(table):
            row = self.row(name, "kConstant")
            if row.where:
                self.problems.append(f"{where}: {name} has a row already: {row.where}")
            if row.kind != "kClass":
                row.kind = "kConstant"
            row.where = where
            row.value = table["value"]

    def take_blocking(self):
        for table, where in self.blocking:
            for name in names_of(table):
                calls = name.endswith("()")
                row = self.rows.get(name.removesuffix("()"))
                if row is None or row.kind not in ("kFunction", "kClass"):
                    if not table.get("known"):
                        self.problems.append(f"{where}: nothing is named {name}")
                    continue
                (row.call_blocks if calls else row.blocks).append((table, where))

    def take_numbers(self):
        """Behind the rows that know better what to use instead."""
        self.problems += self.number_rows.corrected(self.rows)
        for name, row in self.rows.items():
            if row.kind == "kFunction" and row.parameters is not None:
                row.blocks += self.number_rows.blocks(name, row.parameters, name.startswith("torch.Tensor."))

    def take_roles(self):
        for table, where in self.roles:
            for name in names_of(table):
                attribute = "call_role" if name.endswith("()") else "role"
                row = self.rows.get(name.removesuffix("()"))
                if row is None or row.kind not in ("kFunction", "kClass"):
                    if not table.get("known"):
                        self.problems.append(f"{where}: nothing is named {name}")
                elif role := getattr(row, attribute):
                    self.problems.append(f"{where}: {name} has a role already: {role}")
                else:
                    setattr(row, attribute, ROLES[table["role"]])

    def take_calls(self):
        for table, where in self.calls:
            calls = [table["calls"]] if isinstance(table["calls"], str) else table["calls"]
            for name in names_of(table):
                row = self.rows.get(name)
                if row is None or row.kind not in ("kFunction", "kClass"):
                    self.problems.append(f"{where}: nothing is named {name}")
                elif row.calls:
                    self.problems.append(f"{where}: {name} calls functions already")
                else:
                    row.calls = calls

    # -- completion

    def complete(self):
        self.take_blocking()
        self.take_numbers()
        self.take_roles()
        self.take_calls()
        self.add_inplace_results()
        for name, row in list(self.rows.items()):
            if row.kind == "kFunction" and row.parameters is None and not row.alias_of:
                row.parameters = DEFAULT_METHOD if self.is_class(name.rsplit(".", 1)[0]) else DEFAULT_FUNCTION
            parent = name
            while "." in parent:
                parent = parent.rsplit(".", 1)[0]
                self.row(parent, None)
        self.open_host_packages()
        for name, row in self.rows.items():
            if row.kind != "kClass" or row.alias_of:
                continue
            if row.parameters is None:
                row.parameters = self.inherited(name, "parameters") or DEFAULT_FUNCTION
            if row.result is None:
                row.result = self.inherited_constructor(name)
            for base in row.bases:
                if base not in self.rows:
                    self.problems.append(f"{name}: no base {base}")
        for name, row in self.rows.items():
            if row.alias_of and row.alias_of not in self.rows:
                self.problems.append(f"{name}: alias of {row.alias_of}, which is not there")

    def open_host_packages(self):
        """Namespaces of the host inherit from what has every member."""
        for package in self.host_packages:
            self.rows.setdefault(package, Row(gives_way=True))
        for name, row in self.rows.items():
            if row.kind == "kNamespace" and name.split(".", 1)[0] in self.host_packages:
                row.bases = [HOST_OBJECT]

    def is_class(self, name):
        return name in self.rows and self.rows[name].kind == "kClass"

    def inherited(self, name, key):
        for base in self.rows[name].bases:
            if base in self.rows:
                value = getattr(self.rows[base], key) or self.inherited(base, key)
                if value:
                    return value
        return None

    def inherited_constructor(self, name):
        """`instance(…)` of a base, made for this class: what it keeps is kept where there is such a parameter."""
        pattern = self.inherited(name, "result")
        if not pattern or not pattern.startswith("instance("):
            return "instance(this)"
        own = {p.name for p in read_parameters(self.rows[name].parameters)}
        parts = pattern[len("instance("):-1].split(",")[1:]
        keep = [part.strip() for part in parts if "=" in part or part.strip() in own]
        if "device" not in own:
            keep = [part.replace("argument|", "") for part in keep]
        return f"instance({', '.join(['this'] + keep)})"

    def add_inplace_results(self):
        """`x.add_(…)` gives back x."""
        for name, row in self.rows.items():
            short = name.rsplit(".", 1)[-1]
            if name.startswith("torch.Tensor.") and short.endswith("_") and not short.startswith("__") and not row.where and row.kind == "kFunction":
                row.result = "self"

    # -- output

    def emit(self, path):
        order = sorted(self.rows)
        index = {name: position for position, name in enumerate(order)}

        def node_index(name):
            if name not in index:
                raise Error(f"nothing is named {name}")
            row = self.rows[name]
            return index[row.alias_of or name]

        emitter = Emitter(node_index)
        lines, others = [], []
        for name in order:
            row = self.rows[name]
            parts = [f".name = {string(name)}", f".kind = NodeKind::{row.kind}"]
            try:
                parts += self.row_parts(emitter, name, row)
                others += self.other_rows(emitter, name, row, index[name])
            except Error as problem:
                self.problems.append(f"{row.where or 'signatures'}: {name}: {problem}")
            lines.append("{" + ", ".join(parts) + "}")
        versions = [self.versions[key] for key in VERSIONS]
        emitter.write(path, lines, versions, others, sorted(self.new_names.items()), sorted(self.waiting_packages))
        return emitter

    def operations(self, emitter, name, row, version):
        """The call and, of a class, the call of an object, as they are in that version."""
        if row.kind not in ("kFunction", "kClass") or row.alias_of:
            return ["nullptr", "nullptr"]
        operation = self.operator(emitter, name, row.parameters, row.result, blocks_of(row.blocks, version), row.role, row.calls, row.keeps)
        if row.kind != "kClass" or not (row.call or row.call_blocks):
            return [operation, "nullptr"]
        blocks = blocks_of(row.call_blocks, version)
        return [operation, self.operator(emitter, name, row.call_parameters or DEFAULT_METHOD, row.call, blocks, row.call_role)]

    def other_rows(self, emitter, name, row, index):
        """What the row says in versions of torch in which it differs from the measured one: (row, since, until, its operations)."""
        limits = {read_version(table[key]) for table, _ in row.blocks + row.call_blocks for key in ("since", "until") if key in table}
        if not limits:
            return []
        usual = self.operations(emitter, name, row, self.versions["measured"])
        starts = sorted(limits | {self.versions["oldest"]})
        found = []
        for since, until in zip(starts, [*starts[1:], (self.versions["newest"][0] + 1, 0)], strict=True):
            operations = self.operations(emitter, name, row, since)
            if operations != usual:
                found.append((index, since, until, *operations))
        return found

    def row_parts(self, emitter, name, row):
        if row.alias_of:
            return [f".alias_of = {string(row.alias_of)}"]
        parts = []
        for key, operation in zip(("operation", "object_call"), self.operations(emitter, name, row, self.versions["measured"]), strict=True):
            if operation != "nullptr":
                parts.append(f".{key} = {operation}")
        if row.value is not None:
            reader = Reader(read_parameters(["self"]))
            parts.append(f".value = {emitter.result_pointer(reader.result(row.value))}")
        if row.bases:
            parts.append(f".bases = {emitter.names.span([string(base) for base in row.bases])}")
        if row.gives_way:
            parts.append(".gives_way = true")
        return parts

    def operator(self, emitter, name, parameter_texts, result, blocks, role="", calls=(), keeps=""):
        parameters = self.number_rows.parameters(name, parameter_texts)
        reader = Reader(parameters, name)
        compiled = []
        for table, where in blocks:
            try:
                compiled.append((table, reader.condition(table["when"])))
            except (Error, KeyError) as problem:
                self.problems.append(f"{where}: {name}: {problem}")
        callbacks = [reader.callback(text) for text in calls]
        kept = reader.keeps(keeps)
        return emitter.operator_pointer(name, parameters, reader.result(result) if result else None, compiled, role, callbacks, kept)


def blocks_of(blocks, version):
    """Those that hold in that version."""
    return [
        (table, where)
        for table, where in blocks
        if read_version(table.get("since", "0.0")) <= version < read_version(table.get("until", "999.0"))
    ]


def with_other_names(parameters):
    result = []
    for text in parameters:
        name, rest = re.fullmatch(r"(\**\w*)(.*)", text).groups()
        result.append(f"{name}|{OTHER_NAMES[name]}{rest}" if name in OTHER_NAMES else text)
    return result


def result_of_word(word, tensor):
    if word == "tensor":
        return tensor
    if word == "tensors":
        return f"tuple_of({tensor})"
    if word.startswith("tuple "):
        return f"tuple({', '.join([tensor] * int(word.split()[1]))})"
    if word.startswith("fields "):
        return f"fields({', '.join(f'{name}={tensor}' for name in word.split()[1:])})"
    if word == "device":
        return "device(self)"
    if word == "shape":
        return "shape(self)"
    return word


def default_result(name, parameters, words):
    """From the kinds that the signatures give: tensors where the tensor arguments are, or at `device=`."""
    if not words:
        return None
    names = [p.name for p in read_parameters(parameters)]
    device = "join"
    if "device" in names:
        device = f"argument|{names[0]}" if names[0] in ("self", "input", "A", "x") else "argument|cpu"
    element = "dtype|any" if "dtype" in names else "any"
    tensor = f"tensor(device={device}, element={element})"
    results = [result_of_word(word, tensor) for word in words]
    if any("(self)" in result and "self" not in names for result in results):
        return None
    return results[0] if len(results) == 1 else f"one_of({', '.join(results)})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--statistics", action="store_true")
    options = parser.parse_args()
    catalog = Catalog()
    catalog.take_signatures(json.loads((HERE / "torch_signatures.json").read_text()))
    for path in sorted(HERE.glob("*.toml")):
        catalog.take_file(path)
    catalog.complete()
    emitter = catalog.emit(options.output)
    if catalog.problems:
        options.output.unlink(missing_ok=True)
        print("\n".join(catalog.problems), file=sys.stderr)
        return 1
    if options.statistics:
        kinds = {}
        for row in catalog.rows.values():
            kinds[row.kind] = kinds.get(row.kind, 0) + 1
        print(kinds, f"{len(emitter.blocks.items)} blocks, {len(emitter.operators.items)} operators")
    return 0


if __name__ == "__main__":
    sys.exit(main())
