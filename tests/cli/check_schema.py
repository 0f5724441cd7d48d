#!/usr/bin/env python3
"""Holds the examples of the documentation against the JSON schema of the configuration, and mistakes that it must refuse."""

import json
import re
import sys
import tomllib
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parent.parent.parent
MISTAKES = (
    {"selekt": []},
    {"temperature": "tepid"},
    {"devices": {"x": "gpu"}},
    {"hot": "train.py"},
    {"extend": ["a"]},
    {"severity": {"SF301": "bad"}},
    {"overrides": [{"ignore": ["SF3"]}]},
    {"overrides": [{"files": ["a"], "fail-on": "note"}]},
)


def examples():
    for page in ("docs/configuration.md",):
        for block in re.findall(r"```toml\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL):
            table = tomllib.loads(block).get("tool", {}).get("syncfree-lint")
            if table is not None:
                yield page, table


def main():
    schema = json.loads((ROOT / "docs/syncfree-lint.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    faults = [f"{page}: {error.message}" for page, table in examples() for error in validator.iter_errors(table)]
    faults += [f"accepted: {mistake}" for mistake in MISTAKES if validator.is_valid(mistake)]
    defaults = {key: value["default"] for key, value in schema["properties"].items() if "default" in value}
    faults += [f"default: {error.message}" for error in validator.iter_errors(defaults)]
    if defaults.get("temperature") != "warm":
        faults.append("the schema lacks defaults")
    if not list(examples()):
        faults.append("the documentation has no examples")
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
