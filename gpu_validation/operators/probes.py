"""Runs the one-line snippets of the probe list, each after the set-up of its own. Needs torch and a GPU."""

import torch


def measure(oracle, setup, code):
    """What one snippet did, as JSON data. It runs once before, so that what happens once only does not count."""
    compiled = compile(code, "<probe>", "exec")
    names = {}
    torch.manual_seed(0)
    exec(setup, names)
    try:
        exec(compiled, names)
    except Exception as error:
        return {"status": "raised", "error": f"{type(error).__name__}: {error}".splitlines()[0]}
    try:
        found = oracle.ask(lambda: exec(compiled, names))[1]
    except Exception as error:
        return {"status": "raised", "error": f"{type(error).__name__}: {error}".splitlines()[0]}
    return {"status": "ran", **found}
