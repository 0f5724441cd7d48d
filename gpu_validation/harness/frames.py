"""From a running frame to the exact source range in the fixture that it executes."""

import functools
import os


@functools.lru_cache(maxsize=None)
def _positions(code):
    return tuple(code.co_positions())


def instruction_range(code, offset):
    """The source range of the instruction at a byte offset, as CPython recorded it; the whole line without columns."""
    positions = _positions(code)
    index = offset // 2  # one position for each code unit of two bytes, caches included
    line, end_line, column, end_column = positions[index] if 0 <= index < len(positions) else (None,) * 4
    if line is None:
        return code.co_firstlineno, 0, code.co_firstlineno, 0
    if column is None:
        return line, 0, end_line or line, 0
    return line, column, end_line, end_column


def _short(frame):
    parts = frame.f_code.co_filename.split(os.sep)
    return f"{'/'.join(parts[-3:])}:{frame.f_lineno} {frame.f_code.co_name}"


def locate(frame, path):
    """The range that the innermost frame of file `path` executes, and the frames of other files above it.

    Returns (None, frames) where no frame of that file is on the stack.
    """
    through = []
    while frame is not None:
        if frame.f_code.co_filename == path:
            return instruction_range(frame.f_code, frame.f_lasti), through
        through.append(_short(frame))
        frame = frame.f_back
    return None, through


def first_of_chain(error):
    """The first exception of a chain: leaving a failed capture raises again, and that one names the wrong place."""
    while error.__context__ is not None:
        error = error.__context__
    return error


def describe(error):
    """An exception in one line."""
    lines = str(first_of_chain(error)).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"


def raised_at(error, path):
    """The range where an exception left the fixture's code, or None."""
    found = None
    trace = first_of_chain(error).__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            found = instruction_range(trace.tb_frame.f_code, trace.tb_lasti)
        trace = trace.tb_next
    return found
