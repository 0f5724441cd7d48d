"""The hooks, run by pre-commit in a scratch repository; what they install comes from the wheel folder alone."""

import shutil
import tempfile
import unittest
from pathlib import Path

from place import EXAMPLE, ROOT, TOOLS, PlaceWithWheel, run

HOOK_REPOSITORY = [".pre-commit-hooks.yaml", "CMakeLists.txt", "pyproject.toml", "packaging"]
CLEAN = "import torch\n\n\ndef double(x):\n    return x * 2\n"


class PreCommit(PlaceWithWheel):
    """The tests share what pre-commit installs, as a user's repositories do."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = Path(tempfile.mkdtemp(prefix="syncfree-hooks-"))
        cls.addClassCleanup(shutil.rmtree, cls.shared)
        # Of this project, what the hooks need: compiling it would fail, and pip finds nothing but the wheel.
        cls.hooks = cls.shared / "hooks"
        cls.hooks.mkdir()
        for name in HOOK_REPOSITORY:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, cls.hooks / name)

    def setUp(self):
        super().setUp()
        self.settings = self.environment(PRE_COMMIT_HOME=str(self.shared / "cache"))
        if not (self.hooks / ".git").exists():
            self.make_repository(self.hooks)
        self.work = self.folder / "work"
        self.work.mkdir()
        self.make_repository(self.work)

    def make_repository(self, folder):
        self.git("init", "--quiet", ".", folder=folder)
        self.git("add", "--all", folder=folder)
        self.git("commit", "--quiet", "--allow-empty", "--message=start", folder=folder)

    def git(self, *arguments, folder=None, status=0):
        return run("git", *arguments, folder=folder or self.work, environment=self.settings, status=status)

    def use(self, hook, arguments=()):
        revision = self.git("rev-parse", "HEAD", folder=self.hooks).strip()
        self.write(
            ".pre-commit-config.yaml",
            f"repos:\n- repo: {self.hooks}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n    args: {list(arguments)}\n",
        )
        run(TOOLS / "pre-commit", "install", folder=self.work, environment=self.settings)

    def write(self, name, text):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, status):
        self.git("add", "--all")
        return self.git("commit", "--message=change", status=status)

    def test_manifest_is_valid(self):
        run(TOOLS / "pre-commit", "validate-manifest", self.hooks / ".pre-commit-hooks.yaml", folder=self.work,
            environment=self.settings)

    def test_commits(self):
        self.use("syncfree-lint")
        self.write("clean.py", CLEAN)
        self.assertIn("Passed", self.commit(status=0))

        self.write("train.py", EXAMPLE)
        self.assertIn("train.py:13:25: SF501", self.commit(status=1))
        self.assertIn("train.py:23:12: SF302", self.git("commit", "--message=again", status=1))

        self.write("train.py", CLEAN)
        self.assertIn("Passed", self.commit(status=0))

        # Nothing to look at, a file renamed, a file deleted.
        self.write("README.md", "torch.cuda.synchronize()\n")
        self.assertIn("Skipped", self.commit(status=0))
        self.git("mv", "train.py", "a name with spaces.py")
        self.assertIn("Passed", self.commit(status=0))
        self.git("rm", "--quiet", "clean.py")
        self.commit(status=0)

    def test_fixes_are_staged_again(self):
        self.use("syncfree-lint-fix", ["--select", "SF202"])
        self.write("train.py", EXAMPLE)
        said = self.commit(status=1)
        self.assertIn("files were modified by this hook", said)
        self.assertIn("torch.full((), 0.5, device=hidden.device)", (self.work / "train.py").read_text(encoding="utf-8"))
        self.assertIn("Passed", self.commit(status=0))

    def test_excluded_files_stay_excluded(self):
        self.use("syncfree-lint")
        self.write("syncfree-lint.toml", 'exclude = ["legacy/"]\n')
        self.write("legacy/train.py", EXAMPLE)
        self.assertIn("Passed", self.commit(status=0))

    def test_many_files_in_batches(self):
        self.use("syncfree-lint")
        # pre-commit fills a command line with up to 128 KiB of names; these make two of them.
        folder = "a_folder_with_a_name_as_long_as_a_name_may_be_without_being_a_joke/" * 2
        for number in range(2000):
            self.write(f"{folder}{number}.py", EXAMPLE if number % 200 == 0 else "x = 1\n")
        said = self.commit(status=1)
        self.assertEqual(said.count(".py:13:25: SF501"), 10)
        self.assertGreater(said.count("findings in"), 1, "one batch")

    def test_configuration_fault_is_told(self):
        self.use("syncfree-lint")
        self.write("pyproject.toml", "[tool.syncfree-lint]\nselekt = ['SF3']\n")
        self.write("clean.py", CLEAN)
        self.assertIn("unknown key `selekt`; did you mean `select`?", self.commit(status=1))


if __name__ == "__main__":
    unittest.main()
