"""What the server offers to do and to read, what it answers to a client that asks, and what settings do."""

import asyncio
import unittest

from lsprotocol import types

from editor import EVERYTHING, PATIENCE, READS, READS_NOTHING, USES, Editor, InFolder, cold, copy_of, uri_of

SAFE = """import torch


def forward(x):
    half = torch.tensor(0.5, device="cuda")
    third = torch.tensor(0.25, device="cuda")
    return (half + third).item()
"""
FIXED = SAFE.replace("torch.tensor(", "torch.full((), ")
FIX_ALL = types.CodeActionKind.SourceFixAll
PULLS = copy_of(
    EVERYTHING,
    text_document__diagnostic=types.DiagnosticClientCapabilities(),
    workspace__diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
)


class Actions(InFolder):
    def setUp(self):
        super().setUp()
        self.write("a.py", SAFE)

    async def test_a_fix_is_what_the_line_shows(self):
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            fix, silence, fix_all = await editor.actions("a.py", SAFE.index("torch.tensor"))
            self.assertTrue(fix.is_preferred)
            self.assertEqual([each.code for each in fix.diagnostics], ["SF202"])
            self.assertEqual(editor.applied(fix.edit), SAFE.replace("torch.tensor(", "torch.full((), ", 1))
            self.assertEqual(silence.title, "Silence SF202 here (`# noqa: SF202`)")
            self.assertEqual(fix_all.kind, "source.fixAll.syncfree-lint")

    async def test_a_silenced_finding_is_gone(self):
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            actions = await editor.actions("a.py", SAFE.index(".item()"))
            (silence,) = [each for each in actions if each.title.startswith("Silence")]
            self.assertIsNone(silence.edit)
            silence = await editor.client.code_action_resolve_async(silence)
            text = editor.applied(silence.edit)
            self.assertIn(".item()  # noqa: SF301\n", text)
            editor.change("a.py", 0, len(SAFE), text)
            await editor.settled("a.py")
            self.assertNotIn("SF301", [code for _, _, code in editor.found("a.py")])

    async def test_all_safe_fixes_at_once(self):
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            (action,) = await editor.actions("a.py", only=[FIX_ALL])
            action = await editor.client.code_action_resolve_async(action)
            self.assertEqual(editor.applied(action.edit), FIXED)
            editor.change("a.py", 0, len(SAFE), FIXED)
            self.assertFalse(await editor.actions("a.py", only=[FIX_ALL]))
            self.assertEqual(editor.found("a.py"), [(6, 11, "SF301")])

    async def test_kinds_that_were_not_asked_for_are_not_offered(self):
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            at = SAFE.index("torch.tensor")
            self.assertFalse(await editor.actions("a.py", at, [types.CodeActionKind.Refactor]))
            kinds = {each.kind for each in await editor.actions("a.py", at, [types.CodeActionKind.QuickFix])}
            self.assertEqual(kinds, {types.CodeActionKind.QuickFix})

    async def test_an_action_for_an_older_text_is_refused(self):
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            (action,) = await editor.actions("a.py", only=[FIX_ALL])
            editor.change("a.py", 0, 0, "#\n")
            with self.assertRaisesRegex(Exception, "has changed"):
                await editor.client.code_action_resolve_async(action)

    async def test_edits_come_at_once_where_nobody_resolves_them(self):
        plain = copy_of(
            EVERYTHING, text_document__code_action__resolve_support=None, workspace__workspace_edit__document_changes=False
        )
        async with Editor(self.folder, plain) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            for action in await editor.actions("a.py", SAFE.index("torch.tensor")):
                self.assertEqual(list(action.edit.changes), [editor.uri("a.py")], action.title)


class Reading(InFolder):
    async def test_a_finding_has_the_page_of_its_rule(self):
        self.write("a.py", READS)
        async with Editor(self.folder, options={"rulePages": "https://example.org/rules"}) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            at = READS.index(".item()")
            hover = await editor.hover("a.py", at)
            self.assertIn("**SF301 host-scalar-read**", hover.contents.value)
            self.assertIn("## ", hover.contents.value)
            self.assertIsNone(await editor.hover("a.py", 0))
            (diagnostic,) = editor.shown[editor.uri("a.py")].diagnostics
            self.assertEqual(diagnostic.code_description.href, "https://example.org/rules/SF301-host-scalar-read.md")
            editor.change("a.py", len(READS), len(READS), "x = 1  # noqa: SF302\n")
            hover = await editor.hover("a.py", len(READS) + 16)
            self.assertIn("**SF302 ", hover.contents.value)

    async def test_comments_that_silence_nothing_are_marked(self):
        self.write("a.py", READS + "x = 1  # syncfree: ignore[SF302] why\n")
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            tags = {each.code: each.tags for each in editor.shown[editor.uri("a.py")].diagnostics}
            self.assertEqual(tags["SF001"], (types.DiagnosticTag.Unnecessary,))
            self.assertIsNone(tags["SF301"])


class Pulling(InFolder):
    async def pull(self, editor, name, known=None):
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(editor.uri(name)), previous_result_id=known)
        return await asyncio.wait_for(editor.client.text_document_diagnostic_async(params), PATIENCE)

    async def test_diagnostics_are_pulled_and_not_pushed(self):
        self.write("ops.py", READS_NOTHING)
        self.write("run.py", USES)
        async with Editor(self.folder, PULLS) as editor:
            editor.open("run.py")
            await self.pull(editor, "run.py")
            await editor.wait_for(lambda: editor.refreshes == 1)
            report = await self.pull(editor, "run.py")
            self.assertEqual(editor.found("run.py", report.items), cold(self.folder, "run.py")["run.py"])
            again = await self.pull(editor, "run.py", report.result_id)
            self.assertEqual((again.kind, again.result_id), ("unchanged", report.result_id))
            editor.change("run.py", 0, 0, "\n")
            moved = await self.pull(editor, "run.py", report.result_id)
            self.assertEqual(moved.kind, "full")
            self.assertEqual([line for line, _, _ in editor.found("run.py", moved.items)], [5])
            self.assertEqual(editor.shown, {})

    async def test_the_workspace_is_told_of_as_it_changes(self):
        self.write("ops.py", READS)
        self.write("run.py", USES)
        async with Editor(self.folder, PULLS, options={"scope": "workspace"}) as editor:

            async def pull(known=()):
                params = types.WorkspaceDiagnosticParams([types.PreviousResultId(*each) for each in known])
                return (await asyncio.wait_for(editor.client.workspace_diagnostic_async(params), PATIENCE)).items

            items = await pull()
            found = {each.uri: [diagnostic.code for diagnostic in each.items] for each in items}
            self.assertEqual(found, {editor.uri("ops.py"): ["SF301"]})
            waiting = asyncio.create_task(pull([(each.uri, each.result_id) for each in items]))
            await asyncio.sleep(0.5)
            self.assertFalse(waiting.done())
            editor.open("ops.py", READS_NOTHING)
            found = {each.uri: [diagnostic.code for diagnostic in each.items] for each in await waiting if each.kind == "full"}
            self.assertEqual(found, {editor.uri("ops.py"): [], editor.uri("run.py"): ["SF302"]})


class Settings(InFolder):
    async def test_configuration_files_are_read_again_when_they_change(self):
        self.write("a.py", READS)
        async with Editor(self.folder) as editor:
            watchers = [each for each in editor.registered if each.method == "workspace/didChangeWatchedFiles"]
            editor.open("a.py")
            await editor.settled("a.py")
            self.assertTrue(editor.found("a.py"))
            self.write("pyproject.toml", '[tool.syncfree-lint]\nignore = ["SF301"]\n')
            editor.files_changed(("pyproject.toml", types.FileChangeType.Created))
            await editor.settled("a.py")
            self.assertEqual(editor.found("a.py"), [])
            watchers = watchers or [each for each in editor.registered if each.method == "workspace/didChangeWatchedFiles"]
            self.assertTrue(watchers)

    async def test_a_configuration_that_is_wrong_is_said_once(self):
        self.write("a.py", READS)
        self.write("syncfree-lint.toml", "temprature = 1\n")
        async with Editor(self.folder) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            self.assertEqual(len(editor.messages), 1)
            self.assertIn("did you mean `temperature`", editor.messages[0])

    async def test_options_of_the_client_go_before_files(self):
        self.write("a.py", READS)
        self.write("syncfree-lint.toml", 'ignore = ["SF301"]\n')
        async with Editor(self.folder, options={"options": {"select": ["SF301"]}}) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            self.assertEqual([code for _, _, code in editor.found("a.py")], ["SF301"])
            settings = {"syncfree-lint": {"options": {"select": ["SF302"]}}}
            editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
            await editor.settled("a.py")
            self.assertEqual(editor.found("a.py"), [])

    async def test_options_that_are_wrong_are_said_and_left_out(self):
        self.write("a.py", READS)
        for options, words in (
            ({"options": {"select": ["SF999"]}}, "SF999"),
            ({"options": {"select": [1]}}, "`select` must be an array of strings"),
            ({"scop": "open"}, "unknown setting `scop`"),
            ([], "must be an object"),
        ):
            async with Editor(self.folder, options=options) as editor:
                editor.open("a.py")
                await editor.settled("a.py")
                self.assertTrue(editor.found("a.py"))
                self.assertIn(words, "\n".join(editor.logged))

    async def test_the_client_is_asked_for_settings(self):
        self.write("a.py", READS)
        asks = copy_of(EVERYTHING, workspace__configuration=True)
        async with Editor(self.folder, asks, configuration={"options": {"ignore": ["SF301"]}}) as editor:
            editor.open("a.py")
            await editor.wait_for(lambda: editor.uri("a.py") in editor.shown and not editor.found("a.py"))

    async def test_folders_come_and_go(self):
        one, two = self.folder / "one", self.folder / "two"
        for folder, codes in ((one, '["SF301"]'), (two, "[]")):
            self.write(f"{folder.name}/a.py", READS)
            self.write(f"{folder.name}/syncfree-lint.toml", f"ignore = {codes}\n")
        async with Editor(self.folder, folders=[one]) as editor:
            editor.open("one/a.py")
            editor.open("two/a.py")
            event = types.WorkspaceFoldersChangeEvent([types.WorkspaceFolder(uri_of(two), "two")], [])
            editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
            await editor.settled("one/a.py")
            self.assertEqual(editor.found("one/a.py"), [])
            self.assertEqual([code for _, _, code in editor.found("two/a.py")], ["SF301"])

    async def test_progress_of_the_first_analysis(self):
        self.write("a.py", READS)
        for number in range(300):
            self.write(f"m{number}.py", READS + f"\n\ndef again(x):\n    return value(x) + {number}\n")
        async with Editor(self.folder, options={"scope": "workspace"}) as editor:
            editor.open("a.py")
            await editor.settled("a.py")
            await editor.wait_for(lambda: editor.progress)
            kinds = [each["kind"] if isinstance(each, dict) else each.kind for each in editor.progress]
            self.assertEqual((kinds[0], kinds[-1]), ("begin", "end"))
            self.assertEqual(len(editor.shown), 301)


if __name__ == "__main__":
    unittest.main()
