#!/usr/bin/env python3
"""Is it right that the host needs the value (true) or does not (false): findings against a reading by hand.

    bench/dependency.py --linter build/release/cli/syncfree-lint --packages DIR     compare
    bench/dependency.py --draw --packages DIR                                       the places that were read

A hundred of the places that blocked on the GPU (bench/truth) were drawn with a fixed seed and read in their source.
bench/truth/dependency_review.json keeps each verdict with its reason. A place that no finding reports counts neither
way, and is listed.
"""

import argparse
import json
import random
import sys
from pathlib import Path

import linting
import matching

TRUTH = Path(__file__).resolve().parent / "truth"
REVIEW = TRUTH / "dependency_review.json"
SEED = 20261121
COUNT = 100


def truths():
    packages = [matching.read_truth(path) for path in sorted((TRUTH / "python").glob("*.json"))]
    return [*packages, matching.read_truth(TRUTH / "programs_truth.json")]


def key_of(place):
    (line, column), (end_line, end_column) = place.range.start, place.range.end
    return f"{place.file}:{line}:{column}-{end_line}:{end_column}"


def drawn():
    sites = sorted({(key_of(site), site) for truth in truths() for site in truth.sites}, key=lambda pair: pair[0])
    return [site for _, site in random.Random(SEED).sample(sites, COUNT)]


def excerpt(site, folder, around=6):
    source = folder[site.file]
    first, last = site.range.start[0], site.range.end[0]
    for line in range(max(1, first - around), min(len(source.lines), last + around) + 1):
        mark = ">" if first <= line <= last else " "
        print(f"{mark}{line:5} {source.lines[line - 1]}")


def draw(packages):
    programs = matching.SourceFolder(TRUTH)
    for number, site in enumerate(sorted(drawn(), key=key_of), 1):
        folder = programs if site.file.startswith("programs/") else packages
        print(f"\n[{number}] {key_of(site)}  {site.function}  {site.through.split(' < ')[0]}")
        excerpt(site, folder)


def measure(scores):
    """Prints how many of the reviewed places have a finding that says the same. `scores` of all packages."""
    review = {entry["place"]: entry for entry in json.loads(REVIEW.read_text())}
    found = {key_of(site): finding for score in scores for site, finding in score.found.items()}
    agree, differ, missing = [], [], []
    for place, entry in sorted(review.items()):
        finding = found.get(place)
        if finding is None:
            missing.append(entry)
        else:
            (agree if finding.dependency == entry["dependency"] else differ).append((entry, finding))
    judged = len(agree) + len(differ)
    share = f"{100 * len(agree) / judged:.1f} %" if judged else "–"
    print(f"\n## Dependency\n\n{share} of the reviewed places agree ({len(agree)}/{judged}); {len(missing)} are not found\n")
    for entry, finding in differ:
        print(f"  {entry['place']}: {finding.rule} says {finding.dependency}, read as {entry['dependency']}: {entry['reason']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=Path, required=True, help="the folder of the unpacked packages")
    parser.add_argument("--linter", type=Path, help="the program; it is run over the packages and the programs")
    parser.add_argument("--draw", action="store_true", help="print the places that were drawn, with their source")
    arguments = parser.parse_args()
    packages, programs = matching.SourceFolder(arguments.packages), matching.SourceFolder(TRUTH)
    if arguments.draw:
        return draw(packages)
    if not arguments.linter:
        sys.exit("error: --linter or --draw")
    scores = []
    for truth in truths():
        folder = programs if truth.package == "programs" else packages
        findings = linting.lint(arguments.linter, folder, [truth.package], ["--temperature", "cold"])
        scores.append(matching.score(truth, findings, folder))
    measure(scores)


if __name__ == "__main__":
    main()
