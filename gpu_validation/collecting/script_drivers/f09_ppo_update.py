import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi, self.v = nn.Linear(4, 3), nn.Linear(4, 1)

    def forward(self, obs, act):
        logp = torch.log_softmax(self.pi(obs), -1)
        return logp.gather(1, act[:, None])[:, 0], -(logp.exp() * logp).sum(-1), self.v(obs)[:, 0]


def run(script, toys):
    agent = Agent().cuda()
    T, N = 8, 2
    rollout = {
        "obs": torch.randn(T, N, 4).cuda(),
        "actions": torch.randint(3, (T, N)).cuda(),
        "logprobs": torch.full((T, N), -1.1).cuda(),
        "rewards": torch.rand(T, N).cuda(),
        "values": torch.rand(T, N).cuda(),
        "dones": torch.zeros(T, N).cuda(),
        "last_value": torch.rand(N).cuda(),
    }
    cfg = {"minibatches": 2, "epochs": 2, "clip": 0.2, "ent": 0.01, "vf": 0.5, "max_grad_norm": 0.5, "target_kl": 5.0}
    script["update"](agent, torch.optim.Adam(agent.parameters()), rollout, cfg)
