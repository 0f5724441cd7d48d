"""What the probes' parameters stand for, by name."""

import torch


def arguments_of(function, device):
    torch.manual_seed(0)
    on_gpu = device == "cuda"
    pinned = torch.arange(8.0)
    values = {
        "x": torch.randn(4, 8, device=device),
        "v": torch.linspace(0.25, 2.0, 8, device=device),
        "s": torch.tensor(0.5, device=device),
        "n": torch.tensor(2, device=device),
        "i": torch.tensor([0, 2, 1], device=device),
        "m": torch.tensor([True, False] * 4, device=device),
        "c": torch.arange(8.0),
        "p": pinned.pin_memory() if on_gpu else pinned,
        "k": 3,
        "a": 0.5,
    }
    code = function.__wrapped__.__code__ if hasattr(function, "__wrapped__") else function.__code__
    names = code.co_varnames[: code.co_argcount]
    return tuple(values[name] for name in names if name in values)
