"""Notebooks: each cell shows what the program finds in it."""

import json
import unittest

from lsprotocol import types

from editor import EVERYTHING, Editor, InFolder, cold, copy_of, uri_of

CELLS = [
    ("m", "# Title"),
    ("a", "%matplotlib inline\nimport torch\n"),
    ("b", 'loss = torch.rand((), device="cuda")\n'),
    ("c", '!nvidia-smi\nfor step in range(10):\n    print("é", loss.item())'),
]
NOTEBOOKS = copy_of(
    EVERYTHING,
    notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
)


def cell_uri(name):
    return f"notebook-cell:/n.ipynb#{name}"


def kind_of(name):
    return types.NotebookCellKind.Markup if name == "m" else types.NotebookCellKind.Code


def item(name, text):
    return types.TextDocumentItem(cell_uri(name), "markdown" if name == "m" else "python", 1, text)


class Notebooks(InFolder):
    def setUp(self):
        super().setUp()
        cells = [
            {"cell_type": "markdown", "metadata": {}, "source": text}
            if name == "m"
            else {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": text}
            for name, text in CELLS
        ]
        document = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
        self.write("syncfree-lint.toml", 'temperature = "cold"\n')
        self.path = self.write("n.ipynb", json.dumps(document))

    def open(self, editor):
        cells = [types.NotebookCell(kind_of(name), cell_uri(name)) for name, _ in CELLS]
        notebook = types.NotebookDocument(uri_of(self.path), "jupyter-notebook", 1, cells)
        editor.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(notebook, [item(name, text) for name, text in CELLS])
        )
        for name, text in CELLS:
            editor.texts[cell_uri(name)] = text
            editor.versions[cell_uri(name)] = 1

    def change(self, editor, cells):
        editor.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(
                types.VersionedNotebookDocumentIdentifier(2, uri_of(self.path)),
                types.NotebookDocumentChangeEvent(cells=cells),
            )
        )

    async def test_findings_lie_in_their_cells(self):
        async with Editor(self.folder, NOTEBOOKS) as editor:
            self.open(editor)
            await editor.settled(cell_uri("c"))
            self.assertEqual([code for _, _, code in cold(self.folder, "n.ipynb")["n.ipynb"]], ["SF301"])
            self.assertEqual(editor.found(cell_uri("c")), [(2, CELLS[3][1].split("\n")[2].index("loss.item()"), "SF301")])
            self.assertEqual(editor.found(cell_uri("b")), [])
            self.assertNotIn(cell_uri("m"), editor.shown)

    async def test_cells_are_edited_come_and_go(self):
        async with Editor(self.folder, NOTEBOOKS) as editor:
            self.open(editor)
            await editor.settled(cell_uri("c"))
            place = types.Position(0, 0)
            content = types.NotebookDocumentCellContentChanges(
                types.VersionedTextDocumentIdentifier(2, cell_uri("b")),
                [types.TextDocumentContentChangePartial(text="if loss > 1:\n    pass\n", range=types.Range(place, place))],
            )
            added = types.NotebookDocumentCellChangeStructure(
                types.NotebookCellArrayChange(2, 0, [types.NotebookCell(types.NotebookCellKind.Code, cell_uri("x"))]),
                did_open=[item("x", 'loss = torch.rand((), device="cuda")\n')],
            )
            self.change(editor, types.NotebookDocumentCellChanges(structure=added, text_content=[content]))
            await editor.settled(cell_uri("c"))
            self.assertEqual([code for _, _, code in editor.found(cell_uri("b"))], ["SF302"])
            gone = types.NotebookDocumentCellChangeStructure(
                types.NotebookCellArrayChange(3, 1, []), did_close=[types.TextDocumentIdentifier(cell_uri("b"))]
            )
            self.change(editor, types.NotebookDocumentCellChanges(structure=gone))
            await editor.settled(cell_uri("c"))
            self.assertEqual(editor.found(cell_uri("b")), [])
            self.assertEqual([code for _, _, code in editor.found(cell_uri("c"))], ["SF301"])
            editor.client.notebook_document_did_close(
                types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(uri_of(self.path)), [])
            )
            await editor.wait_for(lambda: not editor.found(cell_uri("c")))

    async def test_a_fix_stays_in_its_cell(self):
        async with Editor(self.folder, NOTEBOOKS) as editor:
            self.open(editor)
            text = "import torch\nhalf = torch.tensor(0.5, device='cuda')\n"
            added = types.NotebookDocumentCellChangeStructure(
                types.NotebookCellArrayChange(4, 0, [types.NotebookCell(types.NotebookCellKind.Code, cell_uri("x"))]),
                did_open=[item("x", text)],
            )
            self.change(editor, types.NotebookDocumentCellChanges(structure=added))
            editor.texts[cell_uri("x")] = text
            editor.versions[cell_uri("x")] = 1
            await editor.settled(cell_uri("x"))
            fix, silence, _ = await editor.actions(cell_uri("x"), text.index("torch.tensor"))
            self.assertEqual(editor.applied(fix.edit), text.replace("torch.tensor(", "torch.full((), "))
            silence = await editor.client.code_action_resolve_async(silence)
            self.assertIn("# noqa: SF202\n", editor.applied(silence.edit))


if __name__ == "__main__":
    unittest.main()
