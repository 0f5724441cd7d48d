"""A stand-in for torch over a CUDA driver that is played: `tensor` and `item` wait, `full` does not.

Environment: FAKE_CUDA is the driver, of PLAYED_SPOILS `full` makes another number, and of PLAYED_FAILS it raises.
"""

import ctypes
import os
import sys
import types

_cuda = ctypes.CDLL(os.environ["FAKE_CUDA"])


def _launch():
    _cuda.fake_call(b"cuLaunchKernel", (ctypes.c_void_p * 5)(), 5, 1)


class Tensor:
    dtype, layout, device, is_cuda, shape = "torch.float32", "torch.strided", "cuda", False, ()

    def __init__(self, value):
        self._value = ctypes.c_float(value)

    def __mul__(self, other):
        _launch()
        return Tensor(self._value.value * other._value.value)

    def item(self):
        _cuda.fake_wait()
        return self._value.value

    def backward(self):
        sys.modules["torch.autograd"].backward(self)

    def detach(self):
        return self

    def clone(self):
        return Tensor(self._value.value)

    def numel(self):
        return 1

    def element_size(self):
        return ctypes.sizeof(self._value)

    def is_conj(self):
        return False

    def cpu(self):
        return self

    def contiguous(self):
        return self

    def data_ptr(self):
        return ctypes.addressof(self._value)


def ones(*_, **__):
    _launch()
    return Tensor(1.0)


def tensor(value, **_):
    _cuda.fake_wait()
    return Tensor(value)


def full(_size, value, **_):
    _launch()
    if str(value) == os.environ.get("PLAYED_FAILS"):
        raise RuntimeError("full is played to fail")
    return Tensor(value * 2 if str(value) == os.environ.get("PLAYED_SPOILS") else value)


autograd = types.ModuleType("torch.autograd")
autograd.backward = lambda *_, **__: _launch()
sys.modules["torch.autograd"] = autograd
_cuda.fake_init()
