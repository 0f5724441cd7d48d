"""The command `gpu_validation/run`: from fixtures and rule pages to evidence."""

import argparse
import contextlib
import importlib
import importlib.util
import os
import pathlib
import sys
import tempfile

from harness import evidence, judge, pages, source, worker

_HERE = pathlib.Path(__file__).resolve().parent.parent
_RANKS = 2

# Slow to import, and needed by many fixtures: optimizers pull in torch._dynamo when they are first used.
_PRELOADED = ("numpy", "torch.distributions", "torch.utils.data", "torch._dynamo", "torchvision")

# Rules that are about several processes.
_DISTRIBUTED = {"blocking_collective"}


class Refused(Exception):
    """The run cannot begin; the text says why."""


def _load(path):
    """Runs a fixture's module. Compiled under its absolute path, which the observers look for in the frames."""
    spec = importlib.util.spec_from_file_location("fixture", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["fixture"] = module
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    return module


def _session(path, library, fixture, rank=0, world=1, store=None):
    """What a child calls once: opens the observers and the fixture, and returns the measurement of one case."""

    def opened():
        if world > 1:
            _join_group(rank, world, store)
        from harness.measure import Measurement

        measurement = Measurement(str(path), library)
        module = _load(path)
        once = _runs_once(fixture)
        anomaly = "backward(" in fixture.text  # then torch notes which forward line made each autograd node

        def measure(name):
            return measurement.measure(getattr(module, name), fails_in_capture=once, anomaly=anomaly)

        return measure

    return opened


def _join_group(rank, world, store):
    """One GPU for each rank, which it sees as its only one: fixtures say "cuda"."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    os.environ["CUDA_VISIBLE_DEVICES"] = visible.split(",")[rank] if visible else str(rank)
    import torch
    import torch.distributed as dist

    dist.init_process_group("nccl", store=dist.FileStore(store, world), rank=rank, world_size=world)
    dist.all_reduce(torch.ones(1, device="cuda"))


def _runs_once(fixture):
    """A failed capture leaves the process in no state to go on."""
    return any("SF605" in expectation.codes for expectation in fixture.expectations)


class Run:
    """One run of the harness over a set of rules."""

    def __init__(self, library, limits, environment):
        self._library = library
        self._limits = limits
        self._environment = environment

    def file(self, fixture, path, stem):
        """({case: result}, the reason why the file was not run or None)."""
        names = [case.name for case in fixture.cases]
        skipped = {name: {"status": "skipped"} for name in names}
        if stem not in _DISTRIBUTED:
            sessions = [_session(path, self._library, fixture)]
            return worker.run_cases(sessions, names, self._limits, isolate=_runs_once(fixture))
        if self._environment["gpus"] < _RANKS:
            return skipped, f"it needs {_RANKS} GPUs, and {self._environment['gpus']} is there"
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "store")
            sessions = [_session(path, self._library, fixture, rank, _RANKS, store) for rank in range(_RANKS)]
            return worker.run_cases(sessions, names, self._limits)

    def rule(self, folder, page):
        """The evidence of one rule."""
        files, waits = [], {"bad": [], "good": []}
        complete = True
        for path in source.fixture_paths(folder):
            fixture = source.read(path)
            results, not_run = self.file(fixture, path, page.stem)
            file = {"path": path.name, "sha256": fixture.sha256}
            if not_run:
                file["not_run"] = not_run
                verdicts, whole = {case.name: [] for case in fixture.cases}, []
                complete = False
            else:
                verdicts, whole = judge.judge_file(fixture, page.stem, results)
            if whole:
                file["reasons"] = whole
            file["cases"] = [
                evidence.case_data(fixture, page.stem, case, results[case.name], verdicts[case.name])
                for case in fixture.cases
            ]
            form = "bad" if path.name.startswith("bad") else "good"
            waits[form] += [judge.waits_of(page.stem, result) for result in results.values()]
            files.append(file)
            _report(page, file)
        data = {"rule": page.stem, "code": page.code}
        data.update({key: self._environment[key] for key in evidence.ENVIRONMENT})
        if page.stem in _DISTRIBUTED and complete:
            data["ranks"] = _RANKS
        data["files"] = files
        form = judge.judge_form(page, waits["bad"], waits["good"]) if complete else []
        if form:
            data["reasons"] = form
            print(f"  {page.stem}: {form[0]}", flush=True)
        return data


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


def _prepare(build_folder):
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
    parser.add_argument("--self-test", action="store_true", help="run the planted lies: each must be reported")
    return parser.parse_args(arguments)


def _selected(options):
    known = pages.read_pages(options.rules)
    stems = [stem for stem in known if source.fixture_paths(options.fixtures / stem)]
    unknown = [stem for stem in options.rule if stem not in stems]
    if unknown:
        raise Refused(f"no rule page with fixtures is named {', '.join(unknown)}")
    return known, options.rule or stems


def _summarise(options, known):
    """The page beside the evidence's folder covers all evidence there, also that of earlier runs."""
    path = options.out.parent / "SUMMARY.md"
    path.write_text(evidence.summary(known, evidence.read_all(options.out)), encoding="utf-8")


def _self_test(run):
    """Runs the planted fixtures. The cases that disagree must be exactly those marked `# lie`."""
    folder = _HERE / "selftest"
    failures = 0
    for stem, page in pages.read_pages(folder / "rules").items():
        data = run.rule(folder / "fixtures" / stem, page)
        for path, file in zip(source.fixture_paths(folder / "fixtures" / stem), data["files"], strict=True):
            for case, recorded in zip(source.read(path).cases, file["cases"], strict=True):
                planted = case.comment.startswith("lie")
                if planted != (recorded["verdict"] == "disagrees"):
                    failures += 1
                    found = "not reported" if planted else "reported, though it is honest"
                    print(f"SELF-TEST FAILS: {path.parent.name}/{path.name}: {case.name} is {found}", flush=True)
    print("self-test: all planted lies are reported" if not failures else f"self-test: {failures} failures", flush=True)
    return 1 if failures else 0


def main(arguments=None):
    options = _arguments(arguments)
    try:
        known, stems = _selected(options)
        with tempfile.TemporaryDirectory() as build_folder:
            environment, library = _prepare(build_folder)
            if options.self_test:
                return _self_test(Run(library, worker.Limits(case_s=10), environment))
            run = Run(library, worker.Limits(case_s=options.case_limit), environment)
            disagreeing = 0
            for stem in stems:
                data = run.rule(options.fixtures / stem, known[stem])
                evidence.write(options.out, data)
                disagreeing += bool(evidence.disagreements(data))
    except (Refused, source.FixtureError, OSError) as error:
        print(f"gpu_validation/run: {error}", file=sys.stderr)
        return 2
    _summarise(options, known)
    print(f"{len(stems)} rules run, {disagreeing} with disagreements", flush=True)
    return 1 if disagreeing else 0
