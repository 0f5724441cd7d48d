"""What it really brings to remove a wait: times the programs of this folder as they are, without one of their waits, and
without all of them, in turns within one process. Prints JSON, in milliseconds a step.

    python removal.py train decode loading > removal.json

With --show NAME it prints a program without that wait, for `syncfree-lint confirm` to run.
"""

import argparse
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
            ("self.head(x[keep])", "self.head(x.flatten(0, 1))"),
            ("targets[keep]", "targets.flatten().masked_fill(~keep.flatten(), -100)"),
        ],
        "isnan": [("if norm.isnan():", "if False:")],
        "loss": [("total += loss.item()", "total += 0.0")],
    },
    "decode": {
        "temperature": [("torch.tensor(0.8, device=token.device)", "0.8")],
        "end": [("if (token == END).all():", "if False:")],
        "tokens": [("tokens.append(token.tolist())", "tokens.append(token)")],
    },
    "loading": {
        "loss": [("total += loss.item()", "total += 0.0")],
        "correct": [("correct += (scores.argmax(-1) == labels).sum().item()", "correct += 0")],
    },
}


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


def runner_of(program, module, options):
    """A function that runs so many steps."""
    import torch

    if program == "decode":
        _, model, token = module.prepare(["--tokens", "160", *options])
        return lambda steps: module.decode(model, token, steps)
    if program == "loading":
        _, model, optimizer, _, device = module.prepare(options)

        def load(steps):
            loader = torch.utils.data.DataLoader(module.Pictures(steps * 64), 64)
            module.train(model, optimizer, loader, device)

        return load
    parser = argparse.ArgumentParser()
    for name, value in (("batch", 32), ("length", 512), ("width", 1024), ("layers", 6), ("words", 8192)):
        parser.add_argument("--" + name, type=int, default=value)
    arguments = parser.parse_args(options)
    arguments.validate = False
    device = torch.device("cuda")
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    model = module.Model(arguments.words, arguments.width, 8, arguments.layers).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    scale = torch.ones((), device=device)

    def train(steps):
        arguments.steps = steps
        module.train(model, optimizer, scale, arguments, device)

    return train


def time_of(run, steps):
    import torch

    torch.cuda.synchronize()
    start = time.perf_counter()
    run(steps)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / steps * 1e3


def measure(program, options, steps, rounds):
    variants = {"as it is": []}
    variants |= {"without " + wait: [wait] for wait in WAITS[program]}
    variants["without all"] = list(WAITS[program])
    runs = {name: runner_of(program, module_without(program, waits), options) for name, waits in variants.items()}
    times = {name: [] for name in runs}
    for run in runs.values():
        run(12)
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(time_of(run, steps))
    return {name: {"ms": statistics.median(each), "all_ms": each} for name, each in times.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="+", choices=list(WAITS))
    parser.add_argument("--show", action="append", help="print the program without that wait")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    arguments, options = parser.parse_known_args()
    if arguments.show:
        print(text_without(arguments.programs[0], arguments.show), end="")
        return
    results = {}
    stdout = sys.stdout
    sys.stdout = sys.stderr  # the programs print
    for program in arguments.programs:
        results[program] = measure(program, options, arguments.steps, arguments.rounds)
    json.dump({"options": options, "programs": results}, stdout, indent=1)
    stdout.write("\n")


if __name__ == "__main__":
    main()
