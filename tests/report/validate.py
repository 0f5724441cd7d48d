#!/usr/bin/env python3
"""Holds JSON documents against a JSON schema.

usage: validate.py SCHEMA DOCUMENT...
"""

import json
import sys
from pathlib import Path


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        import jsonschema
    except ImportError:
        sys.exit("error: the Python package jsonschema is missing; ./dev test installs it")
    schema_path, *document_paths = map(Path, sys.argv[1:])
    if not schema_path.exists():
        sys.exit(f"error: {schema_path} is missing; ./dev test fetches it")
    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema, format_checker=jsonschema.FormatChecker())
    failed = False
    for path in document_paths:
        for error in validator.iter_errors(json.loads(path.read_text(encoding="utf-8"))):
            failed = True
            place = "/".join(map(str, error.absolute_path))
            print(f"{path}: at /{place}: {error.message[:300]}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
