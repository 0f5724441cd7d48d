"""The structure check finds what it is there for."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import check_structure


class StructureCheck(unittest.TestCase):
    def problems(self, files, is_repository=False):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            if is_repository:
                subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_structure.problems(root)

    def test_nothing_is_wrong(self):
        self.assertEqual(self.problems({
            "analyzer/model/tree.h": "struct Tree {};\n",
            "rules/rule.cpp": '#include "analyzer/model/tree.h"\nvoid f() {\n}\n',
        }), [])

    def test_an_include_upwards(self):
        (problem,) = self.problems({"rules/a.h": "\n", "analyzer/b.cpp": '#include "rules/a.h"\n'})
        self.assertIn("analyzer/b.cpp: includes rules/a.h", problem)

    def test_folders_of_one_floor_do_not_know_each_other(self):
        (problem,) = self.problems({"rules/a.h": "\n", "frontends/b.cpp": '#include "rules/a.h"\n'})
        self.assertIn("not below", problem)

    def test_folders_in_a_circle(self):
        (problem,) = self.problems({
            "analyzer/x/a.h": '#include "analyzer/y/b.h"\n',
            "analyzer/y/b.h": "\n",
            "analyzer/y/b.cpp": '#include "analyzer/x/c.h"\n',
            "analyzer/x/c.h": "\n",
        })
        self.assertEqual(problem, "folders in a circle: analyzer/x -> analyzer/y -> analyzer/x")

    def test_imports_in_a_circle(self):
        (problem,) = self.problems({"bench/a.py": "import b\n", "bench/b.py": "def f():\n    import a\n"})
        self.assertEqual(problem, "imports in a circle: bench/a.py -> bench/b.py -> bench/a.py")

    def test_code_of_one_system(self):
        text = "int f();\n#ifdef _WIN32\nint g();\n#endif\n"
        found = self.problems({"cli/a.cpp": text, "analyzer/system/windows/a.cpp": text, "tests/cli/a_test.cpp": text})
        self.assertEqual(found, ["cli/a.cpp:2: asks for the system; that is for analyzer/system"])

    def test_a_rule_that_the_analyzer_names(self):
        text = 'const char* a = "SF301";  // a code\nconst char* b = "";  // such as "SF301"\n'
        found = self.problems({"analyzer/a.cpp": text, "rules/a.cpp": text})
        self.assertEqual([problem.split(": ")[0] for problem in found], ["analyzer/a.cpp:1"])

    def test_long_functions(self):
        body = "  g();\n" * 90
        for head in ("void f() {", "template <class T, class U = int>\nvoid f(T t) {", "namespace n {\nstruct S {\n  S() : a_(1) {",
                     "bool operator==(A a, A b) {", "const auto f = [](int i) {"):
            with self.subTest(head):
                found = self.problems({"cli/a.cpp": f"{head}\n{body}}}\n"})
                self.assertEqual(len(found), 1, found)
                self.assertIn("a function of 9", found[0])

    def test_a_long_readme(self):
        (problem,) = self.problems({"README.md": "long\n" * 2001})
        self.assertIn("README.md: 10005 bytes", problem)

    def test_long_functions_of_tests_and_of_python(self):
        cxx = "void f() {\n" + "  g();\n" * 90 + "}\n"
        python = "class A:\n    async def f(self):\n" + "        g()\n" * 90
        found = self.problems({"tests/cli/a_test.cpp": cxx, "tests/fixes/pairs/a.cpp": cxx, "bench/a.py": python, "bench/truth/b.py": python})
        self.assertEqual([problem.split(":")[0] for problem in found], ["tests/cli/a_test.cpp", "bench/a.py"])

    def test_long_tables_are_no_functions(self):
        rows = '  {f(1), "a"},\n' * 90
        self.assertEqual(self.problems({"cli/a.cpp": f"constexpr Row kRows[] = {{\n{rows}}};\n"}), [])

    def test_braces_in_texts(self):
        self.assertEqual(self.problems({"cli/a.cpp": 'void f() { g("{"); } // {\n' + "int i;\n" * 90}), [])

    def test_long_files(self):
        (problem,) = self.problems({"cli/a.cpp": "int i;\n" * 600})
        self.assertIn("600 lines", problem)

    def test_what_git_ignores(self):
        long = "int i;\n" * 600
        files = {
            ".gitignore": "/bench/corpus/\ngenerated.h\n",
            "bench/corpus/broken.py": "print 1\n",
            "bench/corpus/a.py": "import b\n",
            "bench/corpus/b.py": "import a\n",
            "cli/generated.h": long,
            "cli/own.h": long,
        }
        (problem,) = self.problems(files, is_repository=True)
        self.assertIn("cli/own.h: 600 lines", problem)


if __name__ == "__main__":
    unittest.main()
