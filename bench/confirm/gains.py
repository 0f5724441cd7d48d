"""Holds the gains that `confirm` estimates against what it brings to remove the waits.

    python gains.py measure FOLDER --observer libsyncfree_observer.so     on a GPU: recordings, and times of the variants
    python gains.py table FOLDER --estimator build/program/bench/group_gains     anywhere: the table of bench/results/confirm.md

A variant is recorded, and then timed in the same process, which the observer has left alone by then: short blocks of it
and of what it becomes without its waits take turns. A gain is the median difference of a round, with an interval in
which the true median lies with 95 %. The variants of a program start together and then run one at a time.
"""

import argparse
import functools
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import time
import traceback
from pathlib import Path

import removal


# By program: its options, and how many steps make a block.
RUNS = {
    "train": (["--batch", "8"], 8),
    "agent": ([], 16),
    "sampler": ([], 32),
    "decode": (["--width", "4096", "--batch", "128"], 24),
    "detect": (["--batch", "4", "--side", "896"], 6),
    "experts": (["--layers", "2", "--tokens", "65536"], 4),
}
STEP = {"decode": "Model.forward", "sampler": "Network.forward"}
NODES = {"mask": "IndexBackward0"}  # of waits that the backward pass has, too
START_UP, WARM_UP, TIMELINE, OBSERVED, RECORDED = 5, 10, 30, 50, 110  # steps; all but the first are of the observer
CORES = 8  # a process stays on these: it moves less


def environment_of(folder, observer, program, variant):
    record = folder / "recordings" / f"{program}-{variant}"
    record.mkdir(parents=True, exist_ok=True)
    return {
        "CUDA_INJECTION64_PATH": str(observer),
        "SYNCFREE_OBSERVER": str(observer),
        "SYNCFREE_RECORD": str(record),
        "SYNCFREE_WARMUP": str(WARM_UP),
        "SYNCFREE_STEPS": str(OBSERVED),
        "SYNCFREE_TIMELINE": str(TIMELINE),
        "SYNCFREE_IDLE": "1",
        "SYNCFREE_STEP": STEP.get(program, ""),
        "SYNCFREE_SOURCES": str(folder / "programs"),
    }


def compared_with(program, variant):
    """The variants whose times are held against those of this one."""
    if variant == "as-it-is":
        return [each for each in removal.variants_of(program) if each.startswith("without-")]
    return ["without-all"] if variant.startswith("only-") else []


def stay_on(cores):
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), cores)


def run_and_time(folder, program, variant, seconds, wait_for_turn):
    """The recorded run, and then rounds of blocks, each in another order."""
    options, block = RUNS[program]
    module = removal.module_of(program, variant, folder / "programs")
    run = removal.runner_of(program, module, options)
    run(START_UP)
    wait_for_turn()
    stay_on(sorted(os.sched_getaffinity(0))[-CORES:])
    run(RECORDED)
    names = [variant, *compared_with(program, variant)]
    codes = {name: removal.codes_of(program, name) for name in names}
    for name in names:
        removal.become(module, codes[name])
        run(max(6, block // 2))
    gc.collect()
    gc.freeze()
    gc.disable()  # its pauses are longer than what is measured
    times = {name: [] for name in names}
    draw, begun = random.Random(0), time.perf_counter()
    while len(times[variant]) < 8 or time.perf_counter() - begun < seconds:
        for name in draw.sample(names, len(names)):
            removal.become(module, codes[name])
            times[name].append(removal.time_of(run, block))
    (folder / "times" / f"{program}-{variant}.json").write_text(json.dumps(times))


class Child:
    """A process that has torch already, makes its program, and then waits for its turn."""

    turns = []  # where the parent tells each that its turn has come

    def __init__(self, environment, output, act):
        ready, go = os.pipe(), os.pipe()
        self.number = os.fork()
        if self.number == 0:
            os.environ.update(environment)
            for stream in (1, 2):
                os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
            for turn in (*Child.turns, go[1]):
                os.close(turn)

            def wait_for_turn():
                os.write(ready[1], b"r")
                if not os.read(go[0], 1):
                    sys.exit(2)  # nobody is there any more

            try:
                act(wait_for_turn)
            except Exception:
                traceback.print_exc()
                sys.exit(1)
            sys.exit(0)  # the observer writes at the end
        os.close(ready[1])
        os.close(go[0])
        self.ready, self.go = ready[0], go[1]
        Child.turns.append(go[1])

    def has_started(self):
        return bool(os.read(self.ready, 1))

    def run(self):
        os.write(self.go, b"g")
        _, status = os.waitpid(self.number, 0)
        return os.waitstatus_to_exitcode(status)


def measure(folder, options):
    import torch

    assert not torch.cuda.is_initialized()
    for each in ("programs", "recordings", "output", "times"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(CORES // 2)
    begun = time.monotonic()
    for program in options.programs.split(","):
        subprocess.run([sys.executable, removal.__file__, program, folder / "programs"], check=True)
        children = {}
        for variant in removal.variants_of(program):
            if not compared_with(program, variant):
                continue
            seconds = options.seconds if variant == "as-it-is" else options.seconds / 4
            children[variant] = Child(
                environment_of(folder, options.observer, program, variant),
                folder / "output" / f"{program}-{variant}",
                functools.partial(run_and_time, folder, program, variant, seconds),
            )
        started = [variant for variant, child in children.items() if child.has_started()]
        print(f"{program}: {len(started)} of {len(children)} started, {time.monotonic() - begun:.1f} s", flush=True)
        for variant in started:
            status = children[variant].run()
            print(f"{program}-{variant} {status}, {time.monotonic() - begun:.1f} s", flush=True)


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


def interval(values):
    """The median, and between which of the values the true one lies with at least 95 %: by the binomial law."""
    values = sorted(values)
    count, below, sum_ = len(values), 0, 0.0
    chance = 0.5**count
    while below < count // 2:
        sum_ += chance
        if sum_ > 0.025:
            break
        below += 1
        chance *= (count - below + 1) / below
    below = max(0, below - 1)
    return {"ms": statistics.median(values), "low": values[below], "high": values[count - 1 - below]}


def is_clear(gain):
    """Where the median lies is known to a quarter of it."""
    return gain["low"] >= 0.75 * gain["ms"] > 0 and gain["high"] <= 1.25 * gain["ms"]


def rows_of(folder, estimator, program):
    for variant in removal.variants_of(program):
        path = folder / "times" / f"{program}-{variant}.json"
        if not path.exists():
            continue
        times = json.loads(path.read_text())
        step = statistics.median(times[variant])
        for without in compared_with(program, variant):
            gain = interval([a - b for a, b in zip(times[variant], times[without])])
            wait = variant if variant != "as-it-is" else without
            wait = wait.removeprefix("only-").removeprefix("without-")
            waits = list(removal.WAITS[program]) if wait == "all" else [wait]
            what = "all of them" if wait == "all" else f"`{wait}`" + (", the only one" if variant != "as-it-is" else "")
            estimate = estimate_of(folder, estimator, f"{program}-{variant}", program, waits)
            yield what, step, len(times[variant]), gain, estimate


def table(folder, estimator):
    within = clear = 0
    print("| program | without | ms | removed: shorter by | 95 % | estimate | factor |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for program in RUNS:
        for what, step, _, gain, estimate in rows_of(folder, estimator, program):
            factor = f"{estimate / gain['ms']:.2f}" if is_clear(gain) else ""
            clear += is_clear(gain)
            within += bool(factor) and 1 / 1.5 <= float(factor) <= 1.5
            print(f"| `{program}` | {what} | {step:.2f} | {gain['ms']:.3f} ", end="")
            print(f"| {gain['low']:.3f} to {gain['high']:.3f} | {estimate:.3f} | {factor} |")
    print(f"\n{within} of {clear} within a factor of 1.5")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("measure", "table"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--observer", type=Path)
    parser.add_argument("--estimator", type=Path)
    parser.add_argument("--programs", default=",".join(RUNS))
    parser.add_argument("--seconds", type=float, default=24, help="of rounds, of the program as it is")
    options = parser.parse_args()
    if options.command == "table":
        return table(options.folder.resolve(), options.estimator)
    options.observer = options.observer.resolve()
    measure(options.folder.resolve(), options)


if __name__ == "__main__":
    main()
