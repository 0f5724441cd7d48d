import numpy as np
import torch


class Envs:
    def reset(self):
        return np.random.rand(3, 4).astype(np.float32)

    def step(self, action):
        assert isinstance(action, np.ndarray)
        return self.reset(), np.random.rand(3).astype(np.float32), np.zeros(3, dtype=bool), {}


def run(script, toys):
    agent = script["Agent"](toys.net(4, 2), toys.net(4, 1))
    args = {"iterations": 2, "lr": 1e-2, "update_epochs": 2, "minibatch_size": 6, "clip_coef": 0.2, "ent_coef": 0.01, "vf_coef": 0.5, "max_grad_norm": 0.5, "target_kl": 0.0001}
    buffer = script["RolloutBuffer"](4, 3, 4, torch.device("cuda"))
    script["main_loop"](agent, Envs(), torch.optim.Adam(agent.parameters(), eps=1e-5), buffer, args)
