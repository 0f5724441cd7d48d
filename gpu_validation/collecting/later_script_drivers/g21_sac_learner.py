import numpy as np
import torch


class Env:
    def reset(self):
        self.left = 5
        return np.random.rand(3)

    def sample(self):
        return np.random.rand(2)

    def step(self, action):
        assert isinstance(action, np.ndarray)
        self.left -= 1
        return np.random.rand(3), float(action[0]), self.left == 0


def run(script, toys):
    device = torch.device("cuda")
    actor = script["Actor"](toys.net(3, 4), [1.0, 2.0]).to(device)
    agent = script["SAC"](actor, toys.net(5, 1), toys.net(5, 1), 1e-3, device, -2)
    script["loop"](agent, Env(), script["ReplayBuffer"](3, 2, device=device), 12)
