"""What one function does in a CUDA graph capture, and in dynamo. Each answer is a plain dictionary."""

import contextlib
import copy
import io
import logging
import re
import sys
import traceback
import warnings

import torch

MOST_TEXT = 400
WARM_UP_RUNS = 3
TORCH_FOLDER = torch.__path__[0] + "/"  # not torchvision


def text_of(error):
    return " ".join(str(error).split())[:MOST_TEXT]


def frames_of(error):
    """[file, line, function] of the frames outside torch, outermost first; those of this program are left out."""
    frames = traceback.extract_tb(error.__traceback__)
    return [[f.filename, f.lineno, f.name] for f in frames if is_outside_torch(f.filename)]


def is_outside_torch(filename):
    return not filename.startswith((TORCH_FOLDER, "<", __file__)) and "/gpu_validation/goals/" not in filename


def run_plainly(function, arguments):
    """The function has to work as it is; what it prints is no part of the answer."""
    with contextlib.redirect_stdout(io.StringIO()):
        for _ in range(WARM_UP_RUNS):
            function(*arguments)
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def waits(function, arguments):
    """The frames of every place where torch's sync debug mode says that the host waits for the GPU."""
    found = []

    def keep(message, *_):
        if "synchronizing CUDA operation" in str(message):
            stack = [[f.filename, f.lineno, f.name] for f in traceback.extract_stack() if is_outside_torch(f.filename)]
            if stack not in found:
                found.append(stack)

    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = keep
        torch.cuda.set_sync_debug_mode("warn")
        try:
            function(*arguments)
        finally:
            torch.cuda.set_sync_debug_mode("default")
    return found


def capture(function, arguments):
    """What a capture says, and where the function waits when it just runs: a capture shows its first failure only."""
    places = []
    return {**try_capture(function, arguments, places), "waits": places}


def try_capture(function, arguments, places):
    """Warm up on a side stream, as torch's documentation says, then capture. The first error names the line."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        run_plainly(function, arguments)
        places.extend(waits(function, arguments))
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    inner = []
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            with torch.cuda.graph(graph):
                try:
                    function(*arguments)
                except BaseException as error:
                    inner.append(error)
                    raise
    except BaseException as error:
        first = inner[0] if inner else error
        return {
            "works": False,
            "error": type(first).__name__,
            "text": text_of(first),
            "frames": frames_of(first) if inner else [],
            "at_end": not inner,
        }
    # A capture that is not replayable has failed too.
    try:
        graph.replay()
        torch.cuda.synchronize()
    except BaseException as error:
        return {"works": False, "error": type(error).__name__, "text": text_of(error), "frames": [], "at_end": True}
    return {"works": True}


def explain(function, arguments):
    """Every break with its reason and the frames of the code, outermost first."""
    torch._dynamo.reset()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            output = torch._dynamo.explain(function)(*copies(arguments))
        except BaseException as error:
            return {"error": type(error).__name__, "text": text_of(error)}
    breaks = []
    for reason in output.break_reasons:
        frames = [[f.filename, f.lineno, f.name] for f in reason.user_stack]
        breaks.append({"reason": text_of(reason.reason), "graph_break": reason.graph_break, "frames": frames})
    return {"graphs": output.graph_count, "break_count": output.graph_break_count, "breaks": breaks}


def compile_whole(function, arguments):
    """torch.compile with fullgraph=True: the plainest question, whether one graph holds all of it."""
    torch._dynamo.reset()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            torch.compile(function, backend="eager", fullgraph=True)(*copies(arguments))
        except BaseException as error:
            stack = getattr(error, "real_stack", None) or []
            frames = [[f.filename, f.lineno, f.name] for f in stack if is_outside_torch(f.filename)]
            return {"works": False, "error": type(error).__name__, "text": text_of(error), "frames": frames}
    return {"works": True}


def count_breaks(function, arguments):
    """The breaks that dynamo logs when it runs the function as users do: reasons, and the places in the code.

    torch._dynamo.explain leaves out a break before the first operator of a frame; the log has it.
    """
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    torch._logging.set_logs(graph_breaks=True)
    logger = torch._logging.getArtifactLogger("torch._dynamo.symbolic_convert", "graph_breaks")
    logger.addHandler(handler)
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            torch.compile(function, backend="eager")(*copies(arguments))
        except BaseException as error:
            return {"error": type(error).__name__, "text": text_of(error), "log": log.getvalue()[-2000:]}
        finally:
            logger.removeHandler(handler)
    counters = torch._dynamo.utils.counters
    reasons = {" ".join(key.split())[:MOST_TEXT]: value for key, value in counters["graph_break"].items()}
    unimplemented = {" ".join(key.split())[:120]: value for key, value in counters["unimplemented"].items()}
    return {
        "reasons": reasons,
        "unimplemented": unimplemented,
        "frames": dict(counters["frames"]),
        "graphs": counters["stats"]["unique_graphs"],
        "breaks": breaks_in(log.getvalue()),
    }


def breaks_in(log):
    """Of the entries "Graph break in user code at FILE:LINE", each with its reason and the frames outside torch."""
    breaks = []
    for entry in log.split("Graph break ")[1:]:
        frames = re.findall(r'File "([^"]+)", line (\d+), in (\S+)', entry)
        at = re.search(r"in user code at (.+):(\d+)", entry)
        reason = entry.split("Graph Break Reason:")[-1].split("User code traceback")[0]
        breaks.append(
            {
                "at": [at[1], int(at[2])] if at else [],
                "reason": text_of(reason),
                "frames": [[name, int(line), code] for name, line, code in frames if is_outside_torch(name)],
            }
        )
    return breaks


def copies(arguments):
    """Each question gets the arguments as they were."""
    try:
        return copy.deepcopy(arguments)
    except (RuntimeError, TypeError) as error:
        print(f"arguments are shared: {text_of(error)}", file=sys.stderr)
        return arguments
