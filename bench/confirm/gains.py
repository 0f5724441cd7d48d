"""Holds the gains that `confirm` estimates against what it brings to remove the waits.

    python gains.py measure FOLDER --observer libsyncfree_observer.so     on a GPU: recordings, and times of the variants
    python gains.py table FOLDER --estimator build/program/bench/group_gains     anywhere: the table of bench/RESULTS.md

The programs start together and then run one at a time: starting takes longer than what is measured.
"""

import argparse
import json
import os
import runpy
import subprocess
import sys
import time
from pathlib import Path

import removal


HERE = Path(__file__).resolve().parent
# By name: the program, its options, and how many steps a recording and a round have.
RUNS = {
    "train": ("train", ["--batch", "8"], 55, 15),
    "decode": ("decode", [], 80, 60),
    "loading": ("loading", [], 55, 15),
    "detect": ("detect", [], 55, 10),
    "experts": ("experts", [], 55, 8),
    "agent": ("agent", [], 55, 20),
}
STEPS_OPTION = {"decode": "--tokens"}
STEP = {"decode": "Model.forward"}
MOST_STEPS = {"decode": 150}  # of a round: the cache of its model has 160 positions
NODES = {"mask": "IndexBackward0"}  # of waits that the backward pass has, too
WARM_UP, OBSERVED = 10, 24


def held(program, words):
    """Runs a program when a line comes in."""
    import torch

    torch.zeros(1, device="cuda")
    print("ready", file=sys.stderr, flush=True)
    sys.stdin.readline()
    sys.argv = [program, *words]
    sys.path.insert(0, str(Path(program).parent))
    runpy.run_path(program, run_name="__main__")


def start(words, environment, output):
    command = [sys.executable, str(HERE / "gains.py"), "held", *words]
    errors = open(f"{output}.err", "w")
    return subprocess.Popen(
        command, env=os.environ | environment, stdin=subprocess.PIPE, stdout=open(output, "w"), stderr=errors, text=True
    )


def recordings(folder, observer, name):
    """Name, words and environment of each."""
    program, options, steps, _ = RUNS[name]
    subprocess.run([sys.executable, HERE / "removal.py", program, "--write", folder / "programs"], check=True)
    for path in sorted((folder / "programs").glob(f"{program}-*.py")):
        words = [str(path), STEPS_OPTION.get(program, "--steps"), str(steps), *options]
        record = folder / "recordings" / path.stem
        record.mkdir(parents=True, exist_ok=True)
        yield path.stem, words, {
            "CUDA_INJECTION64_PATH": str(observer),
            "SYNCFREE_OBSERVER": str(observer),
            "SYNCFREE_RECORD": str(record),
            "SYNCFREE_WARMUP": str(WARM_UP),
            "SYNCFREE_STEPS": str(OBSERVED),
            "SYNCFREE_TIMELINE": "10",
            "SYNCFREE_IDLE": "1",
            "SYNCFREE_STEP": STEP.get(program, ""),
            "SYNCFREE_SOURCES": str(folder / "programs"),
        }


def is_ready(errors):
    return "ready" in errors.read_text()


def measure(folder, observer, seconds, limit, longer):
    for each in ("programs", "output", "times"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    queue = []
    for name, (program, options, _, steps) in RUNS.items():
        steps = min(steps * longer, MOST_STEPS.get(program, steps * longer))
        words = [str(HERE / "removal.py"), program, "--steps", str(steps), "--seconds", str(seconds), *options]
        queue.append((name, start(words, {}, folder / "times" / f"{name}.json"), folder / "times" / f"{name}.json.err"))
        for variant, words, environment in recordings(folder, observer, name):
            output = folder / "output" / variant
            queue.append((variant, start(words, environment, output), Path(f"{output}.err")))
    begun = time.monotonic()
    while time.monotonic() - begun < limit and not all(is_ready(errors) for _, _, errors in queue):
        time.sleep(1)
    for name, process, _ in queue:
        begun = time.monotonic()
        try:
            process.communicate("go\n", timeout=limit)
            print(f"{name} {process.returncode} {time.monotonic() - begun:.1f} s", flush=True)
        except subprocess.TimeoutExpired:
            process.kill()
            print(name, "took too long", flush=True)


def places_of(record, program, waits):
    """Numbers of the sites where these waits are, by the lines' text."""
    places, texts = [], [old for wait in waits for old, _ in removal.WAITS[program][wait]]
    nodes = [NODES[wait] for wait in waits if wait in NODES]
    for number, site in enumerate(record["sites"]):
        own = [frame for frame in site["frames"] if f"/programs/{program}-" in frame["file"]]
        if site["node"]:
            known = site["node"] in nodes
        elif own:
            lines = (Path(record["programs"]) / Path(own[0]["file"]).name).read_text().splitlines()
            known = any(text in lines[own[0]["range"][0] - 1] for text in texts)
        else:
            known = False
        if known:
            places.append(number)
    return places


def estimate_of(folder, estimator, variant, program, waits):
    recording = folder / "recordings" / variant
    record = json.loads(next(recording.glob("*.json")).read_text())
    places = places_of(record | {"programs": folder / "programs"}, program, waits)
    words = [estimator, recording, ",".join(map(str, places)) or "none"]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def is_clear(gain):
    """Three of four rounds gain, and rounds differ by no more than what is gained."""
    return gain["low"] > 0 and gain["high"] - gain["low"] <= gain["ms"]


def table(folder, estimator):
    within = clear = 0
    print("| program | without | removed: shorter by | quartiles | estimate | factor |\n| --- | --- | ---: | ---: | ---: | ---: |")
    for name, (program, _, _, _) in RUNS.items():
        path = folder / "times" / f"{name}.json"
        if not path.exists() or not path.stat().st_size:
            continue
        times = json.loads(path.read_text())
        step = times["steps"]["as-it-is"]["ms"]
        for variant, gain in times["gains"].items():
            kind, wait = variant.split("-", 1)
            waits = list(removal.WAITS[program]) if wait == "all" else [wait]
            recorded = f"{program}-{variant if kind == 'only' else 'as-it-is'}"
            estimate = estimate_of(folder, estimator, recorded, program, waits)
            factor = f"{estimate / gain['ms']:.2f}" if is_clear(gain) else ""
            clear += is_clear(gain)
            within += bool(factor) and 1 / 1.5 <= float(factor) <= 1.5
            what = f"`{wait}`, the only one" if kind == "only" else "all of them" if wait == "all" else f"`{wait}`"
            print(f"| `{name}` ({step:.1f} ms, {times['rounds']} rounds) | {what} | {gain['ms']:.2f} ", end="")
            print(f"| {gain['low']:.2f} to {gain['high']:.2f} | {estimate:.2f} | {factor} |")
    print(f"\n{within} of {clear} within a factor of 1.5")


def main():
    if sys.argv[1] == "held":
        return held(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("measure", "table"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--observer", type=Path)
    parser.add_argument("--estimator", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--limit", type=float, default=90)
    parser.add_argument("--longer", type=int, default=1, help="times as many steps in a round, which noise troubles less")
    options = parser.parse_args()
    if options.command == "table":
        return table(options.folder.resolve(), options.estimator)
    measure(options.folder.resolve(), options.observer, options.seconds, options.limit, options.longer)


if __name__ == "__main__":
    main()
