#!/usr/bin/env python3
"""Counts how often what the linter says of a wait is what its maintainers did, as bench/fixes_compared.json holds it.

usage: fixes_compared.py [FILE]

Each row is a wait that a real commit removed. `same`: the line that is shown does what the commit did. `equivalent`: another line, or the
words, lead to the same remedy. Read by a person, with the diff of the commit.
"""

import collections
import json
import sys
from pathlib import Path


def main():
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_suffix(".json")
    rows = json.loads(path.read_text(encoding="utf-8"))
    counts = collections.Counter(row["verdict"] for row in rows)
    for verdict, count in counts.most_common():
        print(f"{verdict:10s} {count:4d}")
    agree = counts["same"] + counts["equivalent"]
    print(f"same or equivalent: {agree} of {len(rows)} ({100 * agree / len(rows):.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
