import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)

    def forward(self, x):
        out = self.body(x)
        return out[..., :2], out[..., 2]


def run(script, toys):
    model = Net().cuda()
    actor = copy.deepcopy(model).cpu()

    def rollout():
        done = torch.rand(6) < 0.5
        done[2] = True
        return {"frame": torch.randn(6, 4), "reward": torch.randn(6), "done": done, "action": torch.randint(2, (6,)),
                "policy_logits": torch.randn(6, 2), "episode_return": torch.randn(6)}

    flags = {"device": torch.device("cuda"), "reward_clipping": "abs_one", "discounting": 0.99, "baseline_cost": 0.5, "entropy_cost": 0.01, "grad_norm_clipping": 40}
    optimizer = torch.optim.RMSprop(model.parameters())
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda e: 1.0)
    scaler = script["ReturnScaler"]()
    for _ in range(2):
        batch = script["get_batch"]([], [rollout() for _ in range(4)], [0, 2, 3])
        script["learn"](flags, actor, model, batch, optimizer, scheduler, scaler)
    scaler(torch.randn(3).cuda())
    script["discounted"]([1.0, 2.0], [0, 1], 0.9)
