import random
import time
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
from torch.distributions.categorical import Categorical


@dataclass
class Args:
    seed: int = 1
    cuda: bool = True
    num_envs: int = 3
    num_steps: int = 4
    num_iterations: int = 2
    gamma: float = 0.99


class Envs:
    def __init__(self, n):
        self.n = n

    def reset(self):
        self.t = np.zeros(self.n)
        return np.random.randn(self.n, 4), {}

    def step(self, actions):
        self.t += 1
        done = self.t > np.random.randint(2, 5, self.n)
        self.t[done] = 0
        infos = {"episode": [float(a) for a in actions]} if done.any() else {}
        return np.random.randn(self.n, 4), (actions == 1).astype(np.float64), done, np.zeros(self.n, bool), infos


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic, self.actor = nn.Linear(4, 1), nn.Linear(4, 2)

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


if __name__ == "__main__":
    args = Args()
    random.seed(args.seed)
    np.random.seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() and args.cuda else "cpu")
    envs, agent = Envs(args.num_envs), Agent().to(device)
    optimizer = torch.optim.Adam(agent.parameters(), lr=2.5e-4, eps=1e-5)
    obs = torch.zeros((args.num_steps, args.num_envs, 4)).to(device)
    actions, logprobs, rewards, dones = (torch.zeros((args.num_steps, args.num_envs)).to(device) for _ in range(4))
    start_time, global_step = time.time(), 0
    next_obs, _ = envs.reset()
    next_obs = torch.Tensor(next_obs).to(device)
    next_done = torch.zeros(args.num_envs).to(device)
    for iteration in range(1, args.num_iterations + 1):
        for step in range(args.num_steps):
            global_step += args.num_envs
            obs[step], dones[step] = next_obs, next_done
            with torch.no_grad():
                action, logprob, _, _ = agent.get_action_and_value(next_obs)
            actions[step], logprobs[step] = action, logprob
            next_obs, reward, terminations, truncations, infos = envs.step(action.cpu().numpy())
            rewards[step] = torch.tensor(reward).to(device).view(-1)
            next_obs = torch.Tensor(next_obs).to(device)
            next_done = torch.Tensor(np.logical_or(terminations, truncations)).to(device)
            if "episode" in infos:
                print(f"global_step={global_step}, episodic_return={max(infos['episode'])}")
        returns = rewards.flip(0).cumsum(0).flip(0)
        _, newlogprob, entropy, value = agent.get_action_and_value(obs.flatten(0, 1), actions.flatten().long())
        ratio = (newlogprob - logprobs.flatten()).exp()
        advantage = returns.flatten() - value.flatten()
        loss = -(advantage.detach() * ratio).mean() + advantage.pow(2).mean() - 0.01 * entropy.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print("SPS:", int(global_step / (time.time() - start_time)), "loss", loss.item(), "return", returns[0].mean().item())
