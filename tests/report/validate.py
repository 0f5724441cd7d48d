#!/usr/bin/env python3
"""Holds JSON documents against a JSON schema.

usage: validate.py [--lines PROPERTY] SCHEMA DOCUMENT...

With --lines each line of a document is an element of that array of the schema.
"""

import json
import sys
from pathlib import Path


def main():
    arguments = sys.argv[1:]
    lines_of = None
    if arguments[:1] == ["--lines"]:
        lines_of, arguments = arguments[1], arguments[2:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    try:
        import jsonschema
    except ImportError:
        sys.exit("error: the Python package jsonschema is missing; ./dev test installs it")
    schema_path, *document_paths = map(Path, arguments)
    if not schema_path.exists():
        sys.exit(f"error: {schema_path} is missing; ./dev test fetches it")
    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    if lines_of:
        schema = {**{key: value for key, value in schema.items() if key.startswith("$")}, "items": schema["properties"][lines_of]["items"]}
    validator = validator_class(schema, format_checker=jsonschema.FormatChecker())
    failed = False
    for path in document_paths:
        text = path.read_text(encoding="utf-8")
        document = [json.loads(line) for line in text.splitlines()] if lines_of else json.loads(text)
        for error in validator.iter_errors(document):
            failed = True
            place = "/".join(map(str, error.absolute_path))
            print(f"{path}: at /{place}: {error.message[:300]}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
