#!/usr/bin/env python3
"""Compares syncfree-lint's findings with what really blocked the host on a GPU (bench/truth).

Recall: of the places that blocked, those that were found. Precision: of the findings on lines that ran, those where the
host did block; what never ran counts neither way. bench/matching.py says when a finding and a place are the same. All
temperatures are judged, at the default confidence; rules about more than one driver call's wait are counted apart.
"""

import argparse
import ast
import sys
import tempfile
from collections import Counter
from pathlib import Path

import constructs
import dependency
import linting
import matching

TRUTH = Path(__file__).resolve().parent / "truth"

# The project's own groups of code beside the packages: each a folder of TRUTH with a truth file.
OWN = ("programs", "scripts", "later_scripts")

# Code that runs once: few findings should lie here when start-up code is not asked for.
START_UP = {"__init__", "reset_parameters", "_init_weights", "from_pretrained", "__repr__"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--linter", type=Path, help="the program; it is run over the packages and over our own groups")
    what.add_argument("--report", type=Path, help="judge this SARIF file about the packages instead")
    parser.add_argument("--packages", type=Path, required=True, help="the folder of the unpacked packages")
    parser.add_argument("--truth", type=Path, default=TRUTH / "python", help="folder of the packages' truth files")
    parser.add_argument("--libraries", default="shipped", metavar="none|shipped|ENVIRONMENT",
                        help="what is known of the packages that the code imports: nothing, the summaries that come with the "
                             "program (the default), or the sources in this environment")
    parser.add_argument("--only", action="append", metavar="NAME", help="judge this package only (or one of `programs`, `scripts`, `later_scripts`)")
    parser.add_argument("--misses", action="store_true", help="list the places that were not found")
    parser.add_argument("--false", action="store_true", help="list the findings where nothing blocked")
    parser.add_argument("--rule", action="append", metavar="CODE", help="list only those of this rule")
    arguments = parser.parse_args()

    packages, own = matching.SourceFolder(arguments.packages), matching.SourceFolder(TRUTH)
    groups = [("packages", packages, [matching.read_truth(path) for path in sorted(arguments.truth.glob("*.json"))])]
    is_main_truth = arguments.truth == parser.get_default("truth")
    if arguments.linter and is_main_truth:
        groups += [(name, own, [matching.read_truth(TRUTH / f"{name}_truth.json")]) for name in OWN]
    judged = []
    for title, folder, truths in groups:
        truths = [truth for truth in truths if not arguments.only or truth.package in arguments.only]
        if folder is packages:
            truths = present(truths, folder)
        if not truths:
            continue
        findings = findings_of(arguments, folder, [truth.package for truth in truths])
        scores = [matching.score(truth, findings, folder) for truth in truths]
        judged += scores
        print_tables(title, scores, folder)
        print_lists(scores, folder, arguments)
    if arguments.linter and is_main_truth and not arguments.only:
        dependency.measure(judged)
        names = [truth.package for truth in groups[0][2]]
        print_start_up_share(linting.lint(arguments.linter, packages, names, []), packages)


def findings_of(arguments, folder, names):
    if arguments.report:
        return matching.read_report(arguments.report, folder)
    with tempfile.TemporaryDirectory() as scratch:
        known = linting.libraries(arguments.libraries, Path(scratch))
        return linting.lint(arguments.linter, folder, names, ["--temperature", "cold", *known])


def percent(part, whole):
    return f"{100 * part / whole:.1f} % ({part}/{whole})" if whole else "–"


def print_tables(title, scores, folder):
    print(f"\n## {title.replace('_', ' ').capitalize()}\n")
    print("| package | recall | precision | counted apart |\n| --- | ---: | ---: | ---: |")
    for score in scores:
        print_score_row(score.package, [score])
    if len(scores) > 1:
        print_score_row("**all**", scores)

    found, missed, right, false = by_rule(scores, folder)
    print("\n| rule | recall | precision |\n| --- | ---: | ---: |")
    for rule in sorted(found.keys() | missed.keys() | right.keys() | false.keys()):
        recall = percent(found[rule], found[rule] + missed[rule])
        print(f"| {rule} | {recall} | {percent(right[rule], right[rule] + false[rule])} |")


def print_score_row(name, scores):
    found, missed = sum(len(s.found) for s in scores), sum(len(s.missed) for s in scores)
    right, false = sum(len(s.right) for s in scores), sum(len(s.false) for s in scores)
    apart = sum(s.apart for s in scores)
    print(f"| {name} | {percent(found, found + missed)} | {percent(right, right + false)} | {apart} |")


def by_rule(scores, folder):
    """Counts of the sites found and missed and of the findings right and false, each by rule."""
    found, missed, right, false = Counter(), Counter(), Counter(), Counter()
    for score in scores:
        for site, finding in score.found.items():
            found[finding.rule if finding else constructs.rule_of(site, folder[site.file])] += 1
        missed.update(constructs.rule_of(site, folder[site.file]) for site in score.missed)
        right.update(finding.rule for finding in score.right)
        false.update(finding.rule for finding in score.false)
    return found, missed, right, false


def print_lists(scores, folder, arguments):
    for score in scores:
        if arguments.misses:
            rows = [(constructs.rule_of(site, folder[site.file]), site, site.through) for site in score.missed]
            print_list(f"{score.package}: not found", rows, folder, arguments.rule)
        if arguments.false:
            rows = [(finding.rule, finding, "") for finding in score.false]
            print_list(f"{score.package}: nothing blocked", rows, folder, arguments.rule)


def print_list(title, rows, folder, rules):
    rows = [row for row in rows if not rules or row[0] in rules]
    if not rows:
        return
    print(f"\n{title}:")
    for rule, place, through in rows:
        (line, column), text = place.range.start, folder[place.file].text(place.range.start[0])
        frame = f"  < {through.split(' < ')[0]}" if through else ""
        print(f"  {place.file}:{line}:{column + 1}: {rule} {text[:110]}{frame}")


def print_start_up_share(findings, folder):
    share = sum(in_start_up_code(finding, folder) for finding in findings)
    print("\n## Default settings\n")
    print(f"{len(findings)} findings, hot and warm; {percent(share, len(findings))} in start-up code or tests")


def in_start_up_code(finding, folder):
    """Is it at module level, in a function that runs once by its name, or in a test."""
    parts = Path(finding.file).parts
    if any(part in ("tests", "testing") for part in parts) or parts[-1].startswith("test_"):
        return True
    node, parents = constructs.innermost(folder[finding.file].tree, finding.range)
    names = {n.name for n in (node, *parents) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)}
    return not names or not names.isdisjoint(START_UP)


def present(truths, folder):
    there = [truth for truth in truths if Path(folder.package(truth.package)).is_dir()]
    missing = [truth.package for truth in truths if truth not in there]
    if missing:
        print(f"not in {folder.root}, so not scored: {', '.join(missing)}", file=sys.stderr)
    return there


if __name__ == "__main__":
    main()
