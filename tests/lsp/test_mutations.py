"""Messages of a session with parts that are missing, of other kinds, or out of order: the server answers to the end."""

import copy
import json
import os
import random
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["SYNCFREE_PROGRAM"]
TEXT = (Path(__file__).resolve().parents[2] / "docs/example/train.py").read_text(encoding="utf-8")
MESSAGES = 300
PULLS = {
    "general": {"positionEncodings": ["utf-8"]},
    "textDocument": {"diagnostic": {}, "codeAction": {"codeActionLiteralSupport": {}}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
WRONG = [None, True, -1, 0, 2**31, 2**32, 2**63, 1e308, "", "x", "\0", "é😀", [], {}, [[]], {"a": 1}, "file:///", "file://%zz", "c:1"]


def messages(folder):
    """(method, params, whether it is a request) of all kinds."""
    uri, notebook = (folder / "a.py").as_uri(), (folder / "n.ipynb").as_uri()
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    text = {"uri": uri, "languageId": "python", "version": 1, "text": TEXT}
    cell = {"uri": "c:1", "languageId": "python", "version": 1, "text": TEXT}
    added = {"uri": "c:2", "languageId": "python", "version": 1, "text": "%magic\n" + TEXT}
    other = {"uri": "c:3", "languageId": "python", "version": 1, "text": TEXT}
    cells = [{"document": "c:1"}, {"document": "c:3"}]
    structure = {"array": {"start": 1, "deleteCount": 1, "cells": [{"kind": 2, "document": "c:2"}]}, "didOpen": [added]}
    content = [{"document": {"uri": "c:1", "version": 2}, "changes": [{"text": "y\n"}]}]
    return [
        ("textDocument/didOpen", {"textDocument": text}, False),
        ("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": whole, "text": "x.item()"}]}, False),
        ("textDocument/didClose", {"textDocument": {"uri": uri}}, False),
        ("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": whole, "context": {"only": ["quickfix"]}}, True),
        ("codeAction/resolve", {"title": "x", "data": {"uri": uri, "version": 1, "code": "SF301", "begin": 3, "end": 300}}, True),
        ("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 11, "character": 20}}, True),
        ("textDocument/diagnostic", {"textDocument": {"uri": uri}, "previousResultId": "3"}, True),
        ("workspace/diagnostic", {"previousResultIds": [{"uri": uri, "value": "1"}]}, True),
        ("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}]}, False),
        ("workspace/didChangeConfiguration", {"settings": {"syncfree-lint": {"scope": "workspace", "options": {"select": ["SF3"]}}}}, False),
        ("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": folder.as_uri(), "name": "t"}], "removed": []}}, False),
        ("notebookDocument/didOpen", {"notebookDocument": {"uri": notebook, "cells": cells}, "cellTextDocuments": [cell, other]}, False),
        ("notebookDocument/didChange", {"notebookDocument": {"uri": notebook}, "change": {"cells": {"structure": structure}}}, False),
        ("notebookDocument/didChange", {"notebookDocument": {"uri": notebook}, "change": {"cells": {"textContent": content}}}, False),
        ("notebookDocument/didClose", {"notebookDocument": {"uri": notebook}}, False),
        ("$/cancelRequest", {"id": 5}, False),
        ("$/setTrace", {"value": "messages"}, False),
    ]


def mutated(value, rng, *more):
    if rng.random() < 0.12:
        return rng.choice([*WRONG, *more])
    if isinstance(value, dict):
        made = {key: mutated(part, rng, *more) for key, part in value.items()}
        if made and rng.random() < 0.05:
            made.pop(rng.choice(list(made)))
        return made
    if isinstance(value, list):
        return [mutated(part, rng, *more) for part in value] * rng.choice([1, 1, 1, 2])
    if isinstance(value, int) and rng.random() < 0.3:
        return rng.randrange(60)
    return value


class Mutations(unittest.TestCase):
    def session(self, seed, folder):
        rng = random.Random(seed)
        capabilities = mutated(PULLS, rng) if seed % 2 else {}
        server = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

        def send(message, spoil=False):
            body = bytearray(json.dumps({"jsonrpc": "2.0", **message}).encode())
            for _ in range(3 if spoil else 0):
                body[rng.randrange(len(body))] = rng.randrange(256)
            server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

        send({"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": folder.as_uri(), "capabilities": capabilities}})
        send({"method": "initialized", "params": {}})
        kinds = messages(folder)
        for number in range(1, MESSAGES):
            method, params, is_request = rng.choice(kinds)
            if rng.random() < 0.6:
                params = mutated(copy.deepcopy(params), rng, (folder / "a.py").as_uri())
            if rng.random() < 0.05:
                time.sleep(0.01)  # an analysis comes in between
            send({"method": method, "params": params, **({"id": number} if is_request else {})}, rng.random() < 0.03)
        send({"id": MESSAGES, "method": "shutdown"})
        send({"method": "exit"})
        _, error = server.communicate(timeout=100)
        self.assertEqual((server.returncode, error), (0, b""), f"seed {seed}")

    def test_the_server_survives(self):
        folder = Path(tempfile.mkdtemp(prefix="syncfree-mutations-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "a.py").write_text(TEXT, encoding="utf-8")
        for seed in range(16):
            self.session(seed, folder)


if __name__ == "__main__":
    unittest.main()
