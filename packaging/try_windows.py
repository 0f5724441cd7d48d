#!/usr/bin/env python3
"""Tries the program for Windows as its users do: on Windows, or under Wine on the system that compiled it.

    try_windows.py C:/clean/Scripts/syncfree-lint.exe
    WINEDEBUG=-all try_windows.py wine64 build/windows/cli/syncfree-lint.exe
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = []
IS_WINDOWS = sys.platform == "win32"
READ = "import torch\n\n\ndef f(x):\n    return torch.zeros(3, device='cuda').item()\n"
BUILT_THERE = "import torch\n\n\ndef f(x):\n    return torch.tensor(0.5, device='cuda')\n"
FAILED = 2
PATIENCE = 60  # seconds, after which a run hangs
TIMES = 30


def as_windows_has_it(path):
    return path.as_posix() if IS_WINDOWS else f"Z:{path}"


class Program(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.place = Path(temporary.name).resolve() / "work"
        self.place.mkdir()
        self.cache = self.place.parent / "cache"

    def write(self, name, text):
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def environment(self, variables):
        # Wine takes the encoding of file names from the locale.
        locale = {} if IS_WINDOWS else {"LC_ALL": "C.UTF-8"}
        return {**os.environ, **locale, "XDG_CACHE_HOME": as_windows_has_it(self.cache), **variables}

    def run_program(self, *words, given=b"", folder=".", **variables):
        command = [*PROGRAM, *words]
        done = subprocess.run(command, input=given, capture_output=True, check=False, cwd=self.place / folder,
                              env=self.environment(variables), timeout=PATIENCE)
        return done.returncode, done.stdout, done.stderr.decode()

    def findings(self, *words, **more):
        status, out, error = self.run_program(*words, "--output-format", "concise", "--quiet", **more)
        self.assertLess(status, FAILED, error)
        return [line.split(" ")[0].rstrip(":") for line in out.decode().splitlines()]

    def test_it_says_what_it_is(self):
        status, out, _ = self.run_program("--version")
        self.assertEqual(status, 0)
        self.assertTrue(out.startswith(b"syncfree-lint "), out)
        self.assertNotIn(b"\r", out)

    def test_names_have_slashes_and_any_letter(self):
        self.write("größe/子/模型.py", READ)
        name = "größe/子/模型.py"
        for argument in (".", "größe/子", "größe\\子\\模型.py", as_windows_has_it(self.place)):
            with self.subTest(argument):
                self.assertEqual(self.findings(argument), [f"{name}:5:12"])
        _, out, _ = self.run_program(".", "--output-format", "json")
        report = json.loads(out)
        self.assertEqual({finding["location"]["path"] for finding in report["findings"]}, {name})
        self.assertEqual(report["root"], as_windows_has_it(self.place))
        _, out, _ = self.run_program(".", "--output-format", "sarif")
        (run,) = json.loads(out)["runs"]
        base = run["originalUriBaseIds"]
        self.assertTrue(next(iter(base.values()))["uri"].startswith("file:///"), base)
        location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        self.assertEqual(location["uri"], "gr%C3%B6%C3%9Fe/%E5%AD%90/%E6%A8%A1%E5%9E%8B.py")

    def test_threads_find_what_one_finds(self):
        for i in range(40):
            self.write(f"p{i}/m.py", READ)
        self.assertEqual(self.findings(".", "--jobs", "8"), self.findings(".", "--jobs", "1"))
        self.assertEqual(len(self.findings(".")), 40)

    def test_it_finds_the_same_each_time(self):
        words = ("--isolated", "--no-cache", "--exit-zero", "--output-format", "sarif", as_windows_has_it(ROOT / "fixtures"))
        outcomes = [self.run_program(*words) for _ in range(TIMES)]
        status, out, error = outcomes[0]
        self.assertEqual(status, 0, error)
        self.assertGreater(len(json.loads(out)["runs"][0]["results"]), 100)
        self.assertEqual([each[0] for each in outcomes], [0] * TIMES)
        self.assertEqual({each[1] for each in outcomes}, {out})

    def test_deep_nesting_has_its_stack(self):
        self.write("deep.py", "x = " + "(" * 400 + "1" + ")" * 400 + "\n" + READ)
        self.assertEqual(self.findings("deep.py"), ["deep.py:6:12"])

    def test_lines_keep_their_ends(self):
        text = BUILT_THERE.replace("\n", "\r\n").encode()
        path = self.write("ö.py", text)
        status, _, error = self.run_program("--fix", "ö.py")
        self.assertEqual(status, 0, error)
        fixed = path.read_bytes()
        self.assertIn(b"torch.full((), 0.5, device='cuda')", fixed)
        self.assertEqual(fixed.count(b"\r\n"), text.count(b"\n"))
        self.assertEqual(fixed.count(b"\n"), text.count(b"\n"))
        self.assertEqual([each.name for each in self.place.iterdir()], ["ö.py"])
        self.assertEqual(self.run_program("ö.py")[0], 0)

    def test_a_protected_file_stays(self):
        path = self.write("a.py", BUILT_THERE)
        path.chmod(0o444)
        status, _, error = self.run_program("--fix", "a.py")
        path.chmod(0o644)
        self.assertEqual(status, FAILED)
        self.assertIn("is read-only", error)
        self.assertEqual(path.read_text(), BUILT_THERE)

    def test_a_difference_is_shown(self):
        self.write("a.py", BUILT_THERE)
        _, out, _ = self.run_program("--diff", "a.py")
        self.assertIn(b"--- a.py\n+++ a.py\n", out)

    def test_standard_input_is_taken_as_it_is(self):
        status, out, _ = self.run_program("-", "--output-format", "json", given=READ.replace("\n", "\r\n").encode() + b"# \x1a\r\n")
        self.assertEqual(status, 1)
        self.assertEqual(json.loads(out)["findings"][0]["location"]["start"]["line"], 5)

    def test_other_encodings_are_read_and_written(self):
        for encoding, letter in (("latin-1", "é"), ("cp1252", "€"), ("shift_jis", "日"), ("gbk", "中"), ("koi8-r", "Ж")):
            with self.subTest(encoding):
                text = f"# -*- coding: {encoding} -*-\n# {letter}\n" + BUILT_THERE
                path = self.write("a.py", text.encode(encoding))
                self.assertEqual(self.run_program("--fix", "a.py")[0], 0)
                self.assertIn(letter, path.read_bytes().decode(encoding))
        self.write("a.py", b"# -*- coding: ascii -*-\n# \x80\n")
        self.assertIn("byte 0x80 in line 2 is not valid ascii", self.run_program("a.py")[2])

    def test_the_cache_is_used_and_cleared(self):
        self.write("p/__init__.py", "")
        self.write("p/a.py", READ)
        self.write("p/b.py", "from p.a import f\n\n\ndef g(x):\n    return f(x)\n")
        first = self.findings("p")
        kept = list((self.cache / "syncfree-lint").glob("*.summaries"))
        self.assertEqual(len(kept), 1)
        self.assertEqual(self.findings("p"), first)
        self.write("p/a.py", READ.replace(".item()", ""))
        self.assertEqual(self.findings("p"), [])
        self.assertEqual(self.run_program("clean")[0], 0)
        self.assertEqual(list((self.cache / "syncfree-lint").glob("*.summaries")), [])

    def test_ignored_files_are_left_out(self):
        (self.place / ".git").mkdir()
        self.write(".gitignore", "build/\r\n*_old.py\r\n")
        for name in ("build/a.py", "b_old.py", "c.py"):
            self.write(name, READ)
        self.assertEqual(self.findings("."), ["c.py:5:12"])
        self.assertEqual(self.findings(".", "--exclude", "c.py"), [])

    @unittest.skipUnless(IS_WINDOWS, "Wine 8 shows links as what they lead to")
    def test_links_to_folders_are_not_followed(self):
        self.write("a.py", READ)
        subprocess.run(["cmd", "/c", "mklink", "/J", "again", "."], cwd=self.place, check=True, capture_output=True)
        self.assertEqual(self.findings("."), ["a.py:5:12"])

    def test_the_nearest_configuration_counts(self):
        self.write("pyproject.toml", '[tool.syncfree-lint]\r\nignore = ["SF301"]\r\n[tool.syncfree-lint.per-file-ignores]\r\n"sub/*" = ["SF2"]\r\n')
        self.write("a.py", READ)
        self.write("sub/b.py", BUILT_THERE)
        self.write("other/syncfree-lint.toml", "")
        self.write("other/c.py", READ)
        self.assertEqual(self.findings("."), ["other/c.py:5:12"])
        self.assertEqual(self.findings(".", folder="sub"), [])
        self.assertEqual(self.findings("a.py", SYNCFREE_LINT_ISOLATED="true"), ["a.py:5:12"])

    def test_a_baseline_holds(self):
        self.write("sub/a.py", READ)
        self.assertEqual(self.run_program("--write-baseline", "known.json", ".")[0], 0)
        self.assertEqual(self.findings("--baseline", "known.json", "."), [])
        self.assertIn("sub/a.py", (self.place / "known.json").read_text())

    def test_reports_go_into_files(self):
        self.write("a.py", READ)
        self.run_program("a.py", "--output-file", "report.html", "--output-format", "html")
        self.assertTrue((self.place / "report.html").read_bytes().startswith(b"<!DOCTYPE html>"))

    def test_a_folder_of_packages_is_read(self):
        self.write("env/pyvenv.cfg", "home = C:\\Python\r\nversion = 3.11.2\r\n")
        self.write("env/Lib/site-packages/helper.py", "import torch\n\n\ndef make():\n    return torch.zeros(3, device='cuda')\n")
        self.write("a.py", "import helper\n\n\ndef f():\n    return helper.make().item()\n")
        self.assertEqual(self.findings("a.py", "--python", "env"), ["a.py:5:12"])
        self.write("syncfree-lint.toml", "environment = true\n")
        self.assertEqual(self.findings("a.py", VIRTUAL_ENV=as_windows_has_it(self.place / "env")), ["a.py:5:12"])

    def test_what_is_missing_is_said(self):
        for words, said in (
            (("nowhere.py",), "nowhere.py: cannot be read: No such file or directory"),
            (("confirm", "--", "python", "a.py"), "observed on Linux alone"),
            (("verify", "--", "python", "a.py"), "observed on Linux alone"),
            (("-p", "build", "a.cpp"), "needs Clang"),
        ):
            with self.subTest(words):
                status, _, error = self.run_program(*words)
                self.assertEqual(status, FAILED)
                self.assertIn(said, error)
                self.assertEqual(error.count("\n"), 1)

    def test_changes_since_a_commit(self):
        self.write("a.py", READ)
        if not IS_WINDOWS:  # no program of that name under Wine
            self.assertIn("git", self.run_program("--diff-base", "HEAD", ".")[2])
            return
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "first"]):
            subprocess.run(["git", *identity, *words], cwd=self.place, check=True)
        self.assertEqual(self.findings("--diff-base", "HEAD", "."), [])
        self.write("b.py", READ)
        self.assertEqual(self.findings("--diff-base", "HEAD", "."), ["b.py:5:12"])

    def test_it_watches(self):
        self.write("a.py", READ)
        words = [*PROGRAM, "--watch", "--output-format", "concise", "."]
        with subprocess.Popen(words, cwd=self.place, env=self.environment({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.assertIn(b"a.py:5:12", process.stdout.readline())
            self.write("a.py", "\n" + READ)
            while not (line := process.stdout.readline()).startswith(b"a.py:6:12"):
                self.assertTrue(line)
            process.kill()

    def test_the_language_server_answers(self):
        path = self.write("größe/a.py", READ)
        uri = "file:///" + as_windows_has_it(path).replace(":", "%3A").replace("ö", "%C3%B6").replace("ß", "%C3%9F").lstrip("/")
        root = uri.rsplit("/", 2)[0]
        opened = {"uri": uri, "languageId": "python", "version": 1, "text": READ}
        messages = [
            {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": root, "capabilities": {}}},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
        ]
        with subprocess.Popen([*PROGRAM, "lsp"], cwd=self.place, env=self.environment({}), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            send(process.stdin, messages)
            found = receive(process.stdout, lambda message: message.get("method") == "textDocument/publishDiagnostics")
            self.assertEqual(found["params"]["uri"].lower(), uri.lower())
            self.assertEqual([each["code"] for each in found["params"]["diagnostics"]], ["SF301"])
            send(process.stdin, [{"id": 2, "method": "shutdown"}, {"method": "exit"}])
            receive(process.stdout, lambda message: message.get("id") == 2)
            self.assertEqual(process.wait(30), 0)


def send(stream, messages):
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    stream.flush()


def receive(stream, is_wanted):
    while True:
        size = 0
        while (line := stream.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        message = json.loads(stream.read(size))
        if is_wanted(message):
            return message


if __name__ == "__main__":
    PROGRAM = [str(Path(word).resolve()) if Path(word).is_file() else word for word in sys.argv[1:]]
    if not PROGRAM:
        sys.exit(__doc__)
    unittest.main(argv=sys.argv[:1], verbosity=2)
