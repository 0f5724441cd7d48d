#!/usr/bin/env python3
"""Asks a CUDA graph capture and dynamo about the probes and the functions of `bench/truth/goals`, and writes JSON.

Workers answer one question after another. A worker whose capture failed is replaced, because a failed capture can leave
the GPU's context, the allocator's pools and the random generators unusable. Workers are programs of their own: a forked
process could not use the GPU on every machine.
"""

import argparse
import importlib
import importlib.util
import json
import os
import platform
import select
import subprocess
import sys
import threading
import time
import traceback
from importlib import metadata
from pathlib import Path

import torch
import torch._dynamo
import torch._dynamo.utils

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import arguments as probe_arguments  # noqa: E402
import observe  # noqa: E402
from harness.goal_evidence import is_probe_name  # noqa: E402


def ask_dynamo(function, arguments):
    return {
        "explain": observe.explain(function, arguments),
        "whole": observe.compile_whole(function, arguments),
        "run": observe.count_breaks(function, arguments),
    }


QUESTIONS = {"capture": observe.capture, "dynamo": ask_dynamo}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--goals", type=Path, default=HERE.parents[1] / "bench/truth/goals", help="the folder of data")
    parser.add_argument("--batch", default="first", help="first: probes and functions.py; else the name of a batch's file there")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--known", type=Path, help="answers of an earlier run: what they hold is not asked again")
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--processes", type=int, default=14)
    parser.add_argument("--limit", type=float, default=60, help="seconds a question may take")
    parser.add_argument("--end", type=float, default=210, help="seconds after which no question is begun")
    parser.add_argument("--only", choices=QUESTIONS, help="the one question to ask")
    parser.add_argument("--name", default="", help="names that contain this")
    parser.add_argument("--worker", action="store_true", help="answer the questions on standard input, one a line")
    options = parser.parse_args()
    if options.worker:
        serve(options)
        return
    answers = json.loads(options.known.read_text())["functions"] if options.known else {}
    asked = [(name, question) for name, question, _ in tasks_of(options) if not is_known(answers, name, question)]
    print(f"{len(asked)} questions", flush=True)
    ask(asked, answers, options)
    document = {
        "torch": torch.__version__,
        "python": platform.python_version(),
        "device": options.device,
        "packages": versions(options),
        "functions": answers,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")
    missing = sum("failed" in answers[name][question] for name, question in asked)
    print(f"{len(asked)} asked, {missing} without an answer", flush=True)


def is_known(answers, name, question):
    return "failed" not in answers.get(name, {}).get(question, {"failed": ""})


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def tasks_of(options):
    """(name, question, call that gives the function and its arguments)"""
    questions = [options.only] if options.only else [q for q in QUESTIONS if options.device == "cuda" or q != "capture"]
    for name, build in builds_of(options):
        for question in questions if options.name in name else ():
            yield name, question, lambda build=build: build(options.device)


def builds_of(options):
    """(name, what gives the function and its arguments for a device)"""
    if options.batch != "first":
        yield from load(options.goals / f"{options.batch}.py").FUNCTIONS.items()
        return
    probes = load(options.goals / "probes.py")
    functions = load(options.goals / "functions.py")
    for name in [name for name, value in vars(probes).items() if is_probe(probes, name, value)]:
        yield f"probe:{name}", lambda device, name=name: probe(probes, name, device)
    yield from functions.FUNCTIONS.items()


def is_probe(module, name, value):
    code = getattr(value, "__code__", None)
    return code is not None and value.__module__ == module.__name__ and is_probe_name(name)


def probe(module, name, device):
    for value in vars(module).values():
        if isinstance(value, torch.nn.Module):
            value.to(device)
    function = getattr(module, name)
    return function, probe_arguments.arguments_of(function, device)


def versions(options):
    """Of the packages whose functions are asked about."""
    modules = {name.partition(":")[0].partition(".")[0] for name, _ in builds_of(options)}
    holders = metadata.packages_distributions()
    return {holder: metadata.version(holder) for module in modules for holder in holders.get(module, ())}


def serve(options):
    """Reads `NAME<TAB>QUESTION` lines and writes one line of JSON for each. Ends where the next answer could be spoilt."""
    answers = os.fdopen(os.dup(1), "w")
    # Nothing else of a worker is shown: what it has to say is in its answers.
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    builds = {(name, question): build for name, question, build in tasks_of(options)}
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        name, question = line.rstrip("\n").split("\t")
        answer = answer_of(question, builds[name, question])
        answers.write(json.dumps(answer, default=str) + "\n")
        answers.flush()
        if question == "capture" and not (answer.get("works") and is_sane()):
            os._exit(0)
    os._exit(0)


def answer_of(question, build):
    started = time.monotonic()
    try:
        function, arguments = build()
        if question != "capture":
            observe.run_plainly(function, arguments)
        answer = QUESTIONS[question](function, arguments)
    except BaseException:
        answer = {"failed": " ".join(traceback.format_exc().split())[-600:]}
    answer["seconds"] = round(time.monotonic() - started, 2)
    return answer


def is_sane():
    try:
        return torch.ones(4, device="cuda").sum().item() == 4 and torch.rand(4, device="cuda").sum().item() > 0
    except Exception:
        return False


def ask(asked, answers, options):
    """Puts what the workers answer into `answers`."""
    begun = time.monotonic()
    left = list(reversed(asked))
    lock = threading.Lock()

    def keep_asking():
        worker = None
        while True:
            with lock:
                if not left:
                    break
                name, question = left.pop()
            if time.monotonic() - begun > options.end:
                answer = {"failed": "no time left"}
            else:
                worker = worker or started_worker()
                answer = asked_of(worker, name, question, options.limit)
            if answer is None or (question == "capture" and not answer.get("works")):
                stop(worker)
                worker = None
            with lock:
                answers.setdefault(name, {})[question] = answer or {"failed": "the worker ended or took too long"}
        stop(worker)

    threads = [threading.Thread(target=keep_asking) for _ in range(options.processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{time.monotonic() - begun:.0f} s", flush=True)


def started_worker():
    words = [sys.executable, __file__, *sys.argv[1:], "--worker"]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


LONGEST_START_S = 90


def asked_of(worker, name, question, limit):
    """The answer, or None where the worker ended or was too slow."""
    try:
        if not hasattr(worker, "ready"):
            if line_of(worker, LONGEST_START_S) != "ready\n":
                return None
            worker.ready = True
        worker.stdin.write(f"{name}\t{question}\n")
        worker.stdin.flush()
        return json.loads(line_of(worker, limit) or "null")
    except (BrokenPipeError, ValueError):
        return None


def line_of(worker, limit):
    readable, _, _ = select.select([worker.stdout], [], [], limit)
    return worker.stdout.readline() if readable else ""


def stop(worker):
    if worker is None:
        return
    try:
        worker.stdin.close()
        worker.wait(0.2)
    except (OSError, subprocess.TimeoutExpired):
        worker.kill()
        worker.wait()


if __name__ == "__main__":
    main()
