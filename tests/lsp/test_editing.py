"""Texts that are edited show what the program finds in them once they are saved."""

import asyncio
import os
import random
import unittest
import unittest.mock
from pathlib import Path

from lsprotocol import types

from editor import EVERYTHING, READS, READS_NOTHING, USES, Editor, InFolder, cold, copy_of

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / "docs/example/train.py").read_text(encoding="utf-8")


class Editing(InFolder):
    async def test_each_encoding_of_columns(self):
        self.write("a.py", EXAMPLE.replace("torch.tensor(0.5,", 'len("é€😀"), torch.tensor(0.5,'))
        utf8, utf16, utf32 = (types.PositionEncodingKind(name) for name in ("utf-8", "utf-16", "utf-32"))
        for encodings, agreed in (([utf32], utf32), ([utf16], utf16), ([utf16, utf8], utf8), (None, utf16)):
            with self.subTest(agreed):
                capabilities = copy_of(EVERYTHING, general__position_encodings=encodings)
                async with Editor(self.folder, capabilities) as editor:
                    self.assertEqual(editor.answer.capabilities.position_encoding, agreed)
                    editor.open("a.py")
                    await editor.settled("a.py")
                    self.assertEqual(editor.found("a.py"), cold(self.folder, "a.py")["a.py"])
                    self.assertEqual(editor.shown[editor.uri("a.py")].version, 1)
                self.assertEqual(editor.status, 0)

    async def test_unsaved_texts_count_in_every_file(self):
        self.write("ops.py", READS_NOTHING)
        self.write("run.py", USES)
        async with Editor(self.folder) as editor:
            editor.open("run.py")
            await editor.settled("run.py")
            self.assertEqual([code for _, _, code in editor.found("run.py")], ["SF302"])
            editor.open("ops.py")
            editor.replace("ops.py", '"cuda")', '"cuda").item()')
            await editor.settled("run.py")
            self.assertEqual(editor.found("run.py"), [])
            self.assertEqual([code for _, _, code in editor.found("ops.py")], ["SF301"])
            self.assertEqual((self.folder / "ops.py").read_text(), READS_NOTHING)
            editor.close("ops.py")
            await editor.settled("run.py")
            self.assertEqual([code for _, _, code in editor.found("run.py")], ["SF302"])
            self.assertFalse(editor.shown[editor.uri("ops.py")].diagnostics)

    async def test_callers_are_named(self):
        self.write("ops.py", READS)
        self.write("run.py", "import ops\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return ops.value(x)\n")
        self.write("run.py", "import torch\n" + (self.folder / "run.py").read_text())
        async with Editor(self.folder) as editor:
            editor.open("ops.py")
            await editor.settled("ops.py")
            (diagnostic,) = editor.shown[editor.uri("ops.py")].diagnostics
            self.assertIn(editor.uri("run.py"), [place.location.uri for place in diagnostic.related_information])

    async def test_two_hundred_edits_and_back(self):
        """Lines go and come, characters too; at the end, and after undoing it all, nothing differs from a cold run."""
        names = {"train.py": EXAMPLE, "ops.py": READS, "run.py": USES}
        for name, text in names.items():
            self.write(name, text)
        rng = random.Random(17)
        async with Editor(self.folder) as editor:
            for name in names:
                editor.open(name)
            undo = []
            for _ in range(200):
                name = rng.choice(list(names))
                text = editor.texts[editor.uri(name)]
                begin = rng.randrange(len(text) + 1)
                kind = rng.randrange(4)
                if kind == 0:  # a line goes
                    begin = text.rfind("\n", 0, begin) + 1
                    end, new = text.find("\n", begin) + 1 or len(text), ""
                elif kind == 1:  # a line comes again
                    begin = text.rfind("\n", 0, begin) + 1
                    end, new = begin, text[begin : text.find("\n", begin) + 1]
                else:
                    end, new = begin + (begin < len(text)) * rng.randrange(2), rng.choice(["", "x", " ", "é", "# 😀", "\n"])
                undo.append((name, begin, begin + len(new), text[begin:end]))
                editor.change(name, begin, end, new)
            await editor.settled("train.py")
            for name in names:
                editor.save(name)
            expected = cold(self.folder, *names)
            self.assertEqual({name: editor.found(name) for name in names}, expected)
            for name, begin, end, old in reversed(undo):
                editor.change(name, begin, end, old)
            await editor.settled("train.py")
            for name, text in names.items():
                self.assertEqual(editor.texts[editor.uri(name)], text)
                editor.save(name)
            expected = cold(self.folder, *names)
            self.assertTrue(expected["train.py"])
            self.assertEqual({name: editor.found(name) for name in names}, expected)

    async def test_a_file_is_renamed(self):
        self.write("ops.py", READS_NOTHING)
        self.write("run.py", USES)
        async with Editor(self.folder) as editor:
            editor.open("run.py")
            editor.open("ops.py")
            await editor.settled("run.py")
            self.assertTrue(editor.found("run.py"))
            editor.close("ops.py")
            (self.folder / "ops.py").rename(self.folder / "more.py")
            editor.open("more.py")
            editor.files_changed(("ops.py", types.FileChangeType.Deleted), ("more.py", types.FileChangeType.Created))
            await editor.settled("run.py")
            self.assertEqual(editor.found("run.py"), [])
            editor.replace("run.py", "from ops", "from more")
            await editor.settled("run.py")
            self.assertEqual([code for _, _, code in editor.found("run.py")], ["SF302"])

    async def test_what_the_program_has_kept_misleads_nobody_and_is_left_as_it_is(self):
        self.write("ops.py", READS_NOTHING)
        self.write("run.py", USES)
        cache = self.folder / "home/syncfree-lint"
        with unittest.mock.patch.dict(os.environ, XDG_CACHE_HOME=str(self.folder / "home")):
            async with Editor(self.folder) as editor:
                editor.open("run.py")
                await editor.settled("run.py")
            self.assertFalse(cache.exists())
            self.write("ops.py", READS_NOTHING)  # so young that its bytes are compared the next time
            cold(self.folder, "run.py", cache=True)
            kept = {path: path.stat().st_mtime_ns for path in cache.rglob("*")}
            self.assertTrue(kept)
            async with Editor(self.folder) as editor:
                editor.open("run.py")
                await editor.settled("run.py")
                self.assertEqual([code for _, _, code in editor.found("run.py")], ["SF302"])
                editor.open("ops.py", READS)
                await editor.settled("run.py")
                self.assertEqual(editor.found("run.py"), [])
                editor.replace("ops.py", ".item()", "")
                await editor.settled("run.py")
                self.assertEqual([code for _, _, code in editor.found("run.py")], ["SF302"])
            self.assertEqual({path: path.stat().st_mtime_ns for path in cache.rglob("*")}, kept)

    async def test_what_another_program_wrote_into_an_open_file_counts_when_it_is_closed(self):
        self.write("a.py", READS)
        self.write("b.py", READS)
        async with Editor(self.folder, options={"scope": "workspace"}) as editor:
            editor.open("a.py")
            editor.open("b.py")
            await editor.settled("a.py")
            editor.change("a.py", 0, 0, "\n")
            editor.save("a.py")
            editor.files_changed(("a.py", types.FileChangeType.Changed))
            await editor.settled("a.py")
            self.assertEqual([line for line, _, _ in editor.found("a.py")], [5])
            self.write("a.py", READS_NOTHING)
            editor.files_changed(("a.py", types.FileChangeType.Changed))
            editor.close("a.py")
            await editor.settled("b.py")
            self.assertEqual(editor.found("a.py"), [])

    async def test_saving_changes_nothing(self):
        self.write("a.py", READS)
        async with Editor(self.folder, trace="messages") as editor:
            editor.open("a.py")
            editor.change("a.py", 0, 0, "\n")
            await editor.settled("a.py")
            editor.save("a.py")
            before = len(editor.logged)
            editor.files_changed(("a.py", types.FileChangeType.Changed))
            await asyncio.sleep(1)
            self.assertEqual(editor.logged[before:], [])

    async def test_whole_texts_as_changes(self):
        self.write("a.py", READS)
        async with Editor(self.folder) as editor:
            editor.open("a.py", READS_NOTHING)
            await editor.settled("a.py")
            self.assertEqual(editor.found("a.py"), [])
            editor.change("a.py", 0, len(READS_NOTHING), READS)
            await editor.settled("a.py")
            self.assertEqual(editor.found("a.py"), cold(self.folder, "a.py")["a.py"])

    async def test_texts_that_are_on_no_disk(self):
        async with Editor(self.folder) as editor:
            editor.open("new.py", READS)
            editor.open("untitled:Untitled-1", READS)
            await editor.settled("new.py")
            await editor.wait_for(lambda: "untitled:Untitled-1" in editor.shown)
            for name in ("new.py", "untitled:Untitled-1"):
                self.assertEqual([code for _, _, code in editor.found(name)], ["SF301"], name)

    async def test_other_encodings_of_files(self):
        text = "# -*- coding: latin-1 -*-\n" + READS.replace("return x", 'return "é" and x')
        (self.folder / "a.py").write_bytes(text.encode("latin-1"))
        async with Editor(self.folder) as editor:
            editor.open("a.py", text)
            await editor.settled("a.py")
            self.assertTrue(editor.found("a.py"))
            self.assertEqual(editor.found("a.py"), cold(self.folder, "a.py")["a.py"])

    async def test_cxx(self):
        source = "#include <torch/torch.h>\nfloat f(at::Tensor x) { return x.item<float>(); }\n"
        self.write("a.cpp", source)
        async with Editor(self.folder) as editor:
            editor.open("a.cpp", language="cpp")
            await editor.settled("a.cpp")
            self.assertEqual([code for _, _, code in editor.found("a.cpp")], ["SF301"])

    async def test_excluded_files_show_nothing(self):
        self.write("a.py", READS)
        self.write("syncfree-lint.toml", 'exclude = ["a.py"]\n')
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            self.assertEqual(editor.found("a.py"), [])


if __name__ == "__main__":
    unittest.main()
