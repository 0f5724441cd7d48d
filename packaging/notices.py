#!/usr/bin/env python3
"""Writes the licences of what the programs in a wheel are made of besides our own sources."""

import argparse
from pathlib import Path

DEBIAN = "/usr/share/doc/{}/copyright"

# name, what for, where the licence is on the machine that builds
PROGRAM = (
    ("tree-sitter", "the core of the Python reader", "{third_party}/tree_sitter/LICENSE"),
    ("ICU", "character tables inside tree-sitter", "{third_party}/tree_sitter/tree_sitter/core/lib/src/unicode/LICENSE"),
    ("tree-sitter-python", "the grammar of the Python reader", "{third_party}/tree_sitter_python/LICENSE"),
    ("JSON for Modern C++", "reading and writing JSON", DEBIAN.format("nlohmann-json3-dev")),
    ("CLI11", "reading the command line", DEBIAN.format("libcli11-dev")),
    ("toml++", "reading configurations", DEBIAN.format("libtomlplusplus-dev")),
    ("xxHash", "hashes of contents", DEBIAN.format("libxxhash-dev")),
    ("gperftools", "the allocator", DEBIAN.format("libgoogle-perftools-dev")),
    ("GCC's runtime libraries", "linked under the GCC Runtime Library Exception", DEBIAN.format("libstdc++-12-dev")),
)
WORKER = (
    ("Clang", "in syncfree-lint-clang alone", DEBIAN.format("libclang-19-dev")),
    ("LLVM", "in syncfree-lint-clang alone", DEBIAN.format("llvm-19-dev")),
    ("Zstandard", "in syncfree-lint-clang alone", DEBIAN.format("libzstd-dev")),
    ("zlib", "in syncfree-lint-clang alone", DEBIAN.format("zlib1g-dev")),
)
MISSING = "The licence was not on the machine that built this."


def notice(name, purpose, path):
    text = path.read_text(encoding="utf-8", errors="replace").strip() if path.is_file() else MISSING
    return f"{name}: {purpose}\n{'-' * 72}\n{text}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--third-party", required=True, help="where the pinned sources are")
    parser.add_argument("--worker", action="store_true", help="the worker with Clang is there, too")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    parts = PROGRAM + WORKER if arguments.worker else PROGRAM
    notices = [notice(name, purpose, Path(path.format(third_party=arguments.third_party))) for name, purpose, path in parts]
    arguments.output.write_text("\n\n".join(notices), encoding="utf-8")


if __name__ == "__main__":
    main()
