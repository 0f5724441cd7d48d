"""What the harness reads out of a fixture: cases, expectations, statements."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from harness import fixtures, pages, source  # noqa: E402


def parse(text):
    return source.parse("bad.py", text)


def one(line):
    """The expectations of one statement."""
    return parse(f"def case():\n    {line}\n").expectations


class CasesTest(unittest.TestCase):
    def test_a_case_needs_no_arguments_and_has_no_underscore(self):
        fixture = parse(
            "def a(): pass\ndef b(x): pass\ndef c(x=1): pass\ndef _d(): pass\ndef e(*, k): pass\nclass F:\n  def g(self): pass\n"
        )
        self.assertEqual([case.name for case in fixture.cases], ["a", "c"])

    def test_the_comment_of_a_case_is_kept(self):
        fixture = parse("def a():  # lie: it is free\n    pass\n")
        self.assertEqual(fixture.cases[0].comment, "lie: it is free")


class ExpectationTest(unittest.TestCase):
    def test_the_range_is_that_of_the_expression(self):
        (expectation,) = one("return x.sum().item()  # expect: SF301 `x.sum().item()`")
        self.assertEqual(expectation.ranges, ((2, 11, 2, 25),))
        self.assertEqual((expectation.codes, expectation.owner), (("SF301",), "case"))

    def test_columns_are_bytes(self):
        (expectation,) = one('print("größe", n.item())  # expect: SF301 `n.item()`')
        self.assertEqual(expectation.ranges, ((2, 21, 2, 29),))

    def test_a_name_is_no_part_of_a_word(self):
        (expectation,) = one("assert s  # expect: SF302 `s`")
        self.assertEqual(expectation.ranges, ((2, 11, 2, 12),))

    def test_codes_at_one_place_are_one_expectation(self):
        (expectation,) = one("y = a.item()  # expect: SF301 `a.item()`, SF701 `a.item()`")
        self.assertEqual(expectation.codes, ("SF301", "SF701"))

    def test_the_same_text_twice_means_both_places_in_order(self):
        first, second = one("x[m] = x[m].flip(0)  # expect: SF501 `x[m]`, SF501 `x[m]`")
        self.assertEqual((first.ranges, second.ranges), (((2, 4, 2, 8),), ((2, 11, 2, 15),)))

    def test_a_field_of_an_f_string(self):
        (expectation,) = one('return f"{a:.2f} of {b:.2f}"  # expect: SF305 `{b:.2f}`')
        self.assertEqual(expectation.ranges, ((2, 24, 2, 31),))

    def test_a_range_over_lines(self):
        (expectation,) = parse(
            "def case():\n    return (\n        x.sum()  # expect: SF301 `x.sum()...`\n        .item()\n    )\n"
        ).expectations
        self.assertIn((3, 8, 4, 15), expectation.ranges)

    def test_text_that_is_not_there_is_a_fault(self):
        with self.assertRaisesRegex(source.FixtureError, "bad.py:2: the line does not hold `y.item\\(\\)`"):
            one("return x.item()  # expect: SF301 `y.item()`")

    def test_an_unreadable_expectation_is_a_fault(self):
        with self.assertRaisesRegex(source.FixtureError, "cannot read the expectation"):
            one("return x.item()  # expect: SF301 x.item()")

    def test_a_broken_fixture_is_a_fault(self):
        with self.assertRaisesRegex(source.FixtureError, "bad.py:1"):
            parse("def (:\n")


class RepositoryTest(unittest.TestCase):
    """All fixtures of the repository can be read, and each has its page."""

    def test_every_fixture_is_readable(self):
        known = pages.read_pages(ROOT / "rules")
        folders = [folder for folder in sorted((ROOT / "fixtures").iterdir()) if fixtures.paths(folder)]
        self.assertTrue(folders)
        for folder in folders:
            self.assertIn(folder.name, known)
            for path in fixtures.paths(folder):
                with self.subTest(str(path)):
                    self.assertTrue(fixtures.read(path).cases)

    def test_every_page_declares_how_its_good_form_waits(self):
        for page in pages.read_pages(ROOT / "rules").values():
            self.assertIn(page.good_form_waits, ("none", "fewer", "elsewhere"), page.stem)


if __name__ == "__main__":
    unittest.main()
