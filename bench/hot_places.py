#!/usr/bin/env python3
"""How many of the places that the later scripts run in each step are hot.

usage: hot_places.py --linter PROGRAM [--others]

bench/truth/later_scripts_steps.json says which lines with a place that blocked run in each step, by the text of the scripts: in each round of a
loop that trains, denoises, decodes, acts, or iterates to a solution; in a function that makes such a step; and in what these call in each round,
forward passes and losses among it. What a script evaluates, reports, saves or sets up, what it does each N steps or once an epoch, and what only a
driver calls is in none. Only places that are found are counted; `--others` lists those that are not hot, and how many others are.
"""

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

import linting
import matching

TRUTH = Path(__file__).resolve().parent / "truth"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", type=Path, required=True)
    parser.add_argument("--others", action="store_true", help="list the places in a step that are warm or cold, and hot ones outside of all steps")
    arguments = parser.parse_args()
    folder = matching.SourceFolder(TRUTH)
    truth = matching.read_truth(TRUTH / "later_scripts_truth.json")
    steps = json.loads((TRUTH / "later_scripts_steps.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        known = linting.libraries("shipped", Path(scratch))
        score = matching.score(truth, linting.lint(arguments.linter, folder, [truth.package], ["--temperature", "cold", *known]), folder)
    inside, outside = Counter(), Counter()
    others = []
    for site, finding in score.found.items():
        if finding is None:  # it stands within one that is counted
            continue
        line = site.range.start[0]
        in_step = line in steps.get(Path(site.file).stem, ())
        (inside if in_step else outside)[finding.temperature] += 1
        if in_step != (finding.temperature == "hot"):
            others.append(f"  {site.file}:{line} {finding.rule} {finding.temperature}: {folder[site.file].text(line).strip()[:90]}")
    total = inside.total()
    print(f"in a step: {inside['hot']} of {total} hot ({inside['hot'] / total:.1%}), {inside['warm']} warm, {inside['cold']} cold")
    print(f"in none: {outside['hot']} of {outside.total()} hot, {outside['warm']} warm, {outside['cold']} cold")
    if arguments.others:
        print(*sorted(others), sep="\n")


if __name__ == "__main__":
    main()
