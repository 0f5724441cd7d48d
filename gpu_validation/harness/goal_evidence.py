"""Whether the probes of the goals are those that a GPU has answered. Needs no torch."""

import ast
import json

# What the names of probes begin with; other functions of their file help them.
KINDS = ("read", "control", "shape", "index", "copy", "create", "op", "sync", "python", "grad")


def is_probe_name(name):
    return "_" in name and name.split("_")[0] in KINDS


def stale(folder):
    """Probes without an answer, and answers without a probe, of `folder` (bench/truth/goals): lines for people."""
    tree = ast.parse((folder / "probes.py").read_text(encoding="utf-8"))
    names = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    probes = {f"probe:{name}" for name in names if is_probe_name(name)}
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))["functions"]
    answered = {name for name in answers if name.startswith("probe:")}
    lines = [f"{name} has no answer" for name in sorted(probes - answered)]
    return lines + [f"{name} was answered, but is no longer there" for name in sorted(answered - probes)]
