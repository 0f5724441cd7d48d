"""The sweep's calls in words and its results as truth data, from samples that are written down here."""

import json
import pathlib
import sys
import types
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from operators import calls, condense  # noqa: E402

try:
    import torch
except ImportError:
    torch = None


class Tensor:
    """As much of a tensor as the words need."""

    layout = "torch.strided"

    def __init__(self, *sizes, dtype="torch.float32", device="cuda"):
        self.sizes, self.dtype = sizes, dtype
        self.device = types.SimpleNamespace(type=device)

    def dim(self):
        return len(self.sizes)

    def numel(self):
        count = 1
        for size in self.sizes:
            count *= size
        return count

    def is_complex(self):
        return "complex" in self.dtype

    def is_floating_point(self):
        return "float" in self.dtype


def sample(first, *args, **kwargs):
    return types.SimpleNamespace(input=first, args=args, kwargs=kwargs)


class CallsTest(unittest.TestCase):
    def test_tensors_are_element_and_rank(self):
        given = sample(Tensor(2, 3), Tensor(4, dtype="torch.int64"), mask=Tensor(dtype="torch.bool", device="cpu"))
        self.assertEqual(calls.text("f", given), "torch.f(floating2, integer1, mask=cpu_boolean0)")

    def test_other_arguments(self):
        given = sample(Tensor(2), 3, 0.25, True, None, "mean", [1, (2,)], dim=-1)
        self.assertEqual(calls.text("f", given), "torch.f(floating1, 3, 1.5, True, None, 'mean', [1,[2]], dim=-1)")

    def test_functions_and_methods(self):
        given = (Tensor(2, 3), 1), {"keepdim": True}
        self.assertEqual(calls.written("torch.sum", *given), "torch.sum(floating2, 1, keepdim=True)")
        self.assertEqual(calls.written(".sum", *given), "floating2.sum(1, keepdim=True)")

    def test_what_has_no_words(self):
        with self.assertRaises(calls.Unspeakable):
            calls.text("f", sample(Tensor(2), slice(0, 1)))

    def test_empty_samples_are_known(self):
        self.assertTrue(calls.is_empty(sample(Tensor(2), [Tensor(0, 3)])))
        self.assertFalse(calls.is_empty(sample(Tensor(), 1)))


def found(waited=False, warned=0, calls=()):
    return {"waited": waited, "warned": warned, "calls": list(calls)}


class OnGpu:
    """What a number becomes, where no GPU is."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, OnGpu) and self.value == other.value


@unittest.skipUnless(torch, "needs torch")
class AlteredTest(unittest.TestCase):
    def setUp(self):
        from operators import altered

        self.altered = altered
        self.patch = unittest.mock.patch.object(altered, "_on_gpu", OnGpu)
        self.patch.start()
        self.addCleanup(self.patch.stop)

    def test_each_number_is_altered_in_turn(self):
        found = list(self.altered.samples(("x", 1), {"dim": 2, "keepdim": True}))
        expected = [(1, 2), (OnGpu(1), 2), (1, OnGpu(2))]
        self.assertEqual([(arguments[1], options["dim"]) for arguments, options in found], expected)
        self.assertTrue(all(options["keepdim"] is True for _, options in found))

    def test_a_list_has_one_or_all_of_its_numbers_there_or_is_there(self):
        found = [arguments[0] for arguments, _ in self.altered.samples(([1, 2],), {})]
        expected = [[1, 2], [OnGpu(1), 2], [1, OnGpu(2)], [OnGpu(1), OnGpu(2)], OnGpu([1, 2])]
        self.assertEqual(found, expected)

    def test_spellings(self):
        operator = types.SimpleNamespace(
            op=torch.cumsum, name="cumsum", method_variant=torch.Tensor.cumsum, inplace_variant=torch.Tensor.cumsum_
        )
        names = [name for _, name in self.altered.spellings(operator)]
        self.assertEqual(names, ["torch.cumsum", ".cumsum", ".cumsum_"])


RESULTS = {
    "nonzero": {
        "status": "ran",
        "samples": [{"call": "torch.nonzero(floating1)", "forward": found(True, 1, ["cuStreamSynchronize"])}],
    },
    "prod": {
        "status": "ran",
        "samples": [{"call": "torch.prod(floating1)", "forward": found(), "backward": found(True)}],
    },
    "spoils": {"status": "fault", "error": "E: illegal address"},
}
ENVIRONMENT = {"torch": "2", "gpu": "a clock"}


class CondenseTest(unittest.TestCase):
    def setUp(self):
        self.data = condense.condense(ENVIRONMENT, RESULTS)

    def test_calls_are_sorted_by_what_they_did(self):
        self.assertEqual(self.data["waits"], ["torch.nonzero(floating1)"])
        self.assertEqual(self.data["free"], ["torch.prod(floating1)"])
        self.assertEqual(self.data["backward_waits"], ["torch.prod(floating1)"])

    def test_operators_are_counted_and_named(self):
        rows = self.data["operators"]
        self.assertEqual(rows["nonzero"], {"forward": [1, 1]})
        self.assertEqual(rows["prod"], {"forward": [0, 1], "backward": [1, 1], "backward_silent": 1})
        self.assertEqual(rows["spoils"], {"not_run": "E: illegal address"})

    def test_the_text_is_json_of_one_row_a_line(self):
        text = condense.text(self.data)
        self.assertEqual(json.loads(text), self.data)
        self.assertIn('\n"prod": {"forward": [0, 1], "backward": [1, 1], "backward_silent": 1}', text)

    def test_altered_calls_have_no_operators(self):
        data = condense.altered(ENVIRONMENT, RESULTS)
        self.assertEqual(data["waits"], ["torch.nonzero(floating1)"])
        self.assertEqual(data["free"], ["torch.prod(floating1)"])
        self.assertNotIn("operators", data)
        self.assertEqual(json.loads(condense.text(data)), data)

    def test_a_changed_call_is_named(self):
        old = {**self.data, "waits": [], "free": ["torch.nonzero(floating1)"]}
        self.assertEqual(condense.sweep_changes(old, self.data), ["torch.nonzero(floating1): was free, now waits"])
        self.assertEqual(condense.sweep_changes(self.data, self.data), [])

    def test_probes(self):
        results = [{"status": "ran", **found(True)}, {"status": "raised", "error": "E"}]
        data = condense.probes(ENVIRONMENT, "set-up", ["a()", "b()"], results)
        self.assertEqual(data["probes"][0], {"code": "a()", "blocks": False, "stalls": True})
        self.assertTrue(data["probes"][1]["error"])
        old = {"probes": [{"code": "a()", "blocks": False, "stalls": False}]}
        self.assertEqual(condense.probe_changes(old, data), ["a(): was free, now waits"])


if __name__ == "__main__":
    unittest.main()
