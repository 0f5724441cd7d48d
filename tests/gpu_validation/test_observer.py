"""The CUPTI observer on a real GPU; what can be tested without one, everywhere."""

import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from observer import cupti  # noqa: E402

# Of observer.h.
ASK_PENDING, MEMORY_LATER = 1, 16
PENDING_UNKNOWN, IDLE, PENDING = 0, 1, 2

try:
    import torch

    GPU = torch.version.cuda is not None and torch.cuda.is_available()
except ImportError:
    GPU = False


class BuildTest(unittest.TestCase):
    def test_a_missing_compiler_is_named(self):
        with unittest.mock.patch.dict("os.environ", {"CXX": "no-such-compiler"}):
            with self.assertRaisesRegex(cupti.ObserverError, "no-such-compiler"):
                cupti.build("/nowhere")


@unittest.skipIf(GPU, "the real driver is in the process")
class FakeDriverTest(unittest.TestCase):
    """The subscriber over a driver that is played: which calls it hands out, and what it says of them."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.fake_path = os.path.join(cls.folder.name, "libcuda.so.1")
        source = str(ROOT / "tests/gpu_validation/fake_cuda.cpp")
        subprocess.run(["g++", "-std=c++20", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", source, "-o", cls.fake_path], check=True)
        cls.fake = ctypes.CDLL(cls.fake_path, mode=ctypes.RTLD_GLOBAL)
        cls.library = cupti.build(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def observe(self, name, arguments=(), pending=False, pending_after=False, microseconds=100):
        calls = []

        def on_call(call):
            copy = cupti.Call()
            ctypes.pointer(copy)[0] = call
            calls.append(copy)

        with unittest.mock.patch.object(cupti, "library_path", lambda: self.fake_path):
            observer = cupti.Cupti(self.library, on_call)
        try:
            observer.enable(True)
            block = (ctypes.c_void_p * 5)(*arguments)
            self.fake.fake_pending(int(pending))
            self.fake.fake_call(name.encode(), block, microseconds, int(pending_after))
        finally:
            observer.stop()
        return calls

    def test_a_wait_is_handed_out_with_its_stream(self):
        (call,) = self.observe("cuStreamSynchronize", [64])
        self.assertEqual((call.name, call.kind, call.stream), (b"cuStreamSynchronize", cupti.WAIT, 64))
        self.assertGreater(call.duration_ns, 100_000)

    def test_a_copy_names_the_memory_of_both_sides(self):
        device, pinned, pageable = 1 << 16, (1 << 20) + 64, 1 << 40
        for host, name in ((pinned, "pinned"), (pageable, "pageable")):
            (call,) = self.observe("cuMemcpyDtoHAsync_v2", [host, device, 512, 7])
            self.assertEqual(call.kind, cupti.ASYNC_COPY)
            self.assertEqual((cupti.MEMORY[call.source], cupti.MEMORY[call.destination]), ("device", name))
            self.assertEqual((call.bytes, call.stream), (512, 7))

    def test_a_launch_is_not_handed_out(self):
        self.assertEqual(self.observe("cuLaunchKernel"), [])

    def observe_with(self, more, action, details=True):
        calls = []

        @ctypes.CFUNCTYPE(None, ctypes.POINTER(cupti.Call))
        def on_call(call):
            calls.append(cupti.Call.from_buffer_copy(call.contents))

        library = ctypes.CDLL(self.library)
        self.assertEqual(library.syncfree_observer_start_with(self.fake_path.encode(), on_call, ctypes.c_uint64(0), more), 0)
        library.syncfree_observer_subscribe(1, int(details))
        library.syncfree_observer_enable(1)
        action()
        library.syncfree_observer_stop()
        return calls

    def test_a_copys_own_work_does_not_count_for_the_wait_right_behind_it(self):
        for pending in (0, 1):
            copy, wait = self.observe_with(ASK_PENDING, lambda: self.fake.fake_copy_and_wait(pending, 0))
            self.assertEqual(copy.pending_before, PENDING if pending else IDLE)
            self.assertEqual(wait.pending_before, copy.pending_before)
        _, wait = self.observe_with(ASK_PENDING, lambda: self.fake.fake_copy_and_wait(0, 100))
        self.assertEqual(wait.pending_before, PENDING)

    def test_without_details_nothing_is_asked(self):
        asked = self.fake.fake_questions()
        calls = self.observe_with(ASK_PENDING | MEMORY_LATER, lambda: self.fake.fake_copy_and_wait(1, 0), details=False)
        self.assertEqual([call.pending_before for call in calls], [PENDING_UNKNOWN] * 2)
        self.assertEqual(calls[0].source, cupti.MEMORY.index("unknown"))
        self.assertEqual(self.fake.fake_questions(), asked)

    def test_one_subscriber_only(self):
        with unittest.mock.patch.dict("os.environ", {"FAKE_CUPTI_TAKEN": "1"}):
            with self.assertRaisesRegex(cupti.ObserverError, "another profiler holds CUPTI"):
                self.observe("cuStreamSynchronize")


@unittest.skipUnless(GPU, "needs a GPU and a torch with CUDA")
class ObserverTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.library = cupti.build(cls.folder.name)
        torch.zeros(1, device="cuda")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def observe(self, work, slow_ms=0.0):
        calls = []

        def on_call(call):
            memory = (cupti.MEMORY[call.source], cupti.MEMORY[call.destination])
            calls.append((call.name.decode(), call.kind, memory, call.bytes, call.duration_ns / 1e6))

        work()
        torch.cuda.synchronize()
        observer = cupti.Cupti(self.library, on_call, slow_ms)
        try:
            torch.cuda._sleep(50_000_000)  # tens of milliseconds on any GPU
            observer.enable(True)
            work()
        finally:
            observer.enable(False)
            observer.stop()
        torch.cuda.synchronize()
        return [call for call in calls if call[1] != cupti.QUERY]

    def test_a_blocking_copy_is_a_copy_and_a_wait(self):
        x = torch.ones(64, device="cuda")
        calls = self.observe(lambda: x.cpu())
        self.assertEqual([call[1] for call in calls], [cupti.ASYNC_COPY, cupti.WAIT])
        self.assertEqual(calls[0][2:4], (("device", "pageable"), 256))
        self.assertGreater(calls[0][4] + calls[1][4], 10)

    def test_pinned_memory_is_told_from_pageable(self):
        pinned, pageable = torch.ones(1 << 22).pin_memory(), torch.ones(1 << 22)
        (copy,) = self.observe(lambda: pinned.to("cuda", non_blocking=True))
        self.assertEqual(copy[2], ("pinned", "device"))
        self.assertLess(copy[4], 5)
        (copy,) = self.observe(lambda: pageable.to("cuda", non_blocking=True))
        self.assertEqual(copy[2], ("pageable", "device"))
        self.assertGreater(copy[4], 10)

    def test_launches_are_not_handed_out(self):
        x = torch.ones(64, device="cuda")
        self.assertEqual(self.observe(lambda: x * 2, slow_ms=5.0), [])

    def test_a_second_subscriber_is_refused_in_plain_words(self):
        first = cupti.Cupti(self.library, lambda call: None)
        try:
            other = shutil.copy(self.library, f"{self.folder.name}/other.so")
            with self.assertRaisesRegex(cupti.ObserverError, "another profiler holds CUPTI"):
                cupti.Cupti(other, lambda call: None)
        finally:
            first.stop()

    def test_it_can_start_again(self):
        for _ in range(2):
            cupti.Cupti(self.library, lambda call: None).stop()

    def test_the_cost_of_a_launch_stays_small(self):
        x = torch.ones(64, device="cuda")

        def launches():
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(3000):
                x.add_(1)
            return (time.perf_counter() - start) / 3000 * 1e6

        def best(slow_ms):
            observer = cupti.Cupti(self.library, lambda call: None, slow_ms)
            observer.enable(True)
            try:
                return min(launches() for _ in range(5))
            finally:
                observer.stop()

        launches()
        free = min(launches() for _ in range(5))
        chosen, every = best(0.0), best(2.0)
        print(f"\n  one launch: {free:.2f} us free, {chosen:.2f} us with chosen calls, {every:.2f} us with every call")
        self.assertLess(chosen, 3 * free)


if __name__ == "__main__":
    unittest.main()
