"""A sample of torch's operator database as one call, in the words of the catalog's tests.

`torch.bincount(integer1, weights=None, minlength=4)`: a tensor is its element kind and rank, `cpu_` before it where it
is on the host; a float is always 1.5; what has no words (slices, functions, sparse tensors) makes the call unspeakable.
"""


class Unspeakable(Exception):
    """The sample holds what the catalog's tests cannot read."""


def _element(tensor):
    if str(tensor.dtype) == "torch.bool":
        return "boolean"
    if tensor.is_complex():
        return "complex"
    return "floating" if tensor.is_floating_point() else "integer"


def is_tensor(value):
    return hasattr(value, "dtype") and hasattr(value, "dim") and hasattr(value, "is_complex")


def word(value):
    """One argument."""
    if is_tensor(value):
        if str(value.layout) != "torch.strided" or value.dim() > 9:
            raise Unspeakable
        return f"{'cpu_' if value.device.type == 'cpu' else ''}{_element(value)}{value.dim()}"
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        return "1.5"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(word(item) for item in value) + "]"
    kind = type(value).__name__
    if kind in ("dtype", "layout", "memory_format"):
        return str(value)
    if kind == "device":
        return repr(value.type)
    raise Unspeakable


def written(name, arguments, options):
    """The call of function `torch.f`, or of method `.f` of the first argument; raises Unspeakable."""
    values = [word(value) for value in arguments]
    receiver = values.pop(0) if name.startswith(".") else ""
    values += [f"{key}={word(value)}" for key, value in options.items()]
    return f"{receiver}{name}({', '.join(values)})"


def text(name, sample):
    """The call of operator `name`; raises Unspeakable."""
    return written(f"torch.{name}", (sample.input, *sample.args), sample.kwargs)


def tensors_of(value):
    """All tensors in an argument or a result."""
    if is_tensor(value):
        return [value]
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return []
    return [tensor for item in value for tensor in tensors_of(item)]


def is_empty(sample):
    """Empty tensors never wait, so they prove nothing about an operator."""
    given = tensors_of([sample.input, list(sample.args), dict(sample.kwargs)])
    return any(tensor.numel() == 0 for tensor in given)
