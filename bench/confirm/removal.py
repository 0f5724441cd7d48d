"""What it really brings to remove a wait: times variants of the programs of this folder in turns, within one process.

    python removal.py train --batch 8 > train.json
    python removal.py experts --seconds 30 > experts.json

Variants are the program as it is, without one wait, with that wait alone, and without any. What stands for a wait does
the same work without waiting: a read is left out and what was computed for it is not, a selection has its size given, a
copy comes from pinned memory. With --write FOLDER the variants of which estimates are wanted are written there.
"""

import argparse
import gc
import json
import os
import statistics
import sys
import time
import types

FOLDER = os.path.dirname(os.path.abspath(__file__))

# By program: by wait, what stands for it where it is removed. Lines stay where they are.
WAITS = {
    "train": {
        "smoothing": [("torch.tensor(0.1, device=x.device)", "torch.full((), 0.1, device=x.device)")],
        "mask": [
            ("keep = targets > 7", "keep = torch.nonzero_static((targets > 7).flatten(), size=targets.numel()).squeeze(1)"),
            ("self.head(x[keep])", "self.head(x.flatten(0, 1)[keep])"),
            ("targets[keep]", "targets.flatten()[keep]"),
        ],
        "isnan": [("if norm.isnan():", "if norm.isnan() is None:")],
        "loss": [("total += loss.item()", "total += 0.0")],
    },
    "decode": {
        "temperature": [("torch.tensor(0.8, device=token.device)", "torch.full((), 0.8, device=token.device)")],
        "end": [("if (token == END).all():", "if (token == END).all() is None:")],
        "tokens": [("tokens.append(token.tolist())", "tokens.append(token)")],
    },
    "loading": {
        "loss": [("total += loss.item()", "total += 0.0")],
        "correct": [("(scores.argmax(-1) == labels).sum().item()", "(scores.argmax(-1) == labels).sum().ndim")],
    },
    "detect": {
        "pictures": [
            ("pictures.to(self.device)", "pictures.to(self.device, non_blocking=True)"),
            ("dtype=torch.uint8)", "dtype=torch.uint8).pin_memory()"),
        ],
        "any": [("if not positive.any():", "if positive.any() is None:")],
        "chosen": [("torch.nonzero(positive)", "torch.nonzero_static(positive, size=BEST)")],
        "spread": [("torch.tensor([0.1, 0.1, 0.1, 0.1], device=", "torch.full((4,), 0.1, device=")],
        "count": [("positive.sum().item()", "positive.sum()")],
        "loss": [("self.total += loss.item()", "self.total += 0.0")],
    },
    "experts": {
        "loads": [("self.loads.append(loads.tolist())", "self.loads.append(loads)")],
        "rows": [("torch.nonzero(choice == number)", "torch.nonzero_static(choice == number, size=count)")],
        "weight": [("torch.tensor(0.5, device=x.device)", "torch.full((), 0.5, device=x.device)")],
        "norm": [("if not torch.isfinite(norm):", "if torch.isfinite(norm) is None:")],
        "loss": [("self.losses.append(loss.item())", "self.losses.append(loss.detach())")],
    },
    "agent": {
        "batch": [
            ("pin_memory=False", "pin_memory=True"),
            ("room.to(self.device)", "room.to(self.device, non_blocking=True)"),
        ],
        "where": [("indices.to(self.device)", "indices.pin_memory().to(self.device, non_blocking=True)")],
        "settings": [("torch.tensor([self.beta, 0.99], device=self.device)", "from_list([self.beta, 0.99], self.device)")],
        "norm": [("if torch.isnan(norm):", "if torch.isnan(norm) is None:")],
        "loss": [("self.losses.append(loss.item())", "self.losses.append(loss.detach())")],
    },
}


def variants_of(program):
    """By name, the waits that are removed."""
    waits = list(WAITS[program])
    variants = {"as-it-is": []}
    variants |= {"without-" + wait: [wait] for wait in waits}
    if len(waits) > 2:  # of two, without the one is with the other alone
        variants |= {"only-" + wait: [other for other in waits if other != wait] for wait in waits}
    return variants | {"without-all": waits}


def text_without(program, waits):
    with open(os.path.join(FOLDER, program + ".py")) as file:
        text = file.read()
    for wait in waits:
        for old, new in WAITS[program][wait]:
            if text.count(old) != 1:
                sys.exit(f"error: {program}.py does not have {old!r} once")
            text = text.replace(old, new)
    return text


def module_without(program, waits):
    module = types.ModuleType(program)
    exec(compile(text_without(program, waits), os.path.join(FOLDER, program + ".py"), "exec"), module.__dict__)
    return module


def train_runner(module, options):
    import torch

    parser = argparse.ArgumentParser()
    for name, value in (("batch", 32), ("length", 512), ("width", 1024), ("layers", 6), ("words", 8192)):
        parser.add_argument("--" + name, type=int, default=value)
    arguments = parser.parse_args(options)
    arguments.validate = False
    device = torch.device("cuda")
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    with device:
        model = module.Model(arguments.words, arguments.width, 8, arguments.layers)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    scale = torch.ones((), device=device)

    def train(steps):
        arguments.steps = steps
        module.train(model, optimizer, scale, arguments, device)

    return train


def decode_runner(module, options):
    _, model, token = module.prepare(["--tokens", "160", *options])
    return lambda steps: module.decode(model, token, steps)


def loading_runner(module, options):
    import torch

    _, model, optimizer, _, device = module.prepare(options)

    def load(steps):
        loader = torch.utils.data.DataLoader(module.Pictures(steps * 64), 64)
        module.train(model, optimizer, loader, device)

    return load


RUNNERS = {"train": train_runner, "decode": decode_runner, "loading": loading_runner}


def runner_of(program, module, options):
    """A function that runs so many steps."""
    if program in RUNNERS:
        return RUNNERS[program](module, options)
    return module.prepare(options)[1]


def time_of(run, steps):
    import torch

    torch.cuda.synchronize()
    start = time.perf_counter()
    run(steps)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / steps * 1e3


def measure(program, options, steps, seconds):
    """Rounds of all variants until that time is over, each in another order."""
    runs = {
        name: runner_of(program, module_without(program, waits), options)
        for name, waits in variants_of(program).items()
    }
    times = {name: [] for name in runs}
    for run in runs.values():
        run(12)
    gc.collect()
    gc.disable()  # its pauses are longer than what is measured
    order, begun = list(runs), time.perf_counter()
    while len(times["as-it-is"]) < 3 or time.perf_counter() - begun < seconds:
        for name in order:
            times[name].append(time_of(runs[name], steps))
        order = order[1:] + order[:1]
    return times


def middle(values):
    """Median, and the quartiles around it."""
    low, median, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"ms": median, "low": low, "high": high}


def gains(times):
    """By what a variant is shorter than the one with the wait, round by round."""
    results = {}
    for name in times:
        with_it = name if name.startswith("only-") else "as-it-is"
        without = "without-all" if name.startswith("only-") else name
        if name != "as-it-is":
            results[name] = middle([a - b for a, b in zip(times[with_it], times[without])])
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", choices=list(WAITS))
    parser.add_argument("--write", metavar="FOLDER", help="write variants as programs, and run nothing")
    parser.add_argument("--steps", type=int, default=40, help="of a round")
    parser.add_argument("--seconds", type=float, default=30, help="how long rounds are begun")
    arguments, options = parser.parse_known_args()
    if arguments.write:
        for name, waits in variants_of(arguments.program).items():
            if not name.startswith("without-"):
                with open(os.path.join(arguments.write, f"{arguments.program}-{name}.py"), "w") as file:
                    file.write(text_without(arguments.program, waits))
        return
    stdout = sys.stdout
    sys.stdout = sys.stderr  # the programs print
    times = measure(arguments.program, options, arguments.steps, arguments.seconds)
    result = {
        "program": arguments.program,
        "options": options,
        "rounds": len(times["as-it-is"]),
        "steps": {name: middle(each) for name, each in times.items()},
        "gains": gains(times),
        "all_ms": times,
    }
    json.dump(result, stdout, indent=1)
    stdout.write("\n")


if __name__ == "__main__":
    main()
