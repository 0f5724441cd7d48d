"""An editor over the language server: texts, typing, and what is shown in them. The client is pygls'."""

import asyncio
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PROGRAM = os.environ["SYNCFREE_PROGRAM"]  # what the build made
PATIENCE = 60  # seconds

READS = """import torch


def value(size):
    return torch.rand((), device="cuda").item()
"""
READS_NOTHING = READS.replace(".item()", "")
USES = "from ops import value\n\n\ndef test(x):\n    if value(x):\n        return 1\n"

EVERYTHING = types.ClientCapabilities(
    general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
            related_information=True, code_description_support=True, tag_support=types.ClientDiagnosticsTagOptions(list(types.DiagnosticTag))
        ),
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(
                types.ClientCodeActionKindOptions([types.CodeActionKind.QuickFix])
            ),
            data_support=True,
            resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
        ),
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
    ),
    workspace=types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
    ),
    window=types.WindowClientCapabilities(work_done_progress=True),
)


def copy_of(capabilities, **changes):
    """With parts replaced, named by their path: general__position_encodings."""
    import copy

    made = copy.deepcopy(capabilities)
    for path, value in changes.items():
        *parents, name = path.split("__")
        at = made
        for parent in parents:
            at = getattr(at, parent)
        setattr(at, name, value)
    return made


def uri_of(path):
    return Path(path).as_uri()


class Editor:
    def __init__(self, folder, capabilities=EVERYTHING, options=None, folders=None, configuration=None, trace="off"):
        self.folder = Path(folder)
        self.capabilities = capabilities
        self.options = options
        self.trace = types.TraceValue(trace)
        self.folders = [self.folder] if folders is None else folders
        self.texts = {}  # by URI
        self.versions = {}
        self.shown = {}  # URI -> what was published last
        self.messages = []
        self.logged = []
        self.registered = []
        self.progress = []
        self.refreshes = 0
        self.lens_refreshes = 0
        self.client = LanguageClient("test-editor", "1")
        self._listen(configuration)

    def _listen(self, configuration):
        on = self.client.feature
        on("textDocument/publishDiagnostics")(lambda params: self.shown.__setitem__(params.uri, params))
        on("window/showMessage")(lambda params: self.messages.append(params.message))
        on("window/logMessage")(lambda params: self.logged.append(params.message))
        on("$/logTrace")(lambda params: self.logged.append(params.message))
        on("$/progress")(lambda params: self.progress.append(params.value))
        on("client/registerCapability")(lambda params: self.registered.extend(params.registrations))
        on("window/workDoneProgress/create")(lambda params: None)
        on("workspace/configuration")(lambda params: [configuration for _ in params.items])

        @on("workspace/diagnostic/refresh")
        def refresh(params):
            self.refreshes += 1

        @on("workspace/codeLens/refresh")
        def refresh_lenses(params):
            self.lens_refreshes += 1

    async def __aenter__(self):
        await self.client.start_io(PROGRAM, "lsp", cwd="/")
        params = types.InitializeParams(
            process_id=os.getpid(),
            capabilities=self.capabilities,
            initialization_options=self.options,
            trace=self.trace,
            workspace_folders=[types.WorkspaceFolder(uri_of(folder), str(folder)) for folder in self.folders],
        )
        self.answer = await asyncio.wait_for(self.client.initialize_async(params), PATIENCE)
        self.client.initialized(types.InitializedParams())
        return self

    async def __aexit__(self, *failure):
        await asyncio.wait_for(self.client.shutdown_async(None), PATIENCE)
        self.client.exit(None)
        await asyncio.wait_for(self.client._server.wait(), PATIENCE)
        self.status = self.client._server.returncode
        await self.client.stop()

    def uri(self, name):
        return name if ":" in name else uri_of(self.folder / name)

    def open(self, name, text=None, language="python"):
        uri = self.uri(name)
        self.texts[uri] = (self.folder / name).read_text(encoding="utf-8") if text is None else text
        self.versions[uri] = 1
        document = types.TextDocumentItem(uri, language, 1, self.texts[uri])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def change(self, name, begin, end, text):
        """Replaces characters (of UTF-32) of the text."""
        uri = self.uri(name)
        before = self.texts[uri]
        span = types.Range(self.position(before, begin), self.position(before, end))
        self.texts[uri] = before[:begin] + text + before[end:]
        self.versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.versions[uri], uri),
                [types.TextDocumentContentChangePartial(text=text, range=span)],
            )
        )

    def replace(self, name, old, new):
        begin = self.texts[self.uri(name)].index(old)
        self.change(name, begin, begin + len(old), new)

    def close(self, name):
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(self.uri(name))))

    def files_changed(self, *changes):
        events = [types.FileEvent(self.uri(name), kind) for name, kind in changes]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    def save(self, name):
        with open(self.folder / name, "w", encoding="utf-8", newline="") as file:
            file.write(self.texts[self.uri(name)])

    def units(self, text):
        encoding = types.PositionEncodingKind(self.answer.capabilities.position_encoding).value
        return {"utf-8": len(text.encode("utf-8")), "utf-16": len(text.encode("utf-16-le")) // 2, "utf-32": len(text)}[encoding]

    def position(self, text, index):
        before = text[:index]
        return types.Position(before.count("\n"), self.units(before[before.rfind("\n") + 1 :]))

    def index(self, text, position):
        lines = text.split("\n")
        line = lines[position.line]
        column = next(i for i in range(len(line) + 1) if self.units(line[:i]) >= position.character)
        return sum(len(each) + 1 for each in lines[: position.line]) + column

    async def actions(self, name, at=0, only=None):
        uri = self.uri(name)
        position = self.position(self.texts[uri], at)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), types.Range(position, position), types.CodeActionContext([], only)
        )
        return await asyncio.wait_for(self.client.text_document_code_action_async(params), PATIENCE)

    async def settled(self, name):
        """When the project has been analysed with all texts as they are."""
        await self.actions(name, only=[types.CodeActionKind.SourceFixAll])

    async def hover(self, name, at):
        uri = self.uri(name)
        params = types.HoverParams(types.TextDocumentIdentifier(uri), self.position(self.texts[uri], at))
        return await asyncio.wait_for(self.client.text_document_hover_async(params), PATIENCE)

    async def wait_for(self, condition):
        for _ in range(PATIENCE * 100):
            if condition():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("waited in vain")

    def found(self, name, diagnostics=None):
        """(line, column, code) of what is shown, from 0 and in characters."""
        uri = self.uri(name)
        if diagnostics is None:
            diagnostics = self.shown[uri].diagnostics if uri in self.shown else []
        lines = self.texts.get(uri, "").split("\n")
        result = []
        for each in diagnostics:
            line = lines[each.range.start.line] if each.range.start.line < len(lines) else ""
            column = next((i for i in range(len(line) + 1) if self.units(line[:i]) >= each.range.start.character), -1)
            result.append((each.range.start.line, column, each.code))
        return sorted(result)

    def applied(self, edit):
        """The text after a workspace edit that changes one document."""
        (change,) = edit.document_changes
        uri = change.text_document.uri
        assert change.text_document.version == self.versions[uri]
        text = self.texts[uri]
        places = [(self.index(text, e.range.start), self.index(text, e.range.end), e.new_text) for e in change.edits]
        for begin, end, new in sorted(places, reverse=True):
            text = text[:begin] + new + text[end:]
        return text


def cold(folder, *names, cache=False):
    """What the program finds in files on disk: name -> (line, column, code), as Editor.found."""
    command = [PROGRAM, "--force-exclude", "--output-format", "json", *([] if cache else ["--no-cache"]), *names]
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = {name: [] for name in names}
    for each in json.loads(process.stdout)["findings"]:
        place = each["location"]
        found.setdefault(place["path"], []).append((place["start"]["line"] - 1, place["start"]["column"] - 1, each["code"]))
    return {name: sorted(places) for name, places in found.items()}


class InFolder(unittest.IsolatedAsyncioTestCase):
    """With a folder of its own."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="syncfree-lsp-")).resolve()
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path
