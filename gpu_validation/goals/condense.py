#!/usr/bin/env python3
"""Makes bench/truth/goals/answers.json of what measure.py wrote: for each function and goal what stopped it, and where.

Places are the innermost frame that is neither torch's nor the standard library's, as [file's name, line]. With --ran,
the lines that a plain run on the CPU came through are written beside them: only those can be said wrongly.
"""

import argparse
import io
import json
import contextlib
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measured", type=Path)
    parser.add_argument("--batch", default="first", help="as for measure.py")
    parser.add_argument("--output", type=Path, help="answers.json, or the batch's file, of the folder of data")
    parser.add_argument("--goals", type=Path, default=HERE.parents[1] / "bench/truth/goals")
    options = parser.parse_args()
    measured = json.loads(options.measured.read_text())
    functions = {}
    ran = dict(lines_that_ran(options))
    for name, answer in measured["functions"].items():
        functions[name] = {"ran": ran.get(name, {})}
        if "failed" not in answer.get("capture", {"failed": ""}):
            functions[name]["capture"] = capture_of(answer["capture"])
        if "failed" not in answer.get("dynamo", {"failed": ""}) and "error" not in answer["dynamo"]["run"]:
            functions[name]["compile"] = compile_of(answer["dynamo"])
    kept = {key: measured[key] for key in ("torch", "python", "device", "packages")}
    text = ",\n".join(f" {json.dumps(name)}: {json.dumps(functions[name], sort_keys=True)}" for name in sorted(functions))
    output = options.output or options.goals / ("answers.json" if options.batch == "first" else f"{options.batch}.json")
    output.write_text(json.dumps(kept, sort_keys=True)[:-1] + ', "functions": {\n' + text + "\n}}\n")


def capture_of(answer):
    stacks = [answer["frames"]] if answer.get("frames") else []
    stacks += [[f for f in stack if not f[0].endswith("/warnings.py")] for stack in answer.get("waits", [])]
    at = [] if answer["works"] else places_of(stacks)
    return {"works": answer["works"], "error": answer.get("text", "")[:120], "at": at}


def compile_of(answer):
    stacks = []
    for each in answer["run"]["breaks"]:
        stacks.append(each["frames"] or ([[*each["at"], ""]] if each["at"] else []))
    reasons = [each["reason"] for each in answer["run"]["breaks"]]
    explained = answer["explain"].get("breaks", [])
    return {
        "breaks": bool(reasons),
        "at": places_of(stacks),
        "gives_up": any("kipping" in reason for reason in reasons),
        "explain": places_of([each["frames"] for each in explained]),
        "explain_data": places_of([e["frames"] for e in explained if "jump" in e["reason"] or "Data-dep" in e["reason"]]),
        "fullgraph": answer["whole"]["works"],
    }


def places_of(stacks):
    own = [[frame for frame in stack if is_own(frame[0])] for stack in stacks]
    return sorted({(Path(stack[-1][0]).name, stack[-1][1]) for stack in own if stack})


def is_own(file):
    is_package = "-packages/" in file and "-packages/torch/" not in file
    return is_package or "/bench/truth/" in file


def lines_that_ran(asked):
    """By function: the lines of each file, on the CPU."""
    import measure
    import observe

    options = argparse.Namespace(goals=asked.goals, batch=asked.batch, device="cpu", only="dynamo", name="")
    for name, _, build in measure.tasks_of(options):
        lines = {}
        if name.startswith("probe:sync_compile"):
            continue  # a compiler that is traced takes minutes

        def trace(frame, event, _):
            file = frame.f_code.co_filename
            if not is_own(file):
                return None
            if event == "line":
                lines.setdefault(Path(file).name, set()).add(frame.f_lineno)
            return trace

        try:
            with contextlib.redirect_stdout(io.StringIO()):
                function, arguments = build()
                sys.settrace(trace)
                function(*arguments)
        except Exception as error:
            print(f"{name}: {observe.text_of(error)}", file=sys.stderr)
        finally:
            sys.settrace(None)
        yield name, {file: sorted(found) for file, found in lines.items()}


if __name__ == "__main__":
    os.environ["PYTHONWARNINGS"] = "ignore"
    main()
