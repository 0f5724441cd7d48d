"""Answers one question of `measure` about one program, as a line of JSON."""

import argparse
import importlib.util
import json
import statistics
import tempfile
import time
import warnings
from pathlib import Path

import torch

CLASSES = ("Trainer", "Generator", "Sampler")
COMPARED_STEPS = 5
PROFILED_STEPS = 10
LONGEST_ROUND = 50  # steps; the patched programs read their logs once in as many
# What torch.compile gets: the forward pass. A program that is missing here has no forward pass of its own that the patch changed.
COMPILED = {"detection": "loss_of", "diffusion": "denoise", "graphs": "loss_of", "moe": "loss_of", "ppo": "loss_of", "speech": "loss_of"}


def load(options, variant):
    spec = importlib.util.spec_from_file_location(f"{options.name}_{variant}", Path(options.folder) / variant / f"{options.name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = next(getattr(module, name) for name in CLASSES if hasattr(module, name))
    return lambda: made(options.device, options.small)


def settle(options):
    if options.device == "cuda":
        torch.cuda.synchronize()


def on_host(results):
    return {name: torch.as_tensor(value).detach().double().cpu().clone() for name, value in results.items()}


def difference(first, second):
    """The largest difference of any value, against the larger of 1 and the value; 0 where all bits agree."""
    worst = 0.0
    for one, other in zip(first, second, strict=True):
        for name, value in one.items():
            if value.shape != other[name].shape:
                return float("inf")
            gap = (value - other[name]).abs() / value.abs().clamp(min=1)
            worst = max(worst, gap.max().item())
    return worst


def differing_share(first, second):
    """Of all values, those that are not the same to the last bit."""
    pairs = [(value, other[name]) for one, other in zip(first, second, strict=True) for name, value in one.items()]
    return sum((value != other).sum().item() for value, other in pairs) / sum(value.numel() for value, _ in pairs)


def results_of(make):
    """What the first steps of a new program compute."""
    torch.manual_seed(2)
    program = make()
    torch.manual_seed(3)
    return [on_host(program.step(number)) for number in range(COMPARED_STEPS)]


def steps_in_a_round(step, options):
    settle(options)
    begun = time.perf_counter()
    for number in range(3):
        step(number)
    settle(options)
    return min(LONGEST_ROUND, max(3, int(options.seconds * 3 / (time.perf_counter() - begun))))


def round_ms(step, count, options):
    """Milliseconds a step by the clock, and by CUDA events around the round."""
    settle(options)
    events = [torch.cuda.Event(enable_timing=True) for _ in range(2)] if options.device == "cuda" else None
    begun = time.perf_counter()
    if events:
        events[0].record()
    for number in range(count):
        step(number)
    if events:
        events[1].record()
    settle(options)
    wall = (time.perf_counter() - begun) * 1e3 / count
    return wall, events[0].elapsed_time(events[1]) / count if events else wall


def summary(rounds):
    wall = sorted(each for each, _ in rounds)
    return {
        "ms": round(statistics.median(wall), 4),
        "least_ms": round(wall[0], 4),
        "most_ms": round(wall[-1], 4),
        "event_ms": round(statistics.median(each for _, each in rounds), 4),
    }


def waits_in(step, count, options):
    """{FILE:LINE: waits a step}, from torch's sync debug mode."""
    places = {}

    def keep(message, category, filename, line, *_):
        if "synchronizing CUDA operation" in str(message):
            place = f"{Path(filename).name}:{line}"
            places[place] = places.get(place, 0) + 1

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = keep
        torch.cuda.set_sync_debug_mode("warn")
        try:
            for number in range(count):
                step(number)
        finally:
            torch.cuda.set_sync_debug_mode("default")
    return {place: round(waits / count, 3) for place, waits in sorted(places.items())}


def covered(intervals):
    """The length of the union."""
    total = end = 0.0
    for start, length in sorted(intervals):
        total += max(0.0, start + length - max(start, end))
        end = max(end, start + length)
    return total


def profiled(step, options):
    """How long the GPU works in a step, and the synchronize calls of the runtime and the driver, from torch's profiler."""
    count = min(PROFILED_STEPS, steps_in_a_round(step, options))
    kind = torch.profiler.ProfilerActivity
    with torch.profiler.profile(activities=[kind.CUDA if options.device == "cuda" else kind.CPU]) as profile:
        for number in range(count):
            step(number)
        settle(options)
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        profile.export_chrome_trace(file.name)
        events = json.loads(Path(file.name).read_text())["traceEvents"]
    busy = [(e["ts"], e["dur"]) for e in events if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
    calls = [e for e in events if e.get("cat") in ("cuda_runtime", "cuda_driver") and "Synchronize" in e["name"]]
    own = 1  # the one behind the last step
    return {
        "busy_ms": round(covered(busy) / 1e3 / count, 4),
        "kernels": round(len(busy) / count, 1),
        "synchronize_calls": round(max(0, len(calls) - own) / count, 2),
    }


def eager(options):
    makes = {variant: load(options, variant) for variant in ("before", "after")}
    kept = {variant: results_of(make) for variant, make in makes.items()}
    again = results_of(makes["before"])
    answer = {
        "difference": difference(kept["before"], kept["after"]),
        "difference_of_two_runs": difference(kept["before"], again),
    }
    steps = {variant: make().step for variant, make in makes.items()}
    for step in steps.values():
        for number in range(5):
            step(number)
    count = min(steps_in_a_round(step, options) for step in steps.values())
    rounds = {variant: [] for variant in steps}
    for _ in range(options.rounds):
        for variant, step in steps.items():
            rounds[variant].append(round_ms(step, count, options))
    for variant, step in steps.items():
        places = waits_in(step, count, options) if options.device == "cuda" else {}
        measured = summary(rounds[variant]) | profiled(step, options)
        idle = max(0.0, 1 - measured["busy_ms"] / measured["ms"])
        answer[variant] = measured | {"idle_share": round(idle, 4), "waits": round(sum(places.values()), 2), "places": places}
    return answer | {"steps_a_round": count, "rounds": options.rounds}


def made_capturable(make):
    program = make()
    for value in vars(program).values():
        if isinstance(value, torch.optim.Optimizer) and "capturable" in value.defaults:
            for group in value.param_groups:
                group["capturable"] = True
    return program


def parts_of(program, inputs):
    """The pieces of a step, each of which gives (has it all ended?, results)."""
    if hasattr(program, "parts"):
        return program.parts(*inputs)
    return [lambda: (None, program.compute(*inputs))]


def run_parts(parts):
    for part in parts:
        ended, results = part()
        if ended is not None and bool(ended.all()):
            break
    return results


def reference(make):
    """The steps that the graph is held against, as they run without one."""
    torch.manual_seed(2)
    program = made_capturable(make)
    for number in (0, 0, 0, *range(COMPARED_STEPS)):
        torch.manual_seed(1)
        results = run_parts(parts_of(program, program.inputs(number)))
        yield on_host(results)


def captured(parts):
    """The pieces again, each as the replay of its graph."""
    pool, pieces = torch.cuda.graph_pool_handle(), []
    for part in parts:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=pool):
            ended, results = part()
        pieces.append((graph, ended, results))

    def replayed(graph, ended, results):
        graph.replay()
        return ended, results

    return [lambda piece=piece: replayed(*piece) for piece in pieces]


def graph(options):
    if options.device != "cuda":
        return {"works": False, "text": "there is no GPU"}
    make = load(options, options.variant)
    wanted = list(reference(make))
    again = difference(wanted, list(reference(make)))
    torch.manual_seed(2)
    program = made_capturable(make)
    torch.manual_seed(1)
    inputs = [each.clone() for each in program.inputs(0)]
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            torch.manual_seed(1)
            run_parts(parts_of(program, inputs))
    torch.cuda.current_stream().wait_stream(side)
    settle(options)
    try:
        pieces = captured(parts_of(program, inputs))
    except Exception as error:
        chain = [error, error.__context__] if error.__context__ else [error]
        return {"works": False, "error": type(chain[-1]).__name__, "text": " ".join(str(chain[-1]).split())[:300]}

    def step(number):
        torch.manual_seed(1)
        for held, new in zip(inputs, program.inputs(number), strict=True):
            held.copy_(new, non_blocking=True)
        return run_parts(pieces)

    found = [on_host(step(number)) for number in range(COMPARED_STEPS)]
    answer = {"works": True, "difference": difference(wanted[3:], found), "difference_of_two_runs": again}
    answer["differing_share"] = round(differing_share(wanted[3:], found), 5)
    count = steps_in_a_round(step, options)
    answer |= summary([round_ms(step, count, options) for _ in range(options.rounds)]) | profiled(step, options)
    return answer | {"idle_share": round(max(0.0, 1 - answer["busy_ms"] / answer["ms"]), 4)}


def compiled(options):
    if options.name not in COMPILED:
        return {"asked": False}
    make = load(options, options.variant)
    wanted = results_of(make)
    again = difference(wanted, results_of(make))
    torch.manual_seed(2)
    program = make()
    name = COMPILED[options.name]
    setattr(program, name, torch.compile(getattr(program, name), fullgraph=True))
    torch.manual_seed(3)
    begun = time.perf_counter()
    try:
        found = [on_host(program.step(number)) for number in range(COMPARED_STEPS)]
    except Exception as error:
        return {"asked": True, "works": False, "error": type(error).__name__, "text": " ".join(str(error).split())[:300]}
    took = time.perf_counter() - begun
    for number in range(10):
        program.step(number)
    count = steps_in_a_round(program.step, options)
    times = summary([round_ms(program.step, count, options) for _ in range(options.rounds)])
    answer = {"asked": True, "works": True, "first_steps_s": round(took, 1), "difference": difference(wanted, found)}
    return answer | {"difference_of_two_runs": again} | times


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("question", choices=("eager", "graph", "compile"))
    parser.add_argument("name")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--variant", required=True)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    answer = {"eager": eager, "graph": graph, "compile": compiled}[options.question](options)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
