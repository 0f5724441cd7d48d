"""The command `gpu_validation/collect`: runs a workload of real packages and records where the host waits in them."""

import argparse
import contextlib
import importlib
import json
import pathlib
import sys
import tempfile

from collecting import truth
from harness import command, shares

_HERE = pathlib.Path(__file__).resolve().parent.parent


def session(context):
    """Pieces of one workload, each once unobserved and once observed."""

    def opened():
        import random

        import torch

        from collecting.collector import Collector

        workload = importlib.import_module(context["workload"])
        pieces = workload.pieces()
        collector = Collector(workload.packages(), context["library"])

        def measure(name):
            torch.manual_seed(0)
            random.seed(0)
            with contextlib.suppress(Exception):  # it will raise again, and what it did until then is observed as well
                pieces[name]()
            seen, error = collector.during(pieces[name])
            if error is None:
                return {"status": "ran", **seen}
            text = f"{type(error).__name__}: {error}".splitlines()[0]
            try:
                torch.cuda.synchronize()
            except Exception:
                return {"status": "fault", "error": text}
            return {"status": "raised", "error": text, **seen}

        return measure

    return opened


def _describe(site):
    return f"{site['file']}:{site['line']}:{site['col']} {site['func']} ({', '.join(site['seen_by'])})"


def _tell(found):
    print(
        f"{found['lines_both']} lines ran in both, {found['lines_only_old']} no more, {found['lines_only_new']} are new"
    )
    print(f"{found['both']} places in both", flush=True)
    print(f"{len(found['only_old'])} places no more, {found['only_old_not_run']} of them on lines that did not run")
    for site in found["only_old"]:
        print(f"  {_describe(site)}")
    print(f"{len(found['only_new'])} new places")
    for site in found["only_new"]:
        print(f"  {_describe(site)}")


def _names(workload):
    return list(importlib.import_module(workload).pieces())


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="gpu_validation/collect", description=__doc__.partition(": ")[2])
    parser.add_argument("--workload", default="torchvision", metavar="NAME", help="NAME_workload.py in collecting/")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the truth files, one a package")
    parser.add_argument("--compare", type=pathlib.Path, help="a folder with earlier truth files of the packages")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="time limit of one piece")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            environment, library = command.prepare(folder)
            module = f"collecting.{options.workload}_workload"
            names = _names(module)
            context = {"workload": module, "library": library}
            results, whole = shares.run("collecting.command:session", context, names, options.processes, options.limit)
    except (command.Refused, ImportError, OSError) as error:
        print(f"gpu_validation/collect: {error}", file=sys.stderr)
        return 2
    for name, result in results.items():
        if result["status"] != "ran":
            print(f"  {name}: {result['status']}: {result.get('error', '')}", flush=True)
    print(f"{len(results)} pieces", flush=True)
    _write(options, environment, results)
    return 0 if whole else 1


def _write(options, environment, results):
    options.out.mkdir(parents=True, exist_ok=True)
    for package in truth.packages(results):
        data = truth.merge(package, environment, results)
        name = f"{package}.json"
        (options.out / name).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        print(f"{package}: {len(data['sites'])} places where the host waits", flush=True)
        if options.compare and (options.compare / name).exists():
            _tell(truth.compare(json.loads((options.compare / name).read_text()), data))
