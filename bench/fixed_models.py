#!/usr/bin/env python3
"""Runs models from the installed packages and from fixed copies of them on a GPU, and compares waits, time and outputs.

    python3 bench/fixed_models.py --fixed safe=FOLDER --fixed unsafe=FOLDER --out results.json

A FOLDER holds the files of the fixed packages that differ from the installed ones (torchvision/…, transformers/…). Waits are
what torch's sync debug mode warns of and the synchronize calls that its profiler sees, in one step. The installed packages
run twice, first and last: how far two runs of the same code differ says what a difference from the fixed ones means.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

STEPS = 4
TIMED_STEPS = 16


def detection():
    """Training steps of a Faster R-CNN with random weights and boxes."""
    import torch
    import torchvision

    torch.manual_seed(0)
    model = torchvision.models.detection.fasterrcnn_resnet50_fpn(
        weights=None, weights_backbone=None, num_classes=5, min_size=320, max_size=320
    ).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    images = [torch.rand(3, 320, 320, device="cuda") for _ in range(2)]
    corners = torch.tensor([[20.0, 20.0, 120.0, 160.0], [60.0, 80.0, 300.0, 300.0]], device="cuda")
    labels = torch.tensor([1, 2], device="cuda")
    targets = [{"boxes": corners.clone(), "labels": labels.clone()} for _ in images]

    def step():
        losses = model(images, targets)
        loss = sum(losses.values())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return torch.stack([value.detach() for value in losses.values()])

    return step


def _language_model():
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=512, hidden_size=128, intermediate_size=256, num_hidden_layers=2, num_attention_heads=4
    )
    model = LlamaForCausalLM(config).cuda().eval()
    tokens = torch.randint(3, 512, (2, 12), device="cuda")
    return model, {"input_ids": tokens, "attention_mask": torch.ones_like(tokens), "pad_token_id": 0}


def _generate(**options):
    import torch

    model, inputs = _language_model()

    def step():
        torch.manual_seed(0)
        return model.generate(**inputs, max_new_tokens=32, min_new_tokens=32, **options)

    return step


def greedy():
    """Thirty-two tokens of a small Llama with random weights, the most likely one each time."""
    return _generate(do_sample=False)


def sampled():
    """The same, drawn from the fifty most likely ones that make up nine tenths."""
    return _generate(do_sample=True, top_k=50, top_p=0.9)


def beams():
    """The same, as the best of four beams."""
    return _generate(do_sample=False, num_beams=4)


WORKLOADS = {"detection": detection, "greedy": greedy, "sampled": sampled, "beams": beams}


def measure(step):
    """(what one step costs, the outputs of some steps)."""
    import torch

    outputs = [step().cpu() for _ in range(STEPS)]
    torch.cuda.synchronize()
    elapsed = []
    for _ in range(TIMED_STEPS):
        start = time.perf_counter()
        step()
        torch.cuda.synchronize()
        elapsed.append(time.perf_counter() - start)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.set_warn_always(True)
        torch.cuda.set_sync_debug_mode("warn")
        step()
        torch.cuda.set_sync_debug_mode("default")
    warned = sum("synchronizing CUDA operation" in str(warning.message) for warning in caught)
    activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as profile:
        step()
    synchronized = sum(
        event.count for event in profile.key_averages() if "Synchronize" in event.key and "Device" not in event.key
    )
    return {"warned": warned, "synchronized": synchronized, "milliseconds": round(statistics.median(elapsed) * 1000, 2)}, outputs


def run(out):
    """In a process of its own: all models, watched and not."""
    import torch

    for name, workload in WORKLOADS.items():
        try:
            result, outputs = measure(workload())
        except Exception as error:  # a fixed copy that does not work is a result too
            result, outputs = {"failed": f"{type(error).__name__}: {error}"}, []
        torch.save(outputs, out / f"{name}.pt")
        (out / f"{name}.json").write_text(json.dumps(result))


def fixed_packages(fixed, place):
    """Copies of the installed packages with the fixed files over them."""
    for package in sorted(path.name for path in fixed.iterdir()):
        installed = pathlib.Path(importlib.util.find_spec(package).origin).parent
        shutil.copytree(installed, place / package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(fixed / package, place / package, dirs_exist_ok=True)


def results_of(path):
    """{model: (result, outputs)} with the packages that lie in `path`, or the installed ones."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, PYTHONPATH=str(path) if path else "", HF_HUB_OFFLINE="1")
        subprocess.run([sys.executable, os.path.abspath(__file__), "--run", folder], check=True, env=environment)
        import torch

        place = pathlib.Path(folder)
        return {name: (json.loads((place / f"{name}.json").read_text()), torch.load(place / f"{name}.pt")) for name in WORKLOADS}


def compare(before, after):
    """The largest difference of each step's output; None where shapes differ."""
    return [float((a - b).abs().max()) if a.shape == b.shape else None for a, b in zip(before, after)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fixed", action="append", default=[], metavar="NAME=FOLDER", help="fixed files, by package")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--run", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        run(options.run)
        return 0
    variants = {"original": results_of(None)}
    for fixed in options.fixed:
        name, _, folder = fixed.partition("=")
        with tempfile.TemporaryDirectory() as place:
            fixed_packages(pathlib.Path(folder), pathlib.Path(place))
            variants[name] = results_of(pathlib.Path(place))
    variants["original again"] = results_of(None)
    results = {}
    for model in WORKLOADS:
        first = variants["original"][model][1]
        results[model] = {
            name: measured[model][0] | {"difference": compare(first, measured[model][1])} for name, measured in variants.items()
        }
        for name, result in results[model].items():
            print(model, name, json.dumps(result), flush=True)
    options.out.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
