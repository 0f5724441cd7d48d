#!/usr/bin/env python3
"""Runs models from an original package and from a fixed copy of it on a GPU, and compares waits, time and outputs.

    python3 bench/fixed_models.py --fixed FOLDER --out results.json

FOLDER holds the files of the fixed packages that differ from the installed ones (torchvision/…, transformers/…). Waits are
what torch's sync debug mode warns of and the synchronize calls that its profiler sees, for each step.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import warnings

STEPS = 4


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


def greedy():
    """Thirty-two tokens of a small Llama with random weights, the most likely one each time."""
    model, inputs = _language_model()
    return lambda: model.generate(**inputs, max_new_tokens=32, min_new_tokens=32, do_sample=False)


WORKLOADS = {"detection": detection, "greedy": greedy}


def run(name, out):
    """In a process of its own: the steps, watched and not."""
    import torch

    step = WORKLOADS[name]()
    outputs = [step().cpu() for _ in range(STEPS)]
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(STEPS):
        step()
    torch.cuda.synchronize()
    elapsed = (time.perf_counter() - start) / STEPS
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
    torch.save(outputs, out / "outputs.pt")
    result = {"warned": warned, "synchronized": synchronized, "milliseconds": round(elapsed * 1000, 2)}
    (out / "result.json").write_text(json.dumps(result))


def fixed_packages(fixed, place):
    """Copies of the installed packages with the fixed files over them."""
    for package in sorted(path.name for path in fixed.iterdir()):
        installed = pathlib.Path(importlib.util.find_spec(package).origin).parent
        shutil.copytree(installed, place / package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(fixed / package, place / package, dirs_exist_ok=True)


def measure(name, path):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, PYTHONPATH=str(path) if path else "", HF_HUB_OFFLINE="1")
        command = [sys.executable, os.path.abspath(__file__), "--run", name, "--out", folder]
        subprocess.run(command, check=True, env=environment)
        import torch

        return json.loads((pathlib.Path(folder) / "result.json").read_text()), torch.load(f"{folder}/outputs.pt")


def compare(before, after):
    """The largest difference of each step's output; None where shapes differ."""
    return [float((a - b).abs().max()) if a.shape == b.shape else None for a, b in zip(before, after, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fixed", type=pathlib.Path, help="folder of the fixed files, by package")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--run", choices=WORKLOADS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        run(options.run, options.out)
        return 0
    results = {}
    with tempfile.TemporaryDirectory() as place:
        fixed_packages(options.fixed, pathlib.Path(place))
        for name in WORKLOADS:
            before, outputs = measure(name, None)
            after, fixed_outputs = measure(name, place)
            results[name] = {"before": before, "after": after, "difference": compare(outputs, fixed_outputs)}
            print(name, json.dumps(results[name]), flush=True)
    options.out.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
