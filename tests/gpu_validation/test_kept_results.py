"""What a program's process keeps of its results; over a stand-in for torch."""

import base64
import dataclasses
import importlib.util
import json
import pathlib
import struct
import sys
import tempfile
import types
import unittest
import unittest.mock

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "gpu_validation/observer/kept_results.py"


class _Tensor:
    """Of one element type; counts how often it is read by the host."""

    reads = 0
    captured = False

    def __init__(self, numbers, is_cuda=True):
        self.numbers, self.is_cuda = list(numbers), is_cuda
        self.dtype, self.layout, self.shape = "torch.float32", "torch.strided", (len(self.numbers),)

    def numel(self):
        return len(self.numbers)

    def element_size(self):
        return 4

    def detach(self):
        return self

    def clone(self):
        return _Tensor(self.numbers)

    def reshape(self, _):
        return self

    def __getitem__(self, part):
        return _Tensor(self.numbers[part])

    def is_conj(self):
        return False

    def cpu(self):
        _Tensor.reads += 1
        self._bytes = struct.pack(f"{len(self.numbers)}f", *self.numbers)
        return self

    def contiguous(self):
        return self

    def data_ptr(self):
        import ctypes

        self._buffer = ctypes.create_string_buffer(self._bytes, len(self._bytes))
        return ctypes.addressof(self._buffer)


class KeptResultsTest(unittest.TestCase):
    def setUp(self):
        cuda = types.SimpleNamespace(is_current_stream_capturing=lambda: _Tensor.captured)
        torch = types.SimpleNamespace(Tensor=_Tensor, cuda=cuda)
        patch = unittest.mock.patch.dict(sys.modules, {"torch": torch})
        patch.start()
        self.addCleanup(patch.stop)
        spec = importlib.util.spec_from_file_location("kept_results", SOURCE)
        self.results = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.results)
        _Tensor.reads, _Tensor.captured = 0, False

    def written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "1.results")
            self.results.write(str(path))
            return json.loads(path.read_text()) if path.exists() else None

    def names(self):
        return [value["name"] for value in self.written()["values"]]

    def test_a_tensor_is_read_when_the_program_ends(self):
        tensor = _Tensor([1.0, 2.0])
        self.results.keep("loss", tensor)
        self.assertEqual(_Tensor.reads, 0)
        tensor.numbers[0] = 9.0  # what the program does to it afterwards changes nothing
        (value,) = self.written()["values"]
        self.assertEqual((value["type"], value["shape"], value["every"]), ("float32", [2], 1))
        self.assertEqual(struct.unpack("2f", base64.b64decode(value["data"])), (1.0, 2.0))

    def test_plain_values(self):
        for value in (1, 0.1, True, None, "word"):
            self.results.keep("x", value)
        values = self.written()["values"]
        self.assertEqual([value["type"] for value in values], ["int", "float", "bool", "None", "str"])
        self.assertEqual([value["text"] for value in values], ["1", "0.1", "True", "None", "word"])

    def test_what_holds_values_is_taken_apart(self):
        @dataclasses.dataclass
        class Output:
            logits: object
            count: int

        self.results.keep("out", {"a": [_Tensor([1.0]), 2], "b c": Output(_Tensor([3.0]), 4)})
        self.assertEqual(self.names(), ["out.a[0]", "out.a[1]", "out['b c'].logits", "out['b c'].count"])

    def test_what_cannot_be_compared_is_told(self):
        self.results.keep("x", object())
        self.assertEqual(self.written()["left_out"], 1)
        self.assertIn("x is of type object", self.written()["problem"])
        circle = []
        circle.append(circle)
        self.results.keep("circle", circle)  # ends

    def test_of_a_large_tensor_a_sample_is_kept(self):
        self.results.MOST_OF_ONE = 16
        self.results.keep("x", _Tensor(range(10)))
        (value,) = self.written()["values"]
        self.assertEqual((value["every"], value["shape"]), (3, [10]))
        self.assertEqual(struct.unpack("4f", base64.b64decode(value["data"])), (0, 3, 6, 9))

    def test_there_are_bounds(self):
        self.results.MOST_VALUES = 2
        for number in range(5):
            self.results.keep("x", number)
        self.assertEqual((len(self.written()["values"]), self.written()["left_out"]), (2, 3))
        self.results.MOST_VALUES, self.results.MOST_BYTES = 100, 20
        self.results.keep("y", _Tensor([1.0, 2.0]))
        self.assertEqual(self.written()["left_out"], 4)

    def test_nothing_is_kept_within_a_graph(self):
        _Tensor.captured = True
        self.results.keep("x", _Tensor([1.0]))
        self.results.keep("x", _Tensor([1.0], is_cuda=False))
        self.assertEqual((len(self.written()["values"]), self.written()["left_out"]), (1, 1))

    def test_the_program_does_not_fail_of_it(self):
        class Broken(_Tensor):
            def clone(self):
                raise RuntimeError("out of memory\nmore")

        self.results.keep("x", Broken([1.0]))
        self.assertEqual(self.written()["problem"], "x could not be kept: out of memory")

    def test_a_tensor_that_cannot_be_read_is_told(self):
        class Lost(_Tensor):
            def clone(self):
                return self

            def cpu(self):
                raise RuntimeError("device-side assert")

        self.results.keep("x", 1)
        self.results.keep("y", Lost([1.0]))
        self.assertEqual((len(self.written()["values"]), self.written()["left_out"]), (1, 1))
        self.assertEqual(self.written()["problem"], "y could not be read: device-side assert")

    def test_without_results_there_is_no_file(self):
        self.assertIsNone(self.written())


if __name__ == "__main__":
    unittest.main()
