#!/usr/bin/env python3
"""Writes the licences of what the programs in a wheel are made of besides our own sources."""

import argparse
import glob
import sys
from pathlib import Path

DEBIAN = "/usr/share/doc/{}/copyright"
HOMEBREW = ("/opt/homebrew/opt/{}/LICENSE*", "/usr/local/opt/{}/LICENSE*")



def packaged(debian, homebrew):
    """Where the licence of a package may be on the machine that builds."""
    return DEBIAN.format(debian), *(pattern.format(homebrew) for pattern in HOMEBREW)


# name, what for, patterns of the licence's files on the machine that builds: the first that matches counts
PROGRAM = (
    ("tree-sitter", "the core of the Python reader", ("{third_party}/tree_sitter/LICENSE",)),
    ("ICU", "character tables inside tree-sitter", ("{third_party}/tree_sitter/tree_sitter/core/lib/src/unicode/LICENSE",)),
    ("tree-sitter-python", "the grammar of the Python reader", ("{third_party}/tree_sitter_python/LICENSE",)),
    ("JSON for Modern C++", "reading and writing JSON", packaged("nlohmann-json3-dev", "nlohmann-json")),
    ("CLI11", "reading the command line", packaged("libcli11-dev", "cli11")),
    ("toml++", "reading configurations", packaged("libtomlplusplus-dev", "tomlplusplus")),
    ("xxHash", "hashes of contents", packaged("libxxhash-dev", "xxhash")),
)
# A Mac's program uses the allocator and the C++ library of the system.
LINUX_PROGRAM = (
    ("gperftools", "the allocator", (DEBIAN.format("libgoogle-perftools-dev"),)),
    ("GCC's runtime libraries", "linked under the GCC Runtime Library Exception", (DEBIAN.format("libstdc++-12-dev"),)),
)
# One for Windows uses the allocator of the system and brings its runtime libraries.
WINDOWS_PROGRAM = (
    ("GCC's runtime libraries", "linked under the GCC Runtime Library Exception", (DEBIAN.format("gcc-mingw-w64-base"),)),
    ("MinGW-w64", "the C runtime and winpthreads", (DEBIAN.format("mingw-w64-common"), DEBIAN.format("mingw-w64-x86-64-dev"))),
)
WORKER = (
    ("Clang", "in syncfree-lint-clang alone", (DEBIAN.format("libclang-19-dev"),)),
    ("LLVM", "in syncfree-lint-clang alone", (DEBIAN.format("llvm-19-dev"),)),
    ("Zstandard", "in syncfree-lint-clang alone", (DEBIAN.format("libzstd-dev"),)),
    ("zlib", "in syncfree-lint-clang alone", (DEBIAN.format("zlib1g-dev"),)),
)
MISSING = "The licence was not on the machine that built this."


OF_SYSTEMS = {"linux": LINUX_PROGRAM, "windows": WINDOWS_PROGRAM}


def parts_of(system, with_worker):
    return PROGRAM + OF_SYSTEMS.get(system, ()) + (WORKER if with_worker else ())


def notice(name, purpose, patterns, third_party):
    found = next(filter(None, (sorted(glob.glob(pattern.format(third_party=third_party))) for pattern in patterns)), [])
    text = "\n\n".join(Path(path).read_text(encoding="utf-8", errors="replace").strip() for path in found) or MISSING
    return f"{name}: {purpose}\n{'-' * 72}\n{text}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--third-party", required=True, help="where the pinned sources are")
    parser.add_argument("--worker", action="store_true", help="the worker with Clang is there, too")
    parser.add_argument("--system", default=sys.platform, help="the one that the program is for: linux, darwin or windows")
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    notices = [notice(*part, arguments.third_party) for part in parts_of(arguments.system, arguments.worker)]
    arguments.output.write_text("\n\n".join(notices), encoding="utf-8")


if __name__ == "__main__":
    main()
