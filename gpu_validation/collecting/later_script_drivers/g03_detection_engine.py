import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(12, 6)

    def forward(self, images, targets=None):
        out = torch.stack([self.head(i.mean((1)).flatten()) for i in images])
        if self.training:
            boxes = torch.stack([t["boxes"][0] for t in targets])
            return {"loss_box": (out[:, :4] - boxes).abs().mean(), "loss_cls": out[:, 4:].logsumexp(1).mean()}
        boxes = out[:, :4].reshape(-1, 1, 4)
        return [{"boxes": b, "scores": b[:, 0].sigmoid(), "labels": torch.ones(1, dtype=torch.long, device=b.device)} for b in boxes]


def run(script, toys):
    def batch(start):
        images = [torch.rand(3, 4, 4) for _ in range(2)]
        targets = [{"boxes": torch.rand(2, 4), "labels": torch.ones(2), "image_id": start + k} for k in range(2)]
        return images, targets

    model = Detector().cuda()
    data = [batch(0), batch(2), batch(4)]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(2):
        script["train_one_epoch"](model, optimizer, data, torch.device("cuda"), epoch)
    script["evaluate"](model, data, torch.device("cuda"))
