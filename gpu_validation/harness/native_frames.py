"""From a running native stack to the line of a C++ fixture that it executes."""

import ctypes
import os
import pathlib
import subprocess

from harness import cxx_source

_SOURCE = pathlib.Path(__file__).resolve().parent / "native_stack.cpp"
_MOST_FRAMES = 64

# What fixtures may use and are not linked against. Loaded by torch already, apart from the driver and cuBLAS.
_LOADED = ("libc10.so", "libc10_cuda.so", "libtorch_cpu.so", "libtorch_cuda.so", "libcudart.so", "libcublas.so")


class NativeError(Exception):
    """The fixture's library or the stack reader cannot be used."""


def build_stack_reader(folder):
    """Compiles the stack reader into `folder` and returns its path."""
    target = os.path.join(folder, "libsyncfree_native_stack.so")
    command = [os.environ.get("CXX", "g++"), "-std=c++17", "-O1", "-fno-omit-frame-pointer", "-shared", "-fPIC"]
    done = subprocess.run([*command, str(_SOURCE), "-o", target], capture_output=True, text=True)
    if done.returncode:
        raise NativeError(f"the stack reader does not compile:\n{done.stderr[-2000:]}")
    return target


def _mappings():
    with open("/proc/self/maps") as maps:
        for line in maps:
            fields = line.split(maxsplit=5)
            if len(fields) == 6:
                low, high = (int(part, 16) for part in fields[0].split("-"))
                yield low, high, fields[1], fields[5].strip()


def make_global():
    """Lets libraries that are loaded from now on find the names of torch, the runtime, cuBLAS and the driver."""
    ctypes.CDLL("libcuda.so.1", mode=ctypes.RTLD_GLOBAL)
    loaded = {path for _, _, _, path in _mappings() if os.path.basename(path).split(".so")[0] + ".so" in _LOADED}
    for path in sorted(loaded):
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)


class Fixture:
    """A fixture's library in this process. `places()` says where it is when a driver call returns."""

    def __init__(self, fixture, library, stack_reader):
        self._fixture = fixture
        self._ranges = cxx_source.ranges(fixture.text.splitlines())
        try:
            self._library = ctypes.CDLL(library, mode=ctypes.RTLD_LOCAL)
        except OSError as error:
            raise NativeError(f"the compiled fixture cannot be loaded: {error}") from error
        self._reader = ctypes.CDLL(stack_reader).syncfree_native_stack
        self._reader.argtypes = [ctypes.c_size_t] * 2 + [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
        own = [row for row in _mappings() if row[3] == os.path.realpath(library)]
        self._base = min(row[0] for row in own)
        code = [row for row in own if "x" in row[2]]
        self._code = min(row[0] for row in code), max(row[1] for row in code)
        self._resolver = subprocess.Popen(
            ["addr2line", "-e", library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._known = {}
        self.search = False  # search the stack even where it can be unwound
        self.searched = 0  # how often the stack had to be searched, because it could not be unwound

    def close(self):
        """Ends the program that looks addresses up."""
        self._resolver.stdin.close()
        self._resolver.stdout.close()
        self._resolver.wait()

    def case(self, name):
        """The callable that runs one case. A C++ exception becomes a RuntimeError."""
        run = self._library.syncfree_run_case

        def call():
            message = ctypes.create_string_buffer(400)
            if run(name.encode(), message, ctypes.c_ulong(len(message))):
                raise RuntimeError(message.value.decode(errors="replace"))

        return call

    def _line(self, address):
        """The fixture's line of one return address; 0 where the code is a header's."""
        line = self._known.get(address)
        if line is None:
            self._resolver.stdin.write(f"{address - 1 - self._base:#x}\n")
            self._resolver.stdin.flush()
            path, _, number = self._resolver.stdout.readline().strip().rpartition(":")
            number = number.split(" ")[0]  # "12 (discriminator 1)"
            same = os.path.realpath(path) == os.path.realpath(self._fixture.path)
            line = self._known[address] = int(number) if same and number.isdigit() else 0
        return line

    def range(self):
        """The range of the innermost line of the fixture on this thread's stack, or None."""
        addresses = (ctypes.c_size_t * _MOST_FRAMES)()
        searched = ctypes.c_int()
        count = self._reader(*self._code, addresses, _MOST_FRAMES, int(self.search), ctypes.byref(searched))
        self.searched += searched.value
        for address in addresses[:count]:
            line = self._line(address)
            if line:
                return self._ranges[line - 1]
        return None
