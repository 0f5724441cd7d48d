"""Spreads named pieces of work over several processes. A fault or a hang costs the piece that it happened in."""

import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

from harness import worker

_FOLDER = pathlib.Path(__file__).resolve().parent.parent


def run(opener, context, names, processes, limit_s):
    """({name: result}, whether all processes ran).

    `opener` is "module:function"; the function takes `context` (JSON data) and returns a session as worker.run_cases
    wants it. Each process takes every n-th name, so that neighbours of one kind are spread.
    """
    results, whole = {}, True
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder, "work.json")
        data = {"opener": opener, "context": context, "limit_s": limit_s}
        shares = [names[share::processes] for share in range(processes)]
        work.write_text(json.dumps({**data, "shares": shares}))
        outs = [pathlib.Path(folder, f"share-{share}.json") for share in range(processes)]
        base = [sys.executable, "-m", "harness.shares", str(work)]
        running = [subprocess.Popen([*base, str(share), str(out)], cwd=_FOLDER) for share, out in enumerate(outs)]
        for process, out in zip(running, outs, strict=True):
            whole &= process.wait() == 0
            if out.exists():
                results.update(json.loads(out.read_text()))
    return results, whole


def _run_share(work, share, out):
    data = json.loads(pathlib.Path(work).read_text())
    module, _, function = data["opener"].partition(":")
    session = getattr(importlib.import_module(module), function)(data["context"])
    names = data["shares"][int(share)]
    results, reason = worker.run_cases([session], names, worker.Limits(case_s=data["limit_s"]))
    if reason:
        print(f"share {share}: {reason}", file=sys.stderr, flush=True)
    pathlib.Path(out).write_text(json.dumps(results))
    return 1 if reason else 0


if __name__ == "__main__":
    sys.exit(_run_share(*sys.argv[1:]))
