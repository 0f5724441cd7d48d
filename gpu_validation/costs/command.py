"""The command `gpu_validation/cost`."""

import argparse
import json
import pathlib
import sys
import tempfile

from costs import page
from harness import command, worker

_HERE = pathlib.Path(__file__).resolve().parent.parent


def _measured(library):
    def work():
        from costs import measure, steps

        return {
            "rounds": measure.ROUNDS,
            "regimes": [
                {
                    "name": r.name,
                    "about": f"{r.layers} layers of width {r.width}, batch {r.batch}, {str(r.dtype)[6:]}, "
                    f"{r.steps} steps a run.",
                }
                for r in steps.REGIMES
            ],
            "variants": [{"name": name, "about": about, "base": base} for name, about, base in steps.VARIANTS],
            "rows": measure.measure(library),
        }

    return work


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="gpu_validation/cost", description="Measure what waits cost a training step.")
    parser.add_argument("--out", type=pathlib.Path, default=_HERE, help="folder of costs.json and COSTS.md")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            environment, library = command.prepare(folder)
            data = {"environment": environment, **worker.ask(_measured(library), 300)}
    except (command.Refused, RuntimeError, OSError) as error:
        print(f"gpu_validation/cost: {error}", file=sys.stderr)
        return 2
    (options.out / "costs.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    (options.out / "COSTS.md").write_text(page.page(data), encoding="utf-8")
    print(page.page(data), flush=True)
    return 0
