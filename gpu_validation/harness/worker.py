"""Runs a fixture's cases in child processes with time limits. A fault or a hang costs one case, not the run.

The parent imports torch once and forks: a child starts at once, and the parent never touches the GPU, because a CUDA
context does not survive a fork.
"""

import json
import os
import select
import signal
import time


class Limits:
    def __init__(self, start_s=180.0, case_s=60.0):
        self.start_s = start_s  # for the fixture's module and the first use of the GPU
        self.case_s = case_s


class _Child:
    """A forked process that sends JSON lines."""

    def __init__(self, work):
        read_end, write_end = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(read_end)
            code = 1
            try:
                work(lambda message: os.write(write_end, (json.dumps(message) + "\n").encode()))
                code = 0
            except BaseException as error:
                text = str(error).strip().splitlines()
                failure = f"{type(error).__name__}: {text[0] if text else ''}"
                os.write(write_end, (json.dumps({"failed": failure}) + "\n").encode())
            finally:
                os._exit(code)  # no exit handlers: those of a poisoned CUDA context hang
        os.close(write_end)
        self._pipe = read_end
        self._buffer = b""

    def receive(self, limit_s):
        """The next message; None at the end of the child; raises TimeoutError."""
        deadline = time.monotonic() + limit_s
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self._pipe], [], [], max(left, 0))
            if not ready:
                raise TimeoutError
            chunk = os.read(self._pipe, 1 << 16)
            if not chunk:
                return None
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def end(self):
        """Ends the child if it still runs. Returns how it ended, in words."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.close(self._pipe)
        _, status = os.waitpid(self.pid, 0)
        if os.WIFSIGNALED(status):
            return f"signal {signal.Signals(os.WTERMSIG(status)).name}"
        return f"exit status {os.waitstatus_to_exitcode(status)}"

    def join(self, limit_s=10.0):
        """Lets the child end by itself first."""
        try:
            while self.receive(limit_s) is not None:
                pass
        except TimeoutError:
            pass
        return self.end()


def ask(work, limit_s):
    """Runs `work()` in a child and returns its JSON result. Raises RuntimeError with the child's reason."""
    child = _Child(lambda send: send({"result": work()}))
    try:
        message = child.receive(limit_s)
    except TimeoutError:
        child.end()
        raise RuntimeError(f"no answer within {limit_s:.0f} s") from None
    ending = child.join()
    if message is None:
        raise RuntimeError(f"its process died: {ending}")
    if "failed" in message:
        raise RuntimeError(message["failed"])
    return message["result"]


def _receive_all(children, limit_s):
    """One message of each child. They run the same cases in lockstep, so the messages are of one kind."""
    messages = [child.receive(limit_s) for child in children]
    failed = next((m for m in messages if m is None or "failed" in m), messages[0])
    return failed, messages


def _run_some(sessions, names, limits, results, one_only):
    """One child for each rank: cases in order until one ends it.

    Returns (names that are left, None), or (names, the reason why none can run).
    """

    def work_of(open_session):
        def work(send):
            measure = open_session()
            send({"ready": True})
            for name in names[:1] if one_only else names:
                send({"case": name})
                result = measure(name)
                send({"result": result})
                if result["status"] == "fault":
                    return

        return work

    children = [_Child(work_of(session)) for session in sessions]
    running = None
    done = 0
    while True:
        try:
            message, messages = _receive_all(children, limits.case_s if running else limits.start_s)
        except TimeoutError:
            for child in children:
                child.end()
            if running is None:
                return names, f"did not start within {limits.start_s:.0f} s"
            results[running] = {"status": "hang", "limit_s": limits.case_s}
            return names[done + 1 :], None
        if message is None or "failed" in message:
            ended = [child.join() if len(children) == 1 else child.end() for child in children]
            failure = message["failed"] if message else ended[0]
            if running is not None:
                results[running] = {"status": "died", "error": failure}
                return names[done + 1 :], None
            return (names[done:], None) if done else (names, failure)
        if "case" in message:
            running = message["case"]
        elif "result" in message:
            results[running] = message["result"]
            if len(messages) > 1:
                results[running]["other_ranks"] = [m["result"] for m in messages[1:]]
            running = None
            done += 1


def run_cases(sessions, names, limits, isolate=False):
    """Runs cases, each by all of `sessions`: one for each rank, and one where there are no ranks.

    A session is called once in a child and returns `measure(name) -> result`. With `isolate`, each case gets children
    of its own. Returns ({name: result}, reason): with a reason, no more cases could run.
    """
    results, left = {}, list(names)
    while left:
        left, reason = _run_some(sessions, left, limits, results, isolate)
        if reason is not None:
            return {name: results.get(name, {"status": "skipped"}) for name in names}, reason
    return results, None
