"""C++ fixtures: how they are read, compiled and followed, without a GPU and without the toolkit."""

import ctypes
import pathlib
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gpu_validation")]

from harness import cxx_build, cxx_source, fixtures, judge, native_frames, source  # noqa: E402

PROBE = """
extern "C" {
void (*probe_callback)() = nullptr;
void probe() { probe_callback(); }
}
"""

FIXTURE = """// A fixture that tells where it is.
#include <stdexcept>

extern "C" void probe();

template <class F>
static void twice(F f) {
  f();
  f();
}

static void helper(int) {
  probe();  // expect: SF601 `probe()`
}

void direct() {
  probe();  // expect: SF601 `probe()`
}

void through_a_helper() { helper(1); }

int in_a_lambda() {
  twice([] {
    probe();  // expect: SF602? `probe()`
  });
  return 0;
}

void throws() { throw std::runtime_error("planted"); }
"""


def parse(text):
    return cxx_source.parse("bad.cu", text)


class SourceTest(unittest.TestCase):
    def test_cases_take_no_argument_and_are_not_static(self):
        fixture = parse(FIXTURE)
        names = [case.name for case in fixture.cases]
        self.assertEqual(names, ["direct", "through_a_helper", "in_a_lambda", "throws"])

    def test_expectations_know_their_case(self):
        owners = [(e.line, e.owner, e.certain) for e in parse(FIXTURE).expectations]
        self.assertEqual(owners, [(13, "", True), (17, "direct", True), (24, "in_a_lambda", False)])

    def test_a_line_expects_one_place(self):
        with self.assertRaisesRegex(source.FixtureError, "bad.cu:1: a line of C.. can expect one place only"):
            parse("f(); g();  // expect: SF601 `f()`, SF601 `g()`")

    def test_text_that_is_not_there_is_a_fault(self):
        with self.assertRaisesRegex(source.FixtureError, "bad.cu:1: the line does not hold `h"):
            parse("f();  // expect: SF601 `h()`")

    def test_an_unreadable_expectation_is_a_fault(self):
        with self.assertRaisesRegex(source.FixtureError, "cannot read the expectation"):
            parse("f();  // expect: SF601 f()")

    def test_two_cases_of_one_name_are_a_fault(self):
        with self.assertRaisesRegex(source.FixtureError, "two cases are named f"):
            parse("void f() {}\nvoid f() {}")

    def test_the_arguments_of_a_macro_belong_to_its_line(self):
        text = "void c() {\n  DISPATCH(t, [&] {\n    f();  // expect: SF601 `f()`\n  });\n}\n"
        fixture = parse(text)
        place = cxx_source.ranges(text.splitlines())[1]
        self.assertEqual(place, (2, 2, 4, 5))
        site = {"range": list(place), "calls": {"cuCtxSynchronize": 1}, "waits": 1}
        result = {"status": "ran", "sites": [site], "pending": True, "stalls": True, "host_ms": 50}
        reasons, whole = judge.judge_file(fixture, "r", {"c": result})
        self.assertEqual(reasons["c"] + whole, [])

    def test_what_may_wait_agrees_either_way(self):
        fixture = parse("void case_() {\n  f();  // expect: SF602? `f()`\n}\n")
        for sites in ([], [{"range": [2, 2, 2, 6], "calls": {"cuMemFree_v2": 1}, "waits": 1}]):
            result = {"status": "ran", "sites": sites, "pending": True, "stalls": bool(sites), "host_ms": 50}
            reasons, whole = judge.judge_file(fixture, "r", {"case_": result})
            self.assertEqual(reasons["case_"] + whole, [])


@unittest.skipUnless(shutil.which("g++") and shutil.which("addr2line"), "needs g++ and addr2line")
class FollowTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name).resolve()
        (cls.root / "probe.cpp").write_text(PROBE)
        cls.path = cls.root / "some_rule" / "bad.cpp"
        cls.path.parent.mkdir()
        cls.path.write_text(FIXTURE)
        command = ["g++", "-shared", "-fPIC", str(cls.root / "probe.cpp"), "-o", str(cls.root / "probe.so")]
        assert cxx_build._run(command, 60) is None
        cls.probe = ctypes.CDLL(str(cls.root / "probe.so"), mode=ctypes.RTLD_GLOBAL)
        assert cxx_build.compile_one(cls.root, cls.path, "sm_90") is None
        library = str(cxx_build.library_path(cls.root, cls.path))
        reader = native_frames.build_stack_reader(str(cls.root))
        cls.fixture = native_frames.Fixture(fixtures.read(cls.path), library, reader)

    @classmethod
    def tearDownClass(cls):
        cls.fixture.close()
        cls.folder.cleanup()

    def lines(self, name):
        """The lines at which a case calls the probe."""
        seen = []
        callback = ctypes.CFUNCTYPE(None)(lambda: seen.append(self.fixture.range()))
        ctypes.c_void_p.in_dll(self.probe, "probe_callback").value = ctypes.cast(callback, ctypes.c_void_p).value
        self.fixture.case(name)()
        return [range_ and range_[0] for range_ in seen]

    def test_a_call_is_tied_to_its_line(self):
        self.assertEqual(self.lines("direct"), [17])

    def test_a_helper_has_its_own_line(self):
        self.assertEqual(self.lines("through_a_helper"), [13])

    def test_a_lambda_has_its_own_line(self):
        self.assertEqual(self.lines("in_a_lambda"), [24, 24])

    def test_the_stack_can_be_searched_where_it_cannot_be_unwound(self):
        search = self.fixture.search
        self.fixture.search = True
        try:
            self.assertEqual(self.lines("in_a_lambda"), [24, 24])
            self.assertGreater(self.fixture.searched, 0)
        finally:
            self.fixture.search = search

    def test_an_exception_becomes_one_of_python(self):
        with self.assertRaisesRegex(RuntimeError, "planted"):
            self.fixture.case("throws")()

    def test_what_does_not_compile_says_why(self):
        path = self.path.parent / "good.cpp"
        path.write_text("void f() { undeclared(); }\n")
        cxx_build.build(self.root, [path], "sm_90", 1)
        self.assertIn("undeclared", cxx_build.failure_path(self.root, path).read_text())

    def test_without_nvcc_that_is_said(self):
        path = self.path.parent / "good.cu"
        path.write_text("void f() {}\n")
        real, cxx_build.toolkit.program = cxx_build.toolkit.program, lambda name: None
        try:
            self.assertEqual(cxx_build.compile_one(self.root, path, "sm_90"), "nvcc is not installed")
        finally:
            cxx_build.toolkit.program = real


if __name__ == "__main__":
    unittest.main()
