"""Holds the gains that `confirm` estimates against what it brings to remove the waits.

    python gains.py measure FOLDER --linter syncfree-lint     on a GPU: recordings, and times of the variants
    python gains.py table FOLDER --linter syncfree-lint       anywhere: the table of bench/RESULTS.md, from these

The programs start together and then run one at a time: starting takes longer than what is measured.
"""

import argparse
import os
import runpy
import subprocess
import sys
import time
from pathlib import Path


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


def measure(folder, observer, seconds, limit):
    for each in ("programs", "output", "times"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    queue = []
    for name, (program, options, _, steps) in RUNS.items():
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


def main():
    if sys.argv[1] == "held":
        return held(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("measure",))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--observer", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--limit", type=float, default=90)
    options = parser.parse_args()
    measure(options.folder.resolve(), options.observer, options.seconds, options.limit)


if __name__ == "__main__":
    main()
