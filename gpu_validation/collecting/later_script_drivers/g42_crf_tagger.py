import torch
from torch import nn


def run(script, toys):
    model = nn.Sequential(nn.Embedding(10, 8), nn.Linear(8, 3)).cuda()
    crf = script["CRF"](3).cuda()
    items = [{"ids": torch.tensor([1 + k, 2, 3, 4 if k % 2 else 0]), "tags": torch.tensor([1, 2, 0, k % 2]), "text": "abc"} for k in range(6)]
    loader = torch.utils.data.DataLoader(items, batch_size=3)
    device = torch.device("cuda")
    script["train"](model, crf, loader, torch.optim.Adam([*model.parameters(), *crf.parameters()]), device, 2)
    script["evaluate"](model, crf, loader, device, ["O", "B-X", "I-X"])
    script["token_accuracy"](torch.randn(2, 4, 3).cuda(), torch.tensor([[0, 1, 2, -100]] * 2).cuda())
