"""The command `gpu_validation/sweep`: measures torch's operators and the probe list, in several processes."""

import argparse
import json
import os
import pathlib
import sys
import tempfile

from harness import command, shares, worker
from operators import condense

_HERE = pathlib.Path(__file__).resolve().parent.parent
_TRUTH = _HERE.parent / "bench" / "truth"


def _operators(context, function):
    """A session that asks `function` of `measure` about operators by their names."""

    def opened():
        from operators import measure

        operators = {measure.name_of(operator): operator for operator in measure.database()}
        oracle = measure.Oracle(context["library"])
        return lambda name: getattr(measure, function)(oracle, operators[name])

    return opened


def operator_session(context):
    return _operators(context, "measure")


def altered_session(context):
    return _operators(context, "measure_altered")


def probe_session(context):
    def opened():
        from operators import measure, probes

        oracle = measure.Oracle(context["library"])
        return lambda code: probes.measure(oracle, context["setup"], code)

    return opened


def _operator_names():
    """Asked in a child: this process must not open the GPU."""

    def look():
        from operators import measure

        return sorted(measure.name_of(operator) for operator in measure.database())

    return worker.ask(look, 180)


def _shares(options, opener, context, names):
    return shares.run(f"operators.sweep:{opener}", context, names, options.processes, options.limit)


def _tell(lines, what):
    print(f"{len(lines)} {what} differ from the data that are there", flush=True)
    for line in lines:
        print(f"  {line}", flush=True)


def _sweep(options, environment, library):
    names = [name for name in _operator_names() if not options.operator or name in options.operator]
    results, whole = _shares(options, "operator_session", {"library": library}, names)
    if options.raw:
        options.raw.write_text(json.dumps(results))
    data = condense.condense(environment, results)
    rows = data["operators"].values()
    waiting = [sum(bool(row.get(direction, [0])[0]) for row in rows) for direction in ("forward", "backward")]
    samples = sum(len(operator.get("samples", ())) for operator in results.values())
    print(f"{len(results)} operators, {samples} samples: {waiting[0]} wait forward, {waiting[1]} backward", flush=True)
    for name, row in data["operators"].items():
        if "not_run" in row:
            print(f"  {name} was not run: {row['not_run']}", flush=True)
    path = options.truth / "sweep.json"
    if path.exists():
        _tell(condense.sweep_changes(json.loads(path.read_text()), data), "calls")
    path.write_text(condense.text(data), encoding="utf-8")
    return whole


def _altered(options, environment, library):
    names = [name for name in _operator_names() if not options.operator or name in options.operator]
    results, whole = _shares(options, "altered_session", {"library": library}, names)
    data = condense.altered(environment, results)
    refused, left_out = (sum(operator.get(kind, 0) for operator in results.values()) for kind in ("refused", "left_out"))
    counts = f"{len(data['waits'])} calls wait, {len(data['free'])} do not, {len(data['depends'])} do both"
    print(f"altered: {counts}; {refused} were refused, {left_out} left out", flush=True)
    for name, operator in results.items():
        if operator["status"] not in ("ran", "no CUDA"):
            print(f"  {name} was not run: {operator.get('error', operator['status'])}", flush=True)
    path = options.truth / "altered.json"
    if path.exists():
        _tell(condense.sweep_changes(json.loads(path.read_text()), data), "altered calls")
    path.write_text(condense.text(data), encoding="utf-8")
    return whole


def _probe(options, environment, library):
    path = options.truth / "probe.json"
    old = json.loads(path.read_text())
    codes = [probe["code"] for probe in old["probes"]]
    results, whole = _shares(options, "probe_session", {"library": library, "setup": old["setup"]}, codes)
    data = condense.probes(environment, old["setup"], codes, [results[code] for code in codes])
    for code in codes:
        if results[code]["status"] != "ran":
            print(f"  {code} was not run: {results[code].get('error', results[code]['status'])}", flush=True)
    _tell(condense.probe_changes(old, data), "snippets")
    path.write_text(condense.text(data), encoding="utf-8")
    return whole


def _arguments(arguments):
    parser = argparse.ArgumentParser(prog="gpu_validation/sweep", description=__doc__.partition(": ")[2])
    parser.add_argument("--truth", type=pathlib.Path, default=_TRUTH, help="folder of sweep.json, altered.json and probe.json")
    parser.add_argument("--only", choices=("operators", "altered", "probes"))
    parser.add_argument("--raw", type=pathlib.Path, help="also write what each operator sample did")
    parser.add_argument(
        "--operator", action="append", default=[], metavar="NAME", help="only this one; may be repeated"
    )
    parser.add_argument("--processes", type=int, default=max(1, min(8, (os.cpu_count() or 2) // 2)))
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="time limit of one operator")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = _arguments(arguments)
    whole = True
    try:
        with tempfile.TemporaryDirectory() as folder:
            environment, library = command.prepare(folder)
            for part, measured in (("operators", _sweep), ("altered", _altered), ("probes", _probe)):
                if options.only in (None, part):
                    whole &= measured(options, environment, library)
    except (command.Refused, RuntimeError, OSError) as error:
        print(f"gpu_validation/sweep: {error}", file=sys.stderr)
        return 2
    return 0 if whole else 1
