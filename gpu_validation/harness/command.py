"""The command `gpu_validation/run`: from fixtures and rule pages to evidence."""

import argparse
import contextlib
import importlib
import os
import pathlib
import sys
import tempfile

from harness import cxx_build, evidence, fixtures, judge, native_frames, pages, sessions, source, worker

_HERE = pathlib.Path(__file__).resolve().parent.parent
_RANKS = 2

# Slow to import, and needed by many fixtures: optimizers pull in torch._dynamo when they are first used.
_PRELOADED = ("numpy", "torch.distributions", "torch.utils.data", "torch._dynamo", "torchvision")

# Rules that are about several processes.
_DISTRIBUTED = {"blocking_collective"}


class Refused(Exception):
    """The run cannot begin; the text says why."""


class Run:
    """One run of the harness over a set of rules."""

    def __init__(self, library, limits, environment, compiled):
        self._library = library
        self._limits = limits
        self._environment = environment
        self._compiled = compiled

    def _python(self, fixture, path, stem):
        """({case: result}, the reason why the file was not run or None)."""
        names = [case.name for case in fixture.cases]
        if stem not in _DISTRIBUTED:
            opened = [sessions.python_session(path, self._library, fixture)]
            return worker.run_cases(opened, names, self._limits, isolate=sessions.runs_once(fixture, stem))
        if self._environment["gpus"] < _RANKS:
            skipped = {name: {"status": "skipped"} for name in names}
            return skipped, f"it needs {_RANKS} GPUs, and {self._environment['gpus']} is there"
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "store")
            opened = [
                sessions.python_session(path, self._library, fixture, rank, _RANKS, store) for rank in range(_RANKS)
            ]
            return worker.run_cases(opened, names, self._limits)

    def _cxx(self, fixture, path):
        names = [case.name for case in fixture.cases]
        compiled, stack_reader, failure = self._compiled.library(path)
        if failure:
            return {name: {"status": "skipped"} for name in names}, failure
        opened = sessions.native_session(fixture, self._library, compiled, stack_reader)
        return worker.run_cases([opened], names, self._limits)

    def _file(self, path, page):
        """The evidence of one fixture."""
        fixture = fixtures.read(path)
        cxx = fixtures.language(path) == "c++"
        results, not_run = self._cxx(fixture, path) if cxx else self._python(fixture, path, page.stem)
        file = {"path": path.name, "sha256": fixture.sha256}
        verdicts, whole = {case.name: [] for case in fixture.cases}, []
        if not_run:
            file["not_run"] = not_run
        else:
            verdicts, whole = judge.judge_file(fixture, page.stem, results)
        if whole:
            file["reasons"] = whole
        file["cases"] = [
            evidence.case_data(fixture, page.stem, case, results[case.name], verdicts[case.name])
            for case in fixture.cases
        ]
        return file

    def rule(self, folder, page, old=None):
        """The evidence of one rule. Of `old` evidence, files that are as they were then keep theirs."""
        files = []
        kept = evidence.kept(folder, old, self._environment)
        for path in fixtures.paths(folder):
            file = kept.get(path.name) or self._file(path, page)
            files.append(file)
            if path.name not in kept:
                _report(page, file)
        data = {"rule": page.stem, "code": page.code, "good_form_waits": page.good_form_waits}
        data.update({key: self._environment[key] for key in evidence.ENVIRONMENT})
        if page.stem in _DISTRIBUTED and not any(file.get("not_run") for file in files):
            data["ranks"] = _RANKS
        data["files"] = files
        reasons = evidence.form_reasons(page, files)
        if reasons:
            data["reasons"] = reasons
            print(f"  {page.stem}: {reasons[0]}", flush=True)
        return data


class Compiled:
    """The C++ fixtures, compiled in another process while this one goes on. `library` waits for that."""

    def __init__(self, folder, paths, architecture):
        self._folder = folder
        self._process = cxx_build.start(folder, paths, architecture) if paths else None
        self._stack_reader = None

    def library(self, path):
        """(the fixture's library, the stack reader's, None), or the reason why there is none in the third place."""
        cxx_build.finish(self._process)
        failure = cxx_build.failure_path(self._folder, path)
        if failure.exists():
            return None, None, f"it does not compile: {failure.read_text().strip()}"
        try:
            self._stack_reader = self._stack_reader or native_frames.build_stack_reader(self._folder)
        except native_frames.NativeError as error:
            return None, None, str(error)
        return cxx_build.library_path(self._folder, path), self._stack_reader, None


def _report(page, file):
    if file.get("not_run"):
        print(f"{page.code} {page.stem}/{file['path']}: not run: {file['not_run']}", flush=True)
        return
    wrong = [case for case in file["cases"] if case["verdict"] == "disagrees"]
    print(
        f"{page.code} {page.stem}/{file['path']}: {len(file['cases']) - len(wrong)} of {len(file['cases'])} agree",
        flush=True,
    )
    for case in wrong:
        for reason in case["reasons"]:
            print(f"  {case['name']}: {reason}", flush=True)
    for reason in file.get("reasons", ()):
        print(f"  {reason}", flush=True)


def _environment():
    """Asked in a child: the parent must not open the GPU."""

    def look():
        from harness import measure

        return measure.environment()

    try:
        return worker.ask(look, 180)
    except RuntimeError as error:
        raise Refused(str(error).removeprefix("RuntimeError: ")) from error


def _check_observer(library):
    """Whether CUPTI grants a subscription here; asked in a child too."""

    def look():
        import torch

        from observer import cupti

        torch.cuda.init()
        cupti.Cupti(library, lambda call: None).stop()
        return True

    try:
        worker.ask(look, 180)
    except RuntimeError as error:
        raise Refused(f"the CUPTI observer cannot run: {str(error).removeprefix('ObserverError: ')}") from error


def _preload():
    """Imports what children would import, once. None of it may open the GPU."""
    os.environ.setdefault("PYTORCH_NVML_BASED_CUDA_CHECK", "1")
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise Refused(f"torch is not installed: {error}") from error
    for name in _PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def prepare(build_folder):
    _preload()
    from observer import cupti

    environment = _environment()
    try:
        library = cupti.build(build_folder)
    except cupti.ObserverError as error:
        raise Refused(str(error)) from error
    _check_observer(library)
    print(
        "torch {torch}, CUDA {cuda}, driver {driver}, {gpus} × {gpu}, Python {python}".format(**environment), flush=True
    )
    return environment, library


def _arguments(arguments):
    parser = argparse.ArgumentParser(
        prog="gpu_validation/run", description="Run the fixtures on a GPU and record what waited, as evidence."
    )
    parser.add_argument("--fixtures", type=pathlib.Path, default=_HERE.parent / "fixtures")
    parser.add_argument("--rules", type=pathlib.Path, default=_HERE.parent / "rules", help="folder of the rule pages")
    parser.add_argument("--rule", action="append", default=[], metavar="STEM", help="only this rule; may be repeated")
    parser.add_argument("--out", type=pathlib.Path, default=_HERE / "evidence")
    parser.add_argument("--case-limit", type=float, default=60, metavar="SECONDS", help="time limit of one case")
    parser.add_argument("--stale", action="store_true", help="only fixtures whose evidence is missing or out of date")
    parser.add_argument("--self-test", action="store_true", help="run the planted lies: each must be reported")
    return parser.parse_args(arguments)


def _selected(options):
    known = pages.read_pages(options.rules)
    stems = [stem for stem in known if fixtures.paths(options.fixtures / stem)]
    unknown = [stem for stem in options.rule if stem not in stems]
    if unknown:
        raise Refused(f"no rule page with fixtures is named {', '.join(unknown)}")
    stems = options.rule or stems
    if options.stale:
        found = evidence.read_all(options.out)
        stems = [stem for stem in stems if evidence.stale_rule(options.fixtures, known[stem], found.get(stem))]
        stems = [stem for stem in stems if known[stem].measured]
    # Those with C++ come last: it is being compiled meanwhile.
    return known, sorted(stems, key=lambda stem: bool(_cxx_paths(options.fixtures, [stem])))


def _cxx_paths(folder, stems):
    return [path for stem in stems for path in fixtures.paths(folder / stem) if fixtures.language(path) == "c++"]


def _summarise(options, known):
    """The page beside the evidence's folder covers all evidence there, also that of earlier runs."""
    path = options.out.parent / "SUMMARY.md"
    path.write_text(evidence.summary(known, evidence.read_all(options.out)), encoding="utf-8")


def _run_of(build_folder, folder, stems, case_s, old):
    environment, library = prepare(build_folder)
    kept = {(stem, name) for stem in stems for name in evidence.kept(folder / stem, old.get(stem), environment)}
    paths = [path for path in _cxx_paths(folder, stems) if (path.parent.name, path.name) not in kept]
    compiled = Compiled(build_folder, paths, environment["architecture"])
    return Run(library, worker.Limits(case_s=case_s), environment, compiled)


def _self_test(options, build_folder):
    """Runs the planted fixtures. The cases that disagree must be exactly those marked `lie`."""
    folder = _HERE / "selftest"
    known = pages.read_pages(folder / "rules")
    run = _run_of(build_folder, folder / "fixtures", known, 10, {})
    failures = 0
    for stem, page in known.items():
        data = run.rule(folder / "fixtures" / stem, page)
        for path, file in zip(fixtures.paths(folder / "fixtures" / stem), data["files"], strict=True):
            for case, recorded in zip(fixtures.read(path).cases, file["cases"], strict=True):
                planted = case.comment.startswith("lie")
                if planted != (recorded["verdict"] == "disagrees"):
                    failures += 1
                    found = "not reported" if planted else "reported, though it is honest"
                    print(f"SELF-TEST FAILS: {path.parent.name}/{path.name}: {case.name} is {found}", flush=True)
    print("self-test: all planted lies are reported" if not failures else f"self-test: {failures} failures", flush=True)
    return 1 if failures else 0


def _run_rules(options, build_folder, known, stems):
    """Writes the evidence of each rule. Returns how many disagree."""
    old = evidence.read_all(options.out) if options.stale else {}
    run = _run_of(build_folder, options.fixtures, stems, options.case_limit, old)
    disagreeing = 0
    for stem in stems:
        data = run.rule(options.fixtures / stem, known[stem], old.get(stem))
        evidence.write(options.out, data)
        disagreeing += bool(evidence.disagreements(data))
    return disagreeing


def main(arguments=None):
    options = _arguments(arguments)
    try:
        known, stems = _selected(options)
        with tempfile.TemporaryDirectory() as build_folder:
            if options.self_test:
                return _self_test(options, build_folder)
            disagreeing = _run_rules(options, build_folder, known, stems)
    except (Refused, source.FixtureError, OSError) as error:
        print(f"gpu_validation/run: {error}", file=sys.stderr)
        return 2
    _summarise(options, known)
    print(f"{len(stems)} rules run, {disagreeing} with disagreements", flush=True)
    return 1 if disagreeing else 0
