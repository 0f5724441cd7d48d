"""Bytes that no client should send, clients that vanish, and the order of a server's life."""

import json
import os
import subprocess
import time
import unittest

PROGRAM = os.environ["SYNCFREE_PROGRAM"]
PATIENCE = 20  # seconds


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Wire(unittest.TestCase):
    def setUp(self):
        self.server = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.end)

    def end(self):
        self.server.kill()
        self.server.wait()
        self.server.stdin.close()
        self.server.stdout.close()

    def send(self, message):
        self.send_bytes(framed(message))

    def send_bytes(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def receive(self):
        """The next answer; what the server tells by itself is left out."""
        while True:
            length = None
            while (line := self.server.stdout.readline()) not in (b"\r\n", b""):
                name, value = line.split(b":")
                if name == b"Content-Length":
                    length = int(value)
            if length is None:
                return None
            message = json.loads(self.server.stdout.read(length))
            if "method" not in message:
                return message

    def error(self):
        answer = self.receive()
        return answer["id"], answer["error"]["code"]

    def initialize(self, **params):
        self.send({"id": 0, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None, **params}})
        self.assertIn("result", self.receive())
        self.send({"method": "initialized", "params": {}})

    def status(self):
        return self.server.wait(PATIENCE)

    def test_an_orderly_end(self):
        self.initialize()
        self.send({"id": 1, "method": "shutdown"})
        self.assertEqual(self.receive(), {"jsonrpc": "2.0", "id": 1, "result": None})
        self.send({"id": 2, "method": "textDocument/hover", "params": {}})
        self.assertEqual(self.error(), (2, -32600))
        self.send({"method": "exit"})
        self.assertEqual(self.status(), 0)

    def test_an_end_without_shutdown(self):
        self.initialize()
        self.send({"method": "exit"})
        self.assertEqual(self.status(), 1)

    def test_an_exit_before_anything(self):
        self.send({"method": "exit"})
        self.assertEqual(self.status(), 1)

    def test_a_client_that_closes_its_end(self):
        self.initialize()
        self.server.stdin.close()
        self.assertEqual(self.status(), 1)

    def test_a_client_that_vanishes_while_it_is_read_and_written(self):
        self.initialize()
        self.send_bytes(b"Content-Length: 1000\r\n\r\n{")
        self.server.stdout.close()
        self.server.stdin.close()
        self.assertEqual(self.status(), 1)

    def test_a_client_whose_process_has_ended(self):
        gone = subprocess.Popen(["true"])
        gone.wait()
        started = time.monotonic()
        self.initialize(processId=gone.pid)
        self.assertEqual(self.status(), 1)
        self.assertLess(time.monotonic() - started, 15)

    def test_nothing_is_answered_before_initialize(self):
        self.send({"method": "textDocument/didOpen", "params": {}})
        self.send({"id": "a", "method": "textDocument/hover", "params": {}})
        self.assertEqual(self.error(), ("a", -32002))
        self.initialize()
        self.send({"id": 3, "method": "initialize", "params": {"capabilities": {}}})
        self.assertEqual(self.error(), (3, -32600))

    def test_messages_that_are_wrong(self):
        self.initialize()
        for message, expected in (
            (b"{", (None, -32700)),
            (b"\xff\xfe", (None, -32700)),
            (b"[]", (None, -32600)),
            (b'[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]', (None, -32600)),
            (b'{"jsonrpc":"1.0","id":1,"method":"shutdown"}', (1, -32600)),
            (b'{"jsonrpc":"2.0","id":[],"method":"shutdown"}', (None, -32600)),
            ({"id": 1, "method": "no/such"}, (1, -32601)),
            ({"id": 1, "method": "textDocument/hover"}, (1, -32602)),
            ({"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": 5}}}, (1, -32602)),
            ({"id": 1, "method": "codeAction/resolve", "params": {"title": "x"}}, (1, -32602)),
        ):
            with self.subTest(message):
                self.send(message)
                self.assertEqual(self.error(), expected)
        self.send({"method": "no/such"})
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": 5}})
        self.send({"method": "textDocument/didChange", "params": []})
        self.send({"method": "$/cancelRequest", "params": {"id": 77}})
        self.send({"id": 99, "result": None})
        self.send({"id": 2, "method": "shutdown"})
        self.assertEqual(self.receive()["id"], 2)

    def test_bytes_that_are_no_message(self):
        self.initialize()
        self.send_bytes(b"GET / HTTP/1.1\r\n\r\n")
        self.assertEqual(self.error(), (None, -32700))
        self.send_bytes(b"Content-Length: 5\r\n\r\n" + b"{}   trailing\r\n\r\n")
        self.assertEqual(self.error(), (None, -32600))
        self.assertEqual(self.error(), (None, -32700))
        self.send({"id": 2, "method": "shutdown"})
        self.assertEqual(self.receive()["id"], 2)

    def test_a_request_that_waits_can_be_cancelled(self):
        self.initialize(
            capabilities={"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
        )
        self.send({"id": 5, "method": "workspace/diagnostic", "params": {"previousResultIds": [{"uri": "file:///a", "value": "1"}]}})
        self.send({"method": "$/cancelRequest", "params": {"id": 5}})
        self.assertEqual(self.error(), (5, -32800))


if __name__ == "__main__":
    unittest.main()
