#!/usr/bin/env python3
"""Writes the files of a new rule: page, matcher, fixtures and a pair of a rewrite.

They build at once. Tests fail until they are filled in: the fixtures expect a finding that nothing reports yet, the pair a
rewrite that nothing makes, and there is no evidence of a GPU.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PAGE = """+++
code = "{code}"
name = "{name}"
summary = "FILL IN: one sentence that says what waits, and when."
dependency = "either"
fix = "suggestion"
good_form_waits = "none"
remedy = "other API"
languages = ["python"]
torch = ">=2.0"
+++

## What it finds

FILL IN: the forms in code, and what looks alike and is not reported.

## Why it blocks

FILL IN: the driver call, the condition, and the measured stall.

## Bad

```python
torch.fill_in(x)
```

## Good

```python
torch.fill_in(x, output_size=n)
```

## Fix safety

FILL IN: what is rewritten, what may differ after it, and what is only shown.

## When to leave it

FILL IN.

## Evidence

FILL IN: snippet and milliseconds of the host, from the GPU run.
"""

MATCHER = """// {code}: FILL IN: what waits.
#include "rules/shared/call_match.h"

namespace syncfree::rules::{stem} {{

std::optional<engine::Match> match(const engine::Event& event, const engine::MatchContext& context) {{
  if (!is_call_of("{code}", event)) return std::nullopt;
  return call_match(event, context, "FILL IN: waits for the GPU because of something", "FILL IN: the good form");
}}

}}  // namespace syncfree::rules::{stem}
"""

BAD = '''"""{code}: FILL IN."""

import torch

DEVICE = "cuda"


def without_a_size():
    torch.fill_in(torch.ones(8, device=DEVICE))  # expect: {code} `torch.fill_in(torch.ones(8, device=DEVICE))`
'''

GOOD = '''"""{code}: FILL IN: the good forms, and what looks alike."""

import torch

DEVICE = "cuda"


def with_a_size():
    torch.fill_in(torch.ones(8, device=DEVICE), output_size=8)
'''

PAIR = """#### FILL IN: what is rewritten
import torch


def step(x: torch.Tensor):
    return torch.fill_in(x.cuda(), 1)
#### => safe
import torch


def step(x: torch.Tensor):
    return torch.fill_in(x.cuda(), 1, output_size=8)
"""


def files(name, code):
    stem = name.replace("-", "_")
    texts = {
        f"rules/{stem}.md": PAGE,
        f"rules/{stem}.cpp": MATCHER,
        f"fixtures/{stem}/bad.py": BAD,
        f"fixtures/{stem}/good.py": GOOD,
    }
    written = {ROOT / path: text.format(code=code, name=name, stem=stem) for path, text in texts.items()}
    written[ROOT / f"tests/fixes/pairs/{stem}.py"] = PAIR
    return written


def code_is_taken(code):
    return any(f'code = "{code}"' in page.read_text(encoding="utf-8") for page in (ROOT / "rules").glob("*.md"))


def main():
    parser = argparse.ArgumentParser(
        prog="./dev new-rule", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="such as ragged-concat")
    parser.add_argument("code", help="such as SF507; the first digit is the family")
    arguments = parser.parse_args()
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", arguments.name):
        sys.exit(f"error: {arguments.name} is not a name of small letters and hyphens")
    if not re.fullmatch(r"SF[1-9]\d\d", arguments.code):
        sys.exit(f"error: {arguments.code} is not SF and three digits")
    if code_is_taken(arguments.code):
        sys.exit(f"error: {arguments.code} is another rule's code")
    texts = files(arguments.name, arguments.code)
    if there := [path for path in texts if path.exists()]:
        sys.exit(f"error: {there[0].relative_to(ROOT)} is there already")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    print("docs/adding-a-rule.md says how to fill them in; `./dev test` fails until they are.")


if __name__ == "__main__":
    main()
