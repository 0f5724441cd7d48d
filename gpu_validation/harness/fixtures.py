"""The fixtures of a rule: which files there are, in which languages, and how each is read."""

import pathlib

from harness import cxx_source, source

_SUFFIXES = {".py": "python", ".cpp": "c++", ".cu": "c++"}


def language(path):
    return _SUFFIXES[pathlib.Path(path).suffix]


def form(path):
    """ "bad" or "good"."""
    return "bad" if pathlib.Path(path).name.startswith("bad") else "good"


def paths(folder):
    """The fixtures of one rule: Python before C++, bad forms before good ones."""
    found = [p for p in pathlib.Path(folder).glob("*") if p.suffix in _SUFFIXES and p.stem.startswith(("bad", "good"))]
    return sorted(found, key=lambda p: (language(p) != "python", form(p), p.name))


def read(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return (cxx_source if cxx_source.is_cxx(path) else source).parse(path, text)
