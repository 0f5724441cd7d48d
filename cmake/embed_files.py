#!/usr/bin/env python3
"""Writes a C++ source that holds text files: for each `kName=FILE` a `const std::string_view kName` of the namespace.

usage: embed_files.py --header HEADER --namespace NAMESPACE --output FILE kName=FILE...
"""

import argparse
from pathlib import Path

DELIMITER = "embedded"
# Compilers limit the length of one literal; neighbouring ones are joined.
LONGEST_LITERAL = 8000


def literals(text):
    if f"){DELIMITER}\"" in text:
        raise SystemExit(f"error: a file holds the delimiter {DELIMITER}")
    parts = [text[at : at + LONGEST_LITERAL] for at in range(0, len(text), LONGEST_LITERAL)] or [""]
    return "\n".join(f'    R"{DELIMITER}({part}){DELIMITER}"' for part in parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--header", required=True, help="declares the names")
    parser.add_argument("--namespace", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("files", nargs="+", metavar="kName=FILE")
    arguments = parser.parse_args()

    source = f'#include "{arguments.header}"\n\nnamespace {arguments.namespace} {{\n'
    for entry in arguments.files:
        name, _, file = entry.partition("=")
        source += f"\nconst std::string_view {name} =\n{literals(Path(file).read_text(encoding='utf-8'))};\n"
    arguments.output.write_text(source + f"\n}}  // namespace {arguments.namespace}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
