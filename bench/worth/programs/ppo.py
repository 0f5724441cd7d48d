"""The update of PPO: four epochs of minibatches over a finished rollout, with the statistics that are usually logged."""

import argparse

import torch
from torch import nn
from torch.distributions import Categorical

CLIP, TARGET_KL = 0.2, 0.5


def network(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs))


class Agent(nn.Module):
    def __init__(self, inputs, actions):
        super().__init__()
        self.actor, self.critic = network(inputs, actions), network(inputs, 1)

    def evaluate(self, states, actions):
        policy = Categorical(logits=self.actor(states))
        return policy.log_prob(actions), policy.entropy(), self.critic(states).squeeze(-1)


class Trainer:
    epochs = 4

    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        self.size, self.minibatch = (64, 32) if small else (4096, 512)
        self.agent = Agent(32, 6).to(self.device)
        self.optimizer = torch.optim.Adam(self.agent.parameters(), lr=2.5e-4, eps=1e-5)
        self.pool = [self.rollout() for _ in range(8)]
        self.log = []

    def rollout(self):
        states, actions = torch.randn(self.size, 32), torch.randint(0, 6, (self.size,))
        values = torch.randn(self.size)
        returns = values + torch.randn(self.size) * 0.5
        return states, actions, torch.full((self.size,), -1.79), values, returns

    def inputs(self, number):
        order = torch.stack([torch.randperm(self.size) for _ in range(self.epochs)])
        return *(each.to(self.device) for each in self.pool[number % len(self.pool)]), order

    def loss_of(self, states, actions, old, values, returns):
        now, entropy, value = self.agent.evaluate(states, actions)
        ratio = (now - old).exp()
        advantage = returns - values
        if advantage.std() > 0:
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy = torch.max(-advantage * ratio, -advantage * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
        loss = policy + 0.25 * (value - returns).square().mean() - 0.01 * entropy.mean()
        return loss, (ratio - 1 - (now - old)).mean().detach(), ((ratio - 1).abs() > CLIP).float().mean()

    def epoch(self, rollout, order):
        clipped, losses = [], []
        for chosen in order.split(self.minibatch):
            loss, kl, share = self.loss_of(*(each[chosen] for each in rollout))
            clipped.append(share.item())
            losses.append(loss.item())
            self.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
            self.optimizer.step()
        return sum(losses) / len(losses), kl, sum(clipped) / len(clipped)

    def compute(self, *inputs):
        *rollout, orders = inputs
        for order in orders:
            loss, kl, share = self.epoch(rollout, order)
            if kl > TARGET_KL:
                break
        return {"loss": loss, "kl": kl, "clipped": share}

    def step(self, number):
        inputs = self.inputs(number)
        results = self.compute(*inputs)
        values, returns = inputs[3], inputs[4]
        spread = returns.var()
        explained = float("nan") if spread == 0 else (1 - (returns - values).var() / spread).item()
        self.log.append((results["loss"], results["kl"].item(), results["clipped"], explained))
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    trainer = Trainer(options.device, options.small)
    for number in range(options.steps):
        results = trainer.step(number)
    print({name: float(value) for name, value in results.items()})


if __name__ == "__main__":
    main()
