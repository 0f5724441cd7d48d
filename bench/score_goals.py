#!/usr/bin/env python3
"""Compares `syncfree-lint check --goal` with what a CUDA graph capture and dynamo did: bench/truth/goals/answers.json.

Counts functions (does anything stop the goal) and lines (where). A capture shows its first failure only; the lines of
the waits that torch's debug mode saw come to it. A line that is said behind the first failure and that is not among
them, or that did not run, is neither right nor wrong. The functions are split in two by the hash of their name: the first half is set aside.
The batches of BATCHES were measured after the first, and each was scored before anything was changed for it; a part has
the name of its batch. Those that are no part of `all` want an environment of their own.
With --calls each function is asked about as its inputs call it (calls.json, which calls.py read off them); without, as
its signature alone says.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TRUTH = Path(__file__).resolve().parent / "truth"
FIRST = ("probes", "read", "aside")  # parts of answers.json
BATCHES = ("fresh", "third", "fourth", "fifth", "sixth", "seventh")  # each has a file of its name
ALL = (*FIRST, "fresh")  # what one environment holds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=Path("build/quick/cli/syncfree-lint"))
    parser.add_argument("--answers", type=Path, default=TRUTH / "goals", help="the folder of answers.json and the batches")
    parser.add_argument("--python", help="environment of the packages; without it only programs and scripts count")
    parser.add_argument("--calls", action="store_true", help="ask about the calls that were measured")
    parser.add_argument("--part", choices=(*FIRST, *BATCHES, "all"), default="read")
    parser.add_argument("--show", action="store_true", help="what differs")
    parser.add_argument("--name", default="", help="names that contain one of these, split at commas")
    parser.add_argument("--goal", choices=("capture", "compile"), help="only this one")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kept", type=Path, help="a folder: what this program said in an earlier run is not asked again")
    options = parser.parse_args()
    options.digest = hashlib.sha256(options.program.read_bytes()).hexdigest() if options.kept else ""
    calls = json.loads((options.answers / "calls.json").read_text()) if options.calls else {}
    for part in ALL if options.part == "all" else (options.part,):
        answers = answers_of(part, options.answers)
        names = [name for name in names_of(part, answers) if any(part in name for part in options.name.split(","))]
        if not options.python:
            names = [name for name in names if is_own(name)]
        for goal in (options.goal,) if options.goal else ("capture", "compile"):
            with ThreadPoolExecutor(options.jobs) as pool:
                said = dict(zip(names, pool.map(lambda name: lines_said(options, goal, name, calls), names)))
            report(part, goal, names, answers, said, options.show)


def answers_of(part, folder):
    file = folder / (f"{part}.json" if part in BATCHES else "answers.json")
    return json.loads(file.read_text())["functions"]


def is_own(name):
    return name.startswith(("probe:", "scripts/", "programs/", "goals/"))


def names_of(part, answers):
    if part in BATCHES:
        return sorted(answers)
    probes = sorted(name for name in answers if name.startswith("probe:"))
    if part == "probes":
        return probes
    others = sorted((n for n in answers if n not in probes), key=lambda n: hashlib.sha256(n.encode()).hexdigest())
    half = len(others) // 2
    return others[:half] if part == "aside" else others[half:]


def lines_said(options, goal, name, calls):
    """{(file's name, line)} with the findings there, or None where the program refuses."""
    target = f"goals/probes.py:{name.removeprefix('probe:')}" if name.startswith("probe:") else name
    if name in calls:
        target = target.partition(":")[0] + ":" + calls[name]
    place = str(TRUTH / target) if is_own(name) else target
    command = [options.program, "check", "--goal", goal, place, "--output-format", "json", "--isolated", "--quiet"]
    if options.python:
        command += ["--python", options.python]
    findings = findings_of(options, command)
    if isinstance(findings, str):
        print(f"{name}: {findings}", file=sys.stderr)
        return None
    found = {}
    for finding in findings:
        location = finding["location"]
        lines = (location["start"]["line"], location["end"]["line"])
        found[Path(location["path"]).name, lines] = f"{finding['code']} {finding['message']}"
    return found


def findings_of(options, command):
    """Findings, or the words with which the program refuses."""
    key = hashlib.sha256(repr([options.digest, *map(str, command[1:])]).encode()).hexdigest()
    kept = options.kept / f"{key}.json" if options.kept else None
    if kept is not None and kept.exists():
        return json.loads(kept.read_text())
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    findings = json.loads(done.stdout)["findings"] if done.returncode in (0, 1) else done.stderr.strip()
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(findings))
    return findings


def truth_of(goal, answer):
    """(does it stop, its places, what a line that is said can be judged by); None where nothing was measured.

    Behind the first failure of a capture, and in functions that dynamo gave up, nothing was measured.
    """
    asked = answer.get(goal)
    if asked is None:
        return None
    stops = not asked["works"] if goal == "capture" else asked["breaks"]
    whole = not stops if goal == "capture" else not asked["gives_up"]
    return stops, {tuple(place) for place in asked["at"]}, whole


def ran(answer, key):
    """A line that did not run with these inputs is neither right nor wrong."""
    file, (first, last) = key
    return any(first <= line <= last for line in answer["ran"].get(file, []))


def covers(said, place):
    return any(file == place[0] and first <= place[1] <= last for file, (first, last) in said)


def report(part, goal, names, answers, said, show):
    functions = {"right": 0, "missed": 0, "wrong": 0, "silent": 0}
    lines = {"right": 0, "missed": 0, "wrong": 0}
    for name in names:
        truth = truth_of(goal, answers[name])
        if truth is None or said[name] is None:
            continue
        stops, places, whole = truth
        kind = ("right" if stops else "wrong") if said[name] else ("missed" if stops else "silent")
        functions[kind] += 1
        found = [place for place in places if covers(said[name], place)]
        lines["right"] += len(found)
        lines["missed"] += len(places) - len(found)
        extra = [key for key in said[name] if not any(covers([key], place) for place in places) and ran(answers[name], key)]
        lines["wrong"] += len(extra) if whole else 0
        if show and (kind in ("missed", "wrong") or len(found) < len(places) or (extra and whole)):
            missed = sorted(set(places) - set(found))
            print(f"  {goal} {name}: {kind}; missed {missed}; extra {[(key, said[name][key][:90]) for key in extra]}")
    if goal == "compile":
        branches = [(name, tuple(place)) for name in names for place in answers[name].get("compile", {}).get("explain_data", [])]
        found = sum(said[name] is not None and covers(said[name], place) for name, place in branches)
        print(f"{part:6} {goal:7} branches on data that explain reports: {found} of {len(branches)}")
    print(f"{part:6} {goal:7} functions {words_of(functions)}   lines {words_of(lines)}   ({sum(functions.values())} functions)")


def words_of(counts):
    right, missed, wrong = counts["right"], counts["missed"], counts["wrong"]
    recall = f"{100 * right / (right + missed):.1f}" if right + missed else "-"
    precision = f"{100 * right / (right + wrong):.1f}" if right + wrong else "-"
    return f"recall {recall} ({right} of {right + missed}), precision {precision} ({right} of {right + wrong})"


if __name__ == "__main__":
    main()
