"""What a removal of a wait is measured with: the exchange of code, and the interval of a median."""

import pathlib
import random
import statistics
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench" / "confirm")]

import gains  # noqa: E402
import removal  # noqa: E402


class Gains(unittest.TestCase):
    def test_every_variant_is_a_program(self):
        for program in gains.RUNS:
            lines = len(removal.text_without(program, []).splitlines())
            for variant, waits in removal.variants_of(program).items():
                text = removal.text_without(program, waits)
                compile(text, variant, "exec")
                self.assertEqual(len(text.splitlines()), lines)  # places of a recording are lines

    def test_a_live_program_becomes_another(self):
        def module_of(number):
            module = types.ModuleType("program")
            text = f"class A:\n  def __init__(self):\n    self.kept = []\n  def get(self):\n    return {number}\ndef f():\n  return {number}"
            exec(text, module.__dict__)
            return module

        live, other = module_of(1), module_of(2)
        thing = live.A()
        kept = thing.kept
        removal.become(live, {name: each.__code__ for name, each in removal.functions_of(other).items()})
        self.assertEqual((thing.get(), live.f()), (2, 2))
        self.assertIs(thing.kept, kept)

    def test_an_interval_has_the_median_in_95_of_100(self):
        draw = random.Random(0)
        for count in (17, 25, 40):
            inside = 0
            for _ in range(2000):
                gain = gains.interval([draw.gauss(1, 1) for _ in range(count)])
                inside += gain["low"] <= 1 <= gain["high"]
            self.assertGreaterEqual(inside / 2000, 0.94)
            self.assertLess(inside / 2000, 0.98)

    def test_what_is_known_to_a_quarter_counts(self):
        self.assertTrue(gains.is_clear(gains.interval([1.0 + 0.01 * i for i in range(-10, 11)])))
        self.assertFalse(gains.is_clear(gains.interval([1.0 + 0.1 * i for i in range(-10, 11)])))
        self.assertFalse(gains.is_clear(gains.interval([-1.0] * 21)))
        self.assertEqual(gains.interval([1.0, 2.0, 3.0] * 7)["ms"], statistics.median([1, 2, 3]))


if __name__ == "__main__":
    unittest.main()
