"""The waits of the programs of this folder, and what stands for each where it is removed.

What stands for a wait does the same work without waiting: a read is left out and what was computed for it is not, a
selection has its size given, a copy comes from pinned memory. Variants of a program are the program as it is, without
one wait, with that wait alone, and without any. One live program is run as any of them: the code of its functions is
exchanged, while its model, its data and its memory stay where they are.
"""

import argparse
import inspect
import os
import sys
import time
import types

FOLDER = os.path.dirname(os.path.abspath(__file__))

# By program: by wait, what stands for it where it is removed. Lines stay where they are.
WAITS = {
    "train": {
        "batch": [
            ("(size, length + 1), generator=generator)", "(size, length + 1), generator=generator).pin_memory()"),
            ("batch = batch.to(device)", "batch = batch.to(device, non_blocking=True)"),
        ],
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
    "detect": {
        "pictures": [("pictures.to(self.device)", "pinned.to(self.device, non_blocking=True)")],
        "mark": [
            (
                "positive[overlap.topk(BEST).indices] = True",
                "positive.index_fill_(0, overlap.topk(BEST).indices, True)",
            )
        ],
        "any": [("if not positive.any():", "if positive.any() is None:")],
        "chosen": [("torch.nonzero(positive)", "torch.nonzero_static(positive, size=BEST)")],
        "target": [
            (
                "target[chosen, labels[matched[chosen]]] = 1.0",
                "target.index_put_((chosen, labels[matched[chosen]]), torch.ones((), device=scores.device))",
            )
        ],
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
            ("both = self.pageable[self.number % ROOMS].both", "both = self.pinned[self.number % ROOMS].both"),
            ("both = both.to(self.device)", "both = both.to(self.device, non_blocking=True)"),
        ],
        "where": [
            ("where = self.pageable[self.number % ROOMS].where", "where = self.pinned[self.number % ROOMS].where"),
            ("where = indices.to(self.device)", "where = indices.to(self.device, non_blocking=True)"),
        ],
        "settings": [
            (
                "torch.tensor([self.beta, 0.99], device=self.device)",
                "self.pinned_settings.to(self.device, non_blocking=True)",
            )
        ],
        "norm": [("if torch.isnan(norm):", "if torch.isnan(norm) is None:")],
        "loss": [("self.losses.append(loss.item())", "self.losses.append(loss.detach())")],
    },
    "sampler": {
        "noise": [("self.noises[step % 63].item()", "float(self.numbers[step % 63])")],
        "level": [("torch.tensor(noise, device=self.device)", "torch.full((), noise, device=self.device)")],
        "limit": [("clean.abs().amax().item()", "clean.abs().amax().ndim + 50.0")],
        "isnan": [("if x.isnan().any():", "if x.isnan().any() is None:")],
        "preview": [("x[:1].cpu()", "self.pinned[step % 8].copy_(x[:1], non_blocking=True)")],
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


def name_of(program, variant):
    return f"{program}-{variant}.py"


def module_of(program, variant, folder=FOLDER):
    """The program with that variant's text, as if its file were in the folder."""
    module = types.ModuleType(program)
    text = text_without(program, variants_of(program)[variant])
    exec(compile(text, os.path.join(folder, name_of(program, variant)), "exec"), module.__dict__)
    return module


def functions_of(module):
    """By qualified name, those that the module defines."""
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    functions = [value for value in own if inspect.isfunction(value)]
    for each in own:
        functions += [value for value in vars(each).values() if inspect.isfunction(value)] if inspect.isclass(each) else []
    functions = [inspect.unwrap(function) for function in functions]
    return {function.__qualname__: function for function in functions}


def become(module, codes):
    for name, function in functions_of(module).items():
        function.__code__ = codes[name]


def codes_of(program, variant):
    return {name: function.__code__ for name, function in functions_of(module_of(program, variant)).items()}


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


RUNNERS = {"train": train_runner, "decode": decode_runner}


def runner_of(program, module, options):
    """A function that runs so many steps."""
    if program in RUNNERS:
        return RUNNERS[program](module, options)
    return module.prepare(options)[1]


def time_of(run, steps):
    """Milliseconds a step, from an idle GPU to an idle GPU."""
    import torch

    torch.cuda.synchronize()
    start = time.perf_counter()
    run(steps)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / steps * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", choices=list(WAITS))
    parser.add_argument("folder", help="where its variants are written")
    arguments = parser.parse_args()
    for variant, waits in variants_of(arguments.program).items():
        with open(os.path.join(arguments.folder, name_of(arguments.program, variant)), "w") as file:
            file.write(text_without(arguments.program, waits))


if __name__ == "__main__":
    main()
