#!/usr/bin/env python3
"""How long an editor waits for findings: edits in functions of a package, to the file's own findings and to the project's.

usage: editor_latency.py --linter PROGRAM PACKAGE [--edits N] [--projects N] [--seed N]

PACKAGE is a folder of Python files. It is copied, and nothing is written to the copy: each edit puts a statement into a function of a file
with findings, or takes it out again. Times are from the client's message to the server's account of the analysis
(its trace), which follows the diagnostics. Prints minimum, median, 95th percentile and maximum in milliseconds, the processor
time that the project's analyses took, and the server's memory.
"""

import argparse
import ast
import json
import os
import random
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


# As editors do: they say when a file changes, so that the server need not look at all of them.
WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


class Server:
    def __init__(self, linter, folder):
        self.process = subprocess.Popen([linter, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.bytes = b""
        self.shown = {}
        params = {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": WATCHES, "trace": "messages"}
        self.send({"id": 0, "method": "initialize", "params": params})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self, deadline):
        while True:
            head, separator, rest = self.bytes.partition(b"\r\n\r\n")
            length = int(head.rsplit(b" ", 1)[1]) if separator else None
            if length is not None and len(rest) >= length:
                self.bytes = rest[length:]
                return json.loads(rest[:length])
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            self.bytes += os.read(self.process.stdout.fileno(), 1 << 20)

    def wait_for(self, account, patience=120):
        """Until an analysis has been accounted for, and made to its end; what is shown meanwhile is kept."""
        deadline = time.monotonic() + patience
        while (message := self.receive(deadline)) is not None:
            params = message.get("params", {})
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})
            if message.get("method") == "textDocument/publishDiagnostics":
                self.shown[params["uri"]] = params["diagnostics"]
            if message.get("method") == "$/logTrace" and params["message"].startswith(account + ":"):
                if not params["message"].endswith("not to the end"):
                    return
        sys.exit(f"error: no analysis of {account}")

    def processor_time(self):
        """In milliseconds, of all its threads so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def memory(self, name="VmRSS"):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1024


def line_of(figures):
    ordered = sorted(figures)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"min {ordered[0]:.0f}, median {statistics.median(ordered):.0f}, 95 % {last:.0f}, max {ordered[-1]:.0f} ms ({len(ordered)} edits)"


def bodies(text):
    """The line (from 0) and the indentation of the first statement of each function that is no docstring."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            found += [(statement.lineno - 1, statement.col_offset) for statement in body[:1] if not getattr(statement, "decorator_list", [])]
    return found


class Session:
    def __init__(self, server, files):
        self.server = server
        self.files = files
        self.versions = dict.fromkeys(files, 1)
        for path in files:
            document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": path.read_text(encoding="utf-8")}
            server.notify("textDocument/didOpen", {"textDocument": document})

    def insert(self, path, line, text, end=None):
        self.versions[path] += 1
        span = {"start": {"line": line, "character": 0}, "end": {"line": line if end is None else end, "character": 0}}
        document = {"uri": path.as_uri(), "version": self.versions[path]}
        self.server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": span, "text": text}]})

    def edit(self, path, rng):
        """A statement at the beginning of a function; the line of what takes it out again."""
        line, column = rng.choice(bodies(path.read_text(encoding="utf-8")))
        self.insert(path, line, " " * column + "syncfree_bench = 1\n")
        return line


def run(arguments, folder):
    rng = random.Random(arguments.seed)
    candidates = [p for p in sorted(folder.rglob("*.py")) if "torch." in p.read_text(encoding="utf-8", errors="replace")]
    candidates = [p for p in candidates if bodies(p.read_text(encoding="utf-8"))]
    files = rng.sample(candidates, arguments.files)
    server = Server(arguments.linter, folder)
    started = time.monotonic()
    session = Session(server, files)
    server.wait_for("project")
    print(f"{arguments.files} files open: {sum(len(p.read_bytes()) for p in files) // arguments.files} bytes on average")
    print(f"first analysis of the project: {(time.monotonic() - started) * 1000:.0f} ms; memory {server.memory()} MB")
    first = dict(server.shown)
    own, project, processor = [], [], []
    for number in range(arguments.edits):
        path = rng.choice(files)
        started = time.monotonic()
        line = session.edit(path, rng)
        server.wait_for(str(path))
        own.append((time.monotonic() - started) * 1000)
        if number < arguments.projects:
            before = server.processor_time()
            server.wait_for("project")
            project.append((time.monotonic() - started) * 1000)
            processor.append(server.processor_time() - before)
        session.insert(path, line, "", line + 1)
        server.wait_for(str(path))
    server.wait_for("project")
    same = {uri: shown for uri, shown in server.shown.items() if shown} == {uri: shown for uri, shown in first.items() if shown}
    print(f"the file's own findings: {line_of(own)}")
    if project:
        print(f"the project's, with the waiting for the next edit: {line_of(project)}")
        print(f"processor time of the project's: {line_of(processor)}")
    print(f"memory {server.memory()} MB, most {server.memory('VmHWM')} MB; findings at the end as at the beginning: {same}")
    server.process.stdin.close()
    server.process.wait(30)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--linter", required=True)
    parser.add_argument("package", type=Path)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--projects", type=int, default=10)
    parser.add_argument("--files", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    # Git may ignore the folder where it is.
    with tempfile.TemporaryDirectory() as outer:
        run(arguments, Path(shutil.copytree(arguments.package, Path(outer).resolve() / arguments.package.resolve().name)))


if __name__ == "__main__":
    main()
