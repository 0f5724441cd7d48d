"""What is said of names under the cursor, and above functions that run in each step."""

import asyncio
import unittest

from lsprotocol import types

from editor import EVERYTHING, PATIENCE, Editor, InFolder, copy_of

STEP = """import torch


def step(x: torch.Tensor, scale):
    y = torch.zeros(3, 4, device="cuda")
    z = y * scale
    n = y.sum().item()
    pairs = [(i, y) for i in range(3)]
    for number, part in pairs:
        print(number, part)
    return z, n, x.double()
"""
OPS = """import torch


def norm(values, weights):
    total = values.sum()
    return total.item() / len(weights)
"""
TRAIN = """import torch
from ops import norm


def train(model, loader, optimizer):
    for images, targets in loader:
        loss = model(images.cuda()).mean()
        loss.backward()
        optimizer.step()
        print(norm(torch.ones(3, 4, device="cuda"), [1, 2]))
"""
SHOWS = copy_of(
    EVERYTHING,
    window__show_document=types.ShowDocumentClientCapabilities(support=True),
    workspace__code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
)


class Names(InFolder):
    async def said(self, editor, name, text, word, number=0):
        at = -1
        for _ in range(number + 1):
            at = text.index(word, at + 1)
        hover = await editor.hover(name, at)
        return hover and hover.contents.value

    async def test_what_is_known_of_a_name_and_who_says_so(self):
        self.write("a.py", STEP)
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            for word, number, words, evidence in (
                ("y =", 0, "`y`: tensor on the GPU, floating point, 2 dimensions", "as the code makes it"),
                ("y *", 0, "`y`: tensor on the GPU, floating point, 2 dimensions", "as the code makes it"),
                ("z,", 0, "`z`: tensor on the GPU", "as the code makes it"),
                ("x:", 0, "`x`: tensor where the caller has put it", "by its declaration"),
                ("x.double", 0, "`x`: tensor where the caller has put it", "by its declaration"),
                ("n =", 0, "`n`: float, read back from the GPU", "as the code makes it"),
                ("part in", 0, "`part`: tensor on the GPU, floating point, 2 dimensions", "as the code makes it"),
                ("number,", 0, "`number`: int", "as the code makes it"),
            ):
                said = await self.said(editor, "a.py", STEP, word, number)
                self.assertIsNotNone(said, word)
                self.assertTrue(said.startswith(words), (word, said))
                self.assertIn(f"*{evidence}*", said)

    async def test_nothing_is_said_of_what_the_languages_own_server_knows(self):
        self.write("a.py", STEP)
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            self.assertIsNone(await self.said(editor, "a.py", STEP, "step"))
            self.assertIsNone(await self.said(editor, "a.py", STEP, "torch.zeros"))
            self.assertIsNone(await self.said(editor, "a.py", STEP, "scale)"))

    async def test_the_project_says_more_than_the_file(self):
        self.write("ops.py", OPS)
        self.write("train.py", TRAIN)
        async with Editor(self.folder) as editor:
            editor.open("ops.py")
            await editor.settled("ops.py")
            said = await self.said(editor, "ops.py", OPS, "values")
            self.assertTrue(said.startswith("`values`: tensor on the GPU, floating point, 2 dimensions"), said)

    async def test_names_move_with_the_text_and_what_was_edited_is_said_anew(self):
        self.write("a.py", STEP)
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            editor.change("a.py", 0, 0, "# é𝕏\n\n")
            editor.replace("a.py", 'device="cuda"', 'device="cpu"')
            await editor.settled("a.py")
            said = await self.said(editor, "a.py", editor.texts[editor.uri("a.py")], "y *")
            self.assertTrue(said.startswith("`y`: tensor on the host"), said)

    async def test_a_finding_has_both_the_name_and_the_page(self):
        self.write("a.py", STEP)
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            said = await self.said(editor, "a.py", STEP, "y.sum")
            self.assertIn("`y`: tensor on the GPU", said)
            self.assertIn("**SF301 ", said)


class Lenses(InFolder):
    def setUp(self):
        super().setUp()
        self.write("ops.py", OPS)
        self.write("train.py", TRAIN)

    async def lenses(self, editor, name):
        params = types.CodeLensParams(types.TextDocumentIdentifier(editor.uri(name)))
        return await asyncio.wait_for(editor.client.text_document_code_lens_async(params), PATIENCE)

    async def test_a_function_that_runs_in_each_step_names_its_caller(self):
        async with Editor(self.folder) as editor:
            editor.open("ops.py")
            (lens,) = await self.lenses(editor, "ops.py")
            self.assertEqual(lens.command.title, "hot: called from `train` (train.py:10)")
            self.assertEqual(lens.command.command, "")
            self.assertEqual((lens.range.start.line, lens.range.start.character), (3, 4))

    async def test_the_call_is_shown(self):
        async with Editor(self.folder, SHOWS) as editor:
            asked = []
            editor.client.feature("window/showDocument")(lambda params: asked.append(params) or types.ShowDocumentResult(True))
            editor.open("ops.py")
            await editor.wait_for(lambda: editor.lens_refreshes > 0)
            (lens,) = await self.lenses(editor, "ops.py")
            params = types.ExecuteCommandParams(lens.command.command, arguments=lens.command.arguments)
            await asyncio.wait_for(editor.client.workspace_execute_command_async(params), PATIENCE)
            await editor.wait_for(lambda: asked)
            self.assertEqual(asked[0].uri, editor.uri("train.py"))
            self.assertEqual(asked[0].selection.start.line, 9)

    async def test_it_moves_and_goes(self):
        async with Editor(self.folder) as editor:
            editor.open("ops.py")
            editor.open("train.py")
            await self.lenses(editor, "ops.py")
            editor.change("ops.py", 0, 0, "\n")
            (lens,) = await self.lenses(editor, "ops.py")
            self.assertEqual(lens.range.start.line, 4)
            editor.replace("train.py", 'norm(torch.ones(3, 4, device="cuda"), [1, 2])', "1")
            self.assertFalse(await self.lenses(editor, "ops.py"))

    async def test_what_the_cache_has_kept_says_it_too(self):
        for _ in range(2):  # the second finds what the first has kept
            found = self.cold_with_cache()
        self.assertTrue(found)
        async with Editor(self.folder) as editor:
            editor.open("ops.py")
            (lens,) = await self.lenses(editor, "ops.py")
            self.assertEqual(lens.command.title, "hot: called from `train` (train.py:10)")

    def cold_with_cache(self):
        from editor import cold

        return cold(self.folder, ".", cache=True)

    async def test_commands_that_are_none_are_refused(self):
        async with Editor(self.folder) as editor:
            with self.assertRaisesRegex(Exception, "there is no command"):
                await editor.client.workspace_execute_command_async(types.ExecuteCommandParams("other.command"))


if __name__ == "__main__":
    unittest.main()
