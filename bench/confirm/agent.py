"""Learns from a replay buffer in the host's memory, as off-policy agents do, with the waits of such a loop. Run under

    syncfree-lint confirm -- python agent.py
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn

ACTIONS = 18
ROOMS = 32  # batches that the host may be ahead


def network(observed, width):
    return nn.Sequential(
        nn.Linear(observed, width),
        nn.ReLU(),
        nn.Linear(width, width),
        nn.ReLU(),
        nn.Linear(width, width),
        nn.ReLU(),
        nn.Linear(width, ACTIONS),
    )


class Room:
    """The host's memory for a batch. All of it is written to here, so that no page is taken in a step."""

    def __init__(self, options, pinned):
        self.both = torch.ones(options.batch, 2 * options.observed, pin_memory=pinned)
        self.where = torch.ones(options.batch, dtype=torch.int64, pin_memory=pinned)


class Learner:
    def __init__(self, options):
        self.device = torch.device("cuda")
        self.generator = torch.Generator().manual_seed(0)
        torch.manual_seed(0)
        torch.set_float32_matmul_precision("high")
        self.batch = options.batch
        with self.device:
            self.online = network(options.observed, options.width)
            self.target = network(options.observed, options.width)
        self.optimizer = torch.optim.AdamW(self.online.parameters(), lr=1e-4, fused=True)
        self.seen = torch.randn(options.size, 2 * options.observed)
        self.actions = torch.randint(ACTIONS, (options.size,), device=self.device)
        self.rewards = torch.randn(options.size, device=self.device)
        self.priorities = torch.rand(options.size)
        self.pageable = [Room(options, False) for _ in range(ROOMS)]
        self.pinned = [Room(options, True) for _ in range(ROOMS)]
        self.pinned_settings = torch.tensor([0.4, 0.99]).pin_memory()
        self.number, self.losses, self.beta = 0, [], 0.4

    def sample(self):
        """Indices with a large priority, and what lies there."""
        tried = torch.randint(len(self.seen), (4 * self.batch,), generator=self.generator)
        best = self.priorities[tried].topk(self.batch).indices
        where = self.pageable[self.number % ROOMS].where
        torch.index_select(tried, 0, best, out=where)
        both = self.pageable[self.number % ROOMS].both
        torch.index_select(self.seen, 0, where, out=both)
        return where, both

    def learn(self, steps):
        for _ in range(steps):
            indices, both = self.sample()
            both = both.to(self.device)
            where = indices.to(self.device)
            actions, rewards = self.actions[where], self.rewards[where]
            before, after = both.chunk(2, 1)
            settings = torch.tensor([self.beta, 0.99], device=self.device)
            with torch.no_grad():
                best = self.online(after).argmax(1, keepdim=True)
                wanted = rewards + settings[1] * self.target(after).gather(1, best).squeeze(1)
            error = self.online(before).gather(1, actions[:, None]).squeeze(1) - wanted
            loss = F.huber_loss(error, torch.zeros_like(error)) * settings[0]
            self.optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_(self.online.parameters(), 10.0)
            if torch.isnan(norm):
                raise RuntimeError("the gradient is not a number")
            self.optimizer.step()
            self.losses.append(loss.item())
            self.priorities[indices] *= 0.99
            self.number += 1


def prepare(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--observed", type=int, default=128)
    parser.add_argument("--width", type=int, default=4096)
    parser.add_argument("--size", type=int, default=100000)
    options = parser.parse_args(words)
    return options, Learner(options).learn


def main():
    options, learn = prepare()
    start = time.perf_counter()
    learn(options.steps)
    print(f"{(time.perf_counter() - start) / options.steps * 1e3:.3f} ms a step", flush=True)


if __name__ == "__main__":
    main()
