"""The observer's view of native stacks, without a GPU: what it knows again is what is there."""

import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OBSERVER = ROOT / "gpu_validation/observer"
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++")


@unittest.skipUnless(COMPILER and platform.machine() == "x86_64", "needs a C++ compiler, and knows stacks on x86-64 only")
class NativeStackTest(unittest.TestCase):
    def test_stacks_are_read_right_and_unwound_once(self):
        for options in (["-O0"], ["-O2"]):
            with self.subTest(options), tempfile.TemporaryDirectory() as folder:
                program = pathlib.Path(folder) / "stacks"
                sources = [ROOT / "tests/gpu_validation/native_stacks.cpp", OBSERVER / "native_stack.cpp"]
                command = [COMPILER, "-std=c++20", *options, f"-I{OBSERVER}", "-pthread", "-o", program, *sources, "-ldl"]
                subprocess.run(command, check=True, capture_output=True)
                run = subprocess.run([program], capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)


if __name__ == "__main__":
    unittest.main()
