"""Writes calls.json: what `--goal` is told of the arguments in the batches that are named, or in all of BATCHES.

Read off the inputs, not chosen: numbers, texts, truths, None, and tuples and lists of them are written as they are, and
of a tensor its shape and type (it is on the GPU); of anything else only that it is given. What has its default is left
out. Runs on the CPU, with the packages installed.
"""

import argparse
import functools
import importlib
import inspect
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import functions  # noqa: E402

BATCHES = ("functions", "fresh", "third", "fourth", "fifth", "sixth", "seventh")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batches", nargs="*", default=BATCHES)
    batches = [importlib.import_module(name).FUNCTIONS for name in parser.parse_args().batches]
    # What cannot be asked here keeps its call: no environment holds the packages of all batches.
    calls = json.loads((HERE / "calls.json").read_text())
    for target, build in sorted(item for batch in batches for item in batch.items()):
        try:
            calls[target] = call_of(target, build)
        except Exception as error:
            print(f"{target}: {type(error).__name__}: {error}", file=sys.stderr)
    (HERE / "calls.json").write_text(json.dumps(calls, indent=1, sort_keys=True) + "\n")


def call_of(target, build):
    place, _, name = target.partition(":")
    owner, made = owner_of(place, name), {}
    if owner is not None:
        watch(owner, made)
    function, arguments = build("cpu")
    given = words(signature_of(function), arguments, {})
    *classes, method = name.split(".")
    if owner is None:
        return f"{name}({given})"
    instance = getattr(function, "__self__", function)
    constructor = made.get(id(instance))
    made_with = words(*constructor) if constructor else ""
    return ".".join(classes) + (f"({made_with})" if made_with else "") + f".{method}({given})"


def owner_of(place, name):
    """The class of a method that is called on an object."""
    module = functions.program(place) if place.endswith(".py") else functions.importlib.import_module(place)
    owner = module
    for part in name.split(".")[:-1]:
        owner = getattr(owner, part)
    return owner if inspect.isclass(owner) else None


def watch(owner, made):
    """Keeps with what each object is made."""
    init = owner.__init__

    @functools.wraps(init)  # a class may be watched again, for another of its methods
    def noting(self, *arguments, **keywords):
        made.setdefault(id(self), (inspect.signature(init), (self, *arguments), keywords))
        init(self, *arguments, **keywords)

    owner.__init__ = noting


def signature_of(function):
    return inspect.signature(function.forward if isinstance(function, functions.nn.Module) else function)


def words(signature, arguments, keywords):
    bound = signature.bind(*arguments, **keywords).arguments
    parameters = [parameter for name, parameter in signature.parameters.items() if name != "self" and name in bound]
    # `forward(*tensors)`: what stands in front of them stands there by position, too.
    several = [parameter for parameter in parameters if parameter.kind == parameter.VAR_POSITIONAL]
    words = []
    for parameter in parameters:
        name, value = parameter.name, bound[parameter.name]
        if parameter.kind == parameter.VAR_KEYWORD:
            words += value
        elif parameter.kind == parameter.VAR_POSITIONAL:
            words += [value_words(each) or "..." for each in value]
        elif several and parameter.kind != parameter.KEYWORD_ONLY:
            words.append(value_words(value) or "...")
        elif given := value_words(value):
            if not is_default(value, parameter):
                words.append(f"{name}={given}")
        elif parameter.default is not inspect.Parameter.empty:
            words.append(name)
    return ", ".join(words)


def is_default(value, parameter):
    """A device that is given stands for the GPU, also where the default is the CPU."""
    return is_literal(value) and value != "cpu" and (value is parameter.default or value == parameter.default)


def value_words(value):
    """None of what cannot be written."""
    if is_literal(value):
        return written(value)
    return tensor_words(value) if type(value) in (functions.torch.Tensor, functions.nn.Parameter) else None


def tensor_words(value):
    dtype = "" if value.dtype == functions.torch.float32 else f", dtype={value.dtype}"
    return f"torch.zeros({tuple(value.shape)}{dtype}, device='cuda')"


def written(value):
    return repr("cuda" if value == "cpu" else value)  # the device is the one that is asked for: the answers are of a GPU


def is_literal(value):
    if hasattr(value, "_fields"):
        return False  # the name of its class is not known where the call is read
    if isinstance(value, (tuple, list)):
        return all(is_literal(each) for each in value)
    return value is None or type(value) in (bool, int, float, str)


if __name__ == "__main__":
    main()
