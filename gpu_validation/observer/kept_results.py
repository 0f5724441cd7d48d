"""What the program computes, kept so that two runs can be compared: the module `syncfree_confirm` of its process.

The observer's Python part makes it (python_hook.py). Nothing here waits for the GPU while the program runs: a tensor is
copied where it is, and read when the program ends. It imports nothing of torch.
"""

import base64
import ctypes
import dataclasses
import json
import os
import sys
import threading

FORMAT = 1
MOST_OF_ONE = 1 << 20  # bytes; of a larger tensor, every so many elements are kept
MOST_BYTES = 16 << 20
MOST_VALUES = 20_000
MOST_ITEMS = 64  # of a list or a dictionary
DEEPEST = 4

# As the reader of the file knows them; others are read as float32, which holds them.
TYPES = (
    ("float64", "float32", "float16", "bfloat16", "complex64", "complex128")
    + ("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64", "bool")
)  # fmt: skip
_PLAIN = {bool: "bool", int: "int", float: "float", str: "str", type(None): "None"}


class _Kept:
    """One value as it was. A tensor is still on its device."""

    def __init__(self, name, value, every=1, shape=()):
        self.name, self.value, self.every, self.shape = name, value, every, shape


_lock = threading.Lock()
_kept = []
_bytes = 0
_left_out = 0
_problem = ""


def note_problem(text):
    """The first one is told."""
    global _problem
    _problem = _problem or text


def keep(name, value):
    """Keeps a number, a text, a tensor or an array, or what a list, tuple, dictionary or data class holds of them."""
    try:
        with _lock:
            _keep(str(name), value, 0)
    except Exception as error:  # the program is not to fail of it
        note_problem(f"{name} could not be kept: {_first_line(error)}")


def _first_line(error):
    return (str(error).splitlines() or [type(error).__name__])[0]


def _parts(value):
    """Names and parts of what holds others; None for what does not."""
    if isinstance(value, dict):
        return [(f".{key}" if str(key).isidentifier() else f"[{key!r}]", part) for key, part in value.items()]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return [(f".{key}", part) for key, part in zip(value._fields, value)]
    if isinstance(value, (list, tuple)):
        return [(f"[{index}]", part) for index, part in enumerate(value)]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [(f".{field.name}", getattr(value, field.name)) for field in dataclasses.fields(value)]
    return None


def _keep(name, value, depth):
    global _left_out
    torch = sys.modules.get("torch")
    if type(value) in _PLAIN:
        _add(_Kept(name, value), 8)
    elif torch is not None and isinstance(value, torch.Tensor):
        _keep_tensor(name, value)
    elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
        _keep_array(name, value)
    elif (parts := _parts(value)) is not None and depth < DEEPEST:
        for path, part in parts[:MOST_ITEMS]:
            _keep(name + path, part, depth + 1)
        _left_out += max(0, len(parts) - MOST_ITEMS)
    else:
        _left_out += 1
        note_problem(f"{name} is of type {type(value).__name__}, which is not compared")


def _add(kept, size):
    global _bytes, _left_out
    if len(_kept) >= MOST_VALUES or _bytes + size > MOST_BYTES:
        _left_out += 1
        return
    _bytes += size
    _kept.append(kept)


def _stride(size):
    return -(-size // MOST_OF_ONE) or 1


def _keep_tensor(name, tensor):
    global _left_out
    size = tensor.numel() * tensor.element_size()
    every = _stride(size)
    if len(_kept) >= MOST_VALUES or _bytes + size // every > MOST_BYTES or _is_captured(tensor):
        _left_out += 1
        return
    copied = tensor.detach()
    if every > 1:
        copied = copied.reshape(-1)[::every]
    _add(_Kept(name, copied.clone(), every, tuple(tensor.shape)), size // every)


def _is_captured(tensor):
    """Within a CUDA graph a copy would be made when the graph is replayed, not now."""
    return tensor.is_cuda and sys.modules["torch"].cuda.is_current_stream_capturing()


def _keep_array(name, array):
    every = _stride(array.nbytes)
    part = array.reshape(-1)[::every] if every > 1 else array
    _add(_Kept(name, part.copy(), every, tuple(array.shape)), part.nbytes)


def _bytes_of(tensor):
    """The element type and the bytes of a tensor; waits for it."""
    if str(tensor.layout) != "torch.strided":
        tensor = tensor.to_dense()
    if tensor.is_conj():
        tensor = tensor.resolve_conj()
    if str(tensor.dtype).rpartition(".")[2] not in TYPES:
        tensor = tensor.float()
    tensor = tensor.cpu().contiguous()
    return str(tensor.dtype).rpartition(".")[2], ctypes.string_at(tensor.data_ptr(), tensor.numel() * tensor.element_size())


def _described(kept):
    value = kept.value
    described = {"name": kept.name}
    if type(value) in _PLAIN:
        return described | {"type": _PLAIN[type(value)], "text": value if isinstance(value, str) else repr(value)}
    kind, data = (value.dtype.name, value.tobytes()) if hasattr(value, "tobytes") else _bytes_of(value)
    encoded = base64.b64encode(data).decode()
    return described | {"type": kind, "shape": list(kept.shape), "every": kept.every, "data": encoded}


def write(path):
    """What was kept, for cli/confirm/kept_results.cpp. Waits for the GPU: the program has ended."""
    with _lock:
        values = []
        try:
            for kept in _kept:
                values.append(_described(kept))
        except Exception as error:  # the GPU may be in error
            note_problem(f"{kept.name} could not be read: {_first_line(error)}")
        left_out = _left_out + len(_kept) - len(values)
    if not values and not left_out and not _problem:
        return
    temporary = path + ".new"
    with open(temporary, "w") as file:
        json.dump({"format": FORMAT, "values": values, "left_out": left_out, "problem": _problem}, file)
    os.replace(temporary, path)
