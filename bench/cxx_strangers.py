#!/usr/bin/env python3
"""Types in each rewrite that the linter shows in strangers' C++ and CUDA sources, and compiles the sources before and after.

usage: cxx_strangers.py --linter PROGRAM --torch FOLDER --cuda FOLDER [--compiler clang++-19] PROJECT...

FOLDER of --torch holds torch's headers, that of --cuda the CUDA headers and `cccl` (see cxx_lines.py). Each project is analysed by
itself, at all temperatures and with what is only possible. A file's own headers are found in its project by the end of their path. CUDA
sources are read as exact mode reads them: the host's side, with the prelude of frontends/clang. Each file is compiled (`-fsyntax-only`)
with nothing and with all of its rewrites; where that brings an error, with each by itself. An empty file stands for a header that is
missing. A file that has errors by itself, or stand-ins, is judged by whether any error comes to them. Of each rewrite is looked at, too:
brackets balance, and each name in it stands in the file or belongs to CUDA, Thrust or torch.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from shown_lines import Text, applied

ROOT = Path(__file__).resolve().parent.parent
PRELUDE = ROOT / "frontends/clang/worker/prelude.h"
SOURCES = (".cu", ".cpp", ".cc", ".cxx")
HEADERS = (".h", ".hpp", ".cuh", ".hh", ".hxx", ".inl", ".inc", ".ipp", ".tpp")
DEVICE = (".cu", ".cuh")
SEED = 20261126
MOST_HEADERS = 400  # of one file; more are found by those that are looked through first
MOST_STAND_INS = 3  # rounds: one that is there may ask for others
LONGEST = 120  # seconds for one compilation
# What rewrites bring: names of CUDA's runtime, of Thrust and of torch.
BROUGHT = {
    "ATen", "CUDAContext", "CUDAStream", "at", "c10", "cuda", "cudaMemcpyAsync", "cudaStreamSynchronize", "device", "dtype", "getCurrentCUDAStream",
    "h", "include", "on", "options", "par_nosync", "stream", "system", "thrust",
}  # fmt: skip


class Project:
    """The files of a project, by the end of their path."""

    def __init__(self, folder):
        self.folder = folder
        self.by_name = collections.defaultdict(list)
        for path in folder.rglob("*"):
            if path.suffix in SOURCES + HEADERS:
                self.by_name[path.name].append(path)

    def found(self, included, beside):
        """The file that an include line means, and the folder under which it has the name given there."""
        wanted = "/" + included.lstrip("./")
        fitting = [path for path in self.by_name[included.rsplit("/", 1)[-1]] if str(path).endswith(wanted)]
        if not fitting:
            return None

        def shared(path):
            return sum(1 for a, b in zip(path.parts, beside.parts) if a == b)

        path = max(fitting, key=lambda path: (shared(path), -len(path.parts)))
        return path, Path(str(path)[: -len(wanted)])

    def include_folders(self, source):
        folders, seen, queue = {}, {source}, collections.deque([source])
        while queue and len(seen) < MOST_HEADERS:
            path = queue.popleft()
            for included in re.findall(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', path.read_text(errors="replace"), re.MULTILINE):
                if (found := self.found(included, path)) and found[0] not in seen:
                    seen.add(found[0])
                    folders.setdefault(found[1])
                    queue.append(found[0])
        return list(folders)


class Compiler:
    def __init__(self, program, torch, cuda):
        self.program = program
        self.headers = [cuda, cuda / "cccl", torch, torch / "torch/csrc/api/include"]
        self.cuda = str(cuda)
        # Clang's own headers, without those that it puts around a CUDA source.
        resources = subprocess.run([program, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
        self.own = ["-nobuiltininc", "-idirafter", f"{resources}/include"]

    def command(self, path, folders):
        command = [self.program, "-std=c++20", "-w", "-DNDEBUG"]
        if path.suffix in DEVICE:
            command += ["-xcuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-include", str(PRELUDE)]
            command += ["-Xclang", "-fno-cuda-host-device-constexpr", *self.own]
        else:
            command += ["-xc++"]
        command += ["-iquote", str(path.parent), *(f"-I{folder}" for folder in [path.parent, *folders])]
        return command + [word for folder in self.headers for word in ("-isystem", str(folder))]

    def stand_ins(self, path, text, folders, stand_ins):
        """Makes an empty file for each header that is missing."""
        command = [*self.command(path, [*folders, stand_ins]), "-M", "-MG", "-"]
        for _ in range(MOST_STAND_INS):
            process = subprocess.run(command, input=text.encode(errors="surrogateescape"), capture_output=True, check=False, timeout=LONGEST)
            named = re.findall(r"(?:[^\s\\]|\\ )+", process.stdout.decode().split(":", 1)[-1])
            missing = [name for name in named if not name.startswith("/")]
            if not missing:
                return
            for name in missing:
                header = stand_ins / name.replace("../", "")
                header.parent.mkdir(parents=True, exist_ok=True)
                header.touch()

    def errors(self, path, text, folders):
        """The errors with how often; None if it is not read to its end."""
        command = [*self.command(path, folders), "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics", "-"]
        try:
            process = subprocess.run(command, input=text.encode(errors="surrogateescape"), capture_output=True, check=False, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return None
        found = re.findall(r"^([^:\n]*)[^\n]*?: (fatal )?error: (.*)$", process.stderr.decode(errors="replace"), re.MULTILINE)
        if any(fatal for _, fatal, _ in found):
            return None
        # CUDA's own headers know no Clang that has a part of `std` constexpr.
        return collections.Counter(error for place, _, error in found if not place.startswith(self.cuda))


def findings_of(linter, path):
    command = [linter, "--isolated", "--no-cache", "--no-respect-gitignore", "--quiet", "--exit-zero", "--temperature", "cold"]
    command += ["--confidence", "possible", "--output-format", "json", path]
    return json.loads(subprocess.run(command, capture_output=True, check=False).stdout)["findings"]


def rewrites_of(findings):
    """By file, the rewrites that differ."""
    files = collections.defaultdict(dict)
    for finding in findings:
        for fix in finding["fixes"]:
            if fix["edits"] and finding["location"]["path"].endswith(SOURCES + HEADERS):
                files[finding["location"]["path"]].setdefault(json.dumps(fix["edits"]), fix)
    return {path: list(fixes.values()) for path, fixes in files.items()}


def together(fixes):
    """The edits of as many rewrites as do not meet; insertions that are the same come once."""
    chosen = []
    for fix in fixes:
        new = [edit for edit in fix["edits"] if edit not in chosen]
        place = lambda edit, side: (edit[side]["line"], edit[side]["column"])  # noqa: E731
        if all(place(a, "end") <= place(b, "start") or place(b, "end") <= place(a, "start") for a in new for b in chosen):
            chosen += new
    return sorted(chosen, key=lambda edit: (edit["start"]["line"], edit["start"]["column"], edit["end"]["line"], edit["end"]["column"]))


def faults_of_text(text, fix):
    """What can be said of a rewrite without a compiler."""
    source = Text(text)
    old = " ".join(text[source.offset(edit["start"]) : source.offset(edit["end"])] for edit in fix["edits"])
    new = " ".join(edit["text"] for edit in fix["edits"])
    for pair in ("()", "[]", "{}"):
        if new.count(pair[0]) - new.count(pair[1]) != old.count(pair[0]) - old.count(pair[1]):
            yield f"`{pair}` does not balance"
    names = set(re.findall(r"[^\W\d]\w*", new)) - set(re.findall(r"[^\W\d]\w*", text)) - BROUGHT
    if names:
        yield "names that are not there: " + ", ".join(sorted(names))


def judge(options, project, path, fixes):
    """(what could be said, [(fix, fault)])."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    faults = [(fix, fault) for fix in fixes for fault in faults_of_text(text, fix)]
    folders = project.include_folders(path)
    with tempfile.TemporaryDirectory() as folder:
        stand_ins = Path(folder)

        options.headers.stand_ins(path, text, folders, stand_ins)

        def errors(new):
            return options.headers.errors(path, new, [*folders, stand_ins])

        before = errors(text)
        if before is None:
            return "cannot be compiled", faults
        complete = not before and not any(stand_ins.iterdir())
        after = errors(applied(text, together(fixes))[0])
        if after is None or after - before:
            for fix in fixes:
                alone = errors(applied(text, fix["edits"])[0])
                if alone is None or (new := alone - before):
                    faults.append((fix, "brings: " + "; ".join(list(new)[:2]) if alone is not None else "is not read to its end"))
    return "compiles" if complete else "has other errors", faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--linter", required=True, type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--torch", required=True, type=lambda path: Path(path).resolve())
    parser.add_argument("--cuda", required=True, type=lambda path: Path(path).resolve())
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, help="files of a project, drawn by a fixed seed")
    parser.add_argument("projects", nargs="+", type=lambda path: Path(path).resolve())
    options = parser.parse_args()
    options.headers = Compiler(options.compiler, options.torch, options.cuda)
    said, faulty = collections.Counter(), 0
    for folder in options.projects:
        files = rewrites_of(findings_of(options.linter, folder))
        if not files:
            continue
        project = Project(folder)
        if options.most and len(files) > options.most:
            files = {path: files[path] for path in random.Random(SEED).sample(sorted(files), options.most)}
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = {path: pool.submit(judge, options, project, Path(path), fixes) for path, fixes in files.items()}
        here = collections.Counter()
        for path, job in jobs.items():
            verdict, faults = job.result()
            here[verdict] += len(files[path])
            faulty += len({json.dumps(fix["edits"]) for fix, _ in faults})
            for fix, fault in faults:
                last = fix["edits"][-1]
                print(f"{path}:{last['start']['line']}: {fix['code']} {fix['title']}\n    {last['text'].strip()}\n    {fault}")
        print(f"{folder.name}: " + ", ".join(f"{name} {count}" for name, count in sorted(here.items())), flush=True)
        said += here
    print(f"{sum(said.values())} rewrites: " + ", ".join(f"{name} {count}" for name, count in sorted(said.items())) + f"; {faulty} with a fault")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
