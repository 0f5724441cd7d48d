"""A sample of an operator with one argument altered: a number that lies on the GPU, a tensor that lies on the host.

What a call waits for is as often the kind of an argument as the operator: `x.permute(0, n)` reads `n` back where it is a GPU tensor.
"""

import torch

from operators import calls


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _on_gpu(number):
    return torch.tensor(number, device="cuda")


def _forms_of(value):
    """The other forms that one argument takes, one alteration each."""
    if _is_number(value):
        yield _on_gpu(value)
    elif calls.is_tensor(value):
        if value.device.type == "cuda" and value.layout == torch.strided:
            yield value.cpu()
    elif isinstance(value, (list, tuple)) and value and not hasattr(value, "_fields"):
        for place, item in enumerate(value):
            for form in _forms_of(item):
                yield type(value)((*value[:place], form, *value[place + 1 :]))
        if all(map(_is_number, value)):
            if len(value) > 1:
                yield type(value)(map(_on_gpu, value))
            yield _on_gpu(list(value))


def samples(arguments, options):
    """(arguments, options) of every alteration of one call; the call itself first."""
    yield arguments, options
    for place, value in enumerate(arguments):
        for form in _forms_of(value):
            yield (*arguments[:place], form, *arguments[place + 1 :]), options
    for name, value in options.items():
        for form in _forms_of(value):
            yield arguments, {**options, name: form}


def spellings(operator):
    """(the function, how its call is written: `torch.{name}` or `.{name}`) for the function, the method, and the one in place."""
    yield operator.op, f"torch.{operator.name}"
    for variant in (operator.method_variant, operator.inplace_variant):
        name = getattr(variant, "__name__", "")
        if name.isidentifier():
            yield variant, f".{name}"
