#!/usr/bin/env python3
"""Writes what rules and operators do to a graph capture and to torch.compile: rules/goals.toml and the key `stops` of the rules' pages."""

import argparse
import importlib.util
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOALS = {"capture": "kCapture", "compile": "kCompile"}
OPERANDS = {"tensor": "kTensor", "pageable": "kPageable"}
KEYS = {"names", "stops", "passes", "operand", "unlikely", "argument", "reason"}


def module_at(path):
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cxx_bool(value):
    return str(value).lower()


def read_rows(path, catalog):
    """By name and goal: its flags, and its texts. A later row adds goals, and never says a second thing of one."""
    rows = {}
    for table in tomllib.loads(path.read_text(encoding="utf-8"))["goal"]:
        if unknown := table.keys() - KEYS:
            sys.exit(f"{path}: error: unknown keys {', '.join(sorted(unknown))} for {table['names']}")
        if table.get("stops") and not table.get("reason"):
            sys.exit(f"{path}: error: no reason for {table['names']}")
        if table.get("operand", "tensor") not in OPERANDS:
            sys.exit(f"{path}: error: operand is {table['operand']!r}, not one of {', '.join(OPERANDS)}")
        for name in catalog.names_of(table):
            for goal in (*table.get("stops", []), *table.get("passes", [])):
                if goal not in GOALS:
                    sys.exit(f"{path}: error: {goal!r} is no goal, for {name}")
                if (name, goal) in rows:
                    sys.exit(f"{path}: error: {name} stands there twice for {goal}")
                keyword, value = next((word, str(text)) for word, text in table.get("argument", {"": ""}).items())
                operand = f"engine::GoalOperand::{OPERANDS.get(table.get('operand'), 'kAny')}"
                flags = (cxx_bool(goal in table.get("stops", [])), operand, cxx_bool(table.get("unlikely", False)))
                rows[name, goal] = (flags, (keyword, value, table.get("reason", "")))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", type=Path, required=True, help="the folder of the pages and of goals.toml")
    parser.add_argument("--output", type=Path, required=True, help="the C++ file to write")
    arguments = parser.parse_args()
    pages = module_at(HERE / "generate_rule_table.py")
    catalog = module_at(arguments.rules / "catalog/generate.py")
    out = ["// Generated from rules/goals.toml and the rules' pages by cmake/generate_goal_table.py.\n"]
    out.append('#include "rules/goal_table.h"\n\n#include <array>\n\nnamespace syncfree::rules {\n\n')
    out.append("engine::GoalFacts goal_facts() {\n  using enum engine::Goal;\n")
    rules = sorted((page for path in arguments.rules.glob("*.md") if "stops" in (page := pages.read_page(path))), key=lambda p: p["code"])
    out.append(f"  static constexpr std::array<engine::RuleGoals, {len(rules)}> kRules = {{{{\n")
    for rule in rules:
        capture, compiled = (str(rule["stops"][goal]).lower() for goal in GOALS)
        out.append(f'      {{"{rule["code"]}", {capture}, {compiled}}},\n')
    rows = read_rows(arguments.rules / "goals.toml", catalog)
    out.append(f"  }}}};\n  static constexpr std::array<engine::OperatorGoal, {len(rows)}> kOperators = {{{{\n")
    for (name, goal), (flags, texts) in sorted(rows.items()):
        fields = [pages.literal(name), GOALS[goal], *flags, *map(pages.literal, texts)]
        out.append(f"      {{{', '.join(fields)}}},\n")
    own = [next(rule["code"] for rule in rules if rule.get("analysis") == "goal" and rule["stops"][goal]) for goal in GOALS]
    out.append(f"  }}}};\n  return {{kRules, kOperators, {', '.join(map(pages.literal, own))}}};\n}}\n\n}}  // namespace syncfree::rules\n")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text("".join(out), encoding="utf-8")


if __name__ == "__main__":
    main()
