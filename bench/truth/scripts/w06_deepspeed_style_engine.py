"""A training script in the style of DeepSpeed; without it, a small engine of the same shape stands in."""
import argparse
import json

import torch
import torch.nn as nn

try:
    import deepspeed
except ImportError:
    deepspeed = None


class Engine:
    def __init__(self, model, optimizer, config):
        self.module, self.optimizer = model.cuda(), optimizer
        self.device = torch.device("cuda")
        self.micro_steps = 0
        self.global_steps = 0
        self.accum = config["gradient_accumulation_steps"]
        self.clip = config.get("gradient_clipping", 0.0)
        self.overflow = False

    def __call__(self, *inputs):
        return self.module(*inputs)

    def is_gradient_accumulation_boundary(self):
        return (self.micro_steps + 1) % self.accum == 0

    def backward(self, loss):
        (loss / self.accum).backward()

    def step(self):
        if self.is_gradient_accumulation_boundary():
            norm = torch.nn.utils.clip_grad_norm_(self.module.parameters(), self.clip or float("inf"))
            self.overflow = not torch.isfinite(norm)
            if not self.overflow:
                self.optimizer.step()
            self.optimizer.zero_grad()
            self.global_steps += 1
        self.micro_steps += 1

    @property
    def local_rank(self):
        return 0


def initialize(args, model, config):
    optimizer = torch.optim.AdamW(model.parameters(), **config["optimizer"]["params"])
    if deepspeed is not None and args.deepspeed:
        engine, optimizer, _, _ = deepspeed.initialize(model=model, optimizer=optimizer, config=config)
        return engine
    return Engine(model, optimizer, config)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deepspeed", action="store_true")
    parser.add_argument("--steps", type=int, default=4)
    args = parser.parse_args()
    config = json.loads('{"gradient_accumulation_steps": 2, "gradient_clipping": 1.0, "optimizer": {"params": {"lr": 0.001}}}')
    engine = initialize(args, nn.Sequential(nn.Embedding(40, 16), nn.Linear(16, 40)), config)
    criterion = nn.CrossEntropyLoss()
    losses = []
    for step in range(args.steps):
        batch = torch.randint(0, 40, (4, 9))
        tokens = batch[:, :-1].to(engine.device)
        labels = batch[:, 1:].to(engine.device)
        loss = criterion(engine(tokens).flatten(0, 1), labels.flatten())
        engine.backward(loss)
        engine.step()
        losses.append(loss.item())
        if engine.local_rank == 0 and step % 10 == 0:
            print(f"step={step} loss={losses[-1]:.4f} skipped={engine.overflow}")
    print("mean loss", sum(losses) / len(losses) if losses else None)


if __name__ == "__main__":
    main()
