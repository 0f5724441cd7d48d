"""What the drivers of drawn packages share: runs pieces of work of one package on the GPU and writes its truth file.

    SOURCES=FOLDER OUT=FOLDER python3 bench/truth/fresh/drivers/torchhd_driver.py

SOURCES holds the packages' sources, OUT gets NAME.json. DEV=cpu is a dry run without a GPU, which writes nothing.
Each piece of work runs once unobserved, so that one-off initialisation does not count, and once observed.
"""

import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import numpy
import torch

DEV = os.environ.get("DEV", "cuda")
ROOT = os.environ["SOURCES"]
SECONDS = float(os.environ.get("SECONDS_EACH", "120"))
VALIDATION = Path(__file__).resolve().parents[4] / "gpu_validation"

if DEV == "cpu":  # the packages' own moves to the GPU do nothing
    for owner in (torch.Tensor, torch.nn.Module):
        owner.cuda = lambda self, *_, **__: self


class Late(BaseException):
    pass


def _alarm(*_):
    raise Late("time limit")


class Driver:
    def __init__(self, package):
        self.package = package
        self.results = {}
        self.start = time.time()
        self.during = self._dry_run
        self.folder = tempfile.TemporaryDirectory()
        signal.signal(signal.SIGALRM, _alarm)
        if DEV == "cuda":
            sys.path.append(str(VALIDATION))
            from collecting.collector import Collector
            from harness import command

            self.environment, library = command.prepare(self.folder.name)
            self.during = Collector({package: os.path.join(ROOT, package)}, library).during

    @staticmethod
    def _dry_run(work):
        try:
            work()
        except Exception as error:
            return {}, error
        return {}, None

    def _run(self, function, observed):
        for seed in (torch.manual_seed, random.seed, numpy.random.seed):
            seed(0)
        return (self.during if observed else self._dry_run)(function)

    def work(self, name, function, limit=15):
        if time.time() - self.start > SECONDS:
            return
        signal.alarm(limit)
        try:
            _, error = self._run(function, observed=False)
            if error is None:
                self.results[name], error = self._run(function, observed=True)
        except Late as late:
            error = late
        signal.alarm(0)
        if error is not None:
            print(f"  {name}: {type(error).__name__}: {str(error)[:200]}".replace("\n", " "), flush=True)

    def finish(self):
        print(f"{self.package}: {len(self.results)} pieces of work ran", flush=True)
        if DEV != "cuda":
            return
        from collecting import truth

        data = truth.merge(self.package, self.environment, self.results)
        Path(os.environ["OUT"], f"{self.package}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
