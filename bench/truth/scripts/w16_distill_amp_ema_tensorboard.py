import copy
import datetime
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.tensorboard import SummaryWriter

CFG = dict(epochs=1, bs=8, lr=0.05, T=2.0, alpha=0.5, ema=0.99, amp=True, log_every=2, clip=5.0)


def build(width):
    return nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
                         nn.Flatten(), nn.Linear(width, 5))


@torch.no_grad()
def ema_update(ema, net, d):
    for pe, p in zip(ema.parameters(), net.parameters()):
        pe.lerp_(p, 1 - d)
    for be, b in zip(ema.buffers(), net.buffers()):
        be.copy_(b)


class Trainer:
    def __init__(self, cfg, logdir):
        self.cfg = cfg
        self.device = torch.device("cuda")
        self.student, self.teacher = build(8).to(self.device), build(16).to(self.device).eval()
        self.ema = copy.deepcopy(self.student)
        self.opt = torch.optim.SGD(self.student.parameters(), cfg["lr"], momentum=0.9, nesterov=True)
        self.scaler = torch.amp.GradScaler("cuda", enabled=cfg["amp"])
        self.writer = SummaryWriter(logdir)
        self.step = 0

    def loss(self, x, y):
        with torch.no_grad():
            soft = (self.teacher(x) / self.cfg["T"]).softmax(1)
        out = self.student(x)
        kd = F.kl_div(F.log_softmax(out / self.cfg["T"], 1), soft, reduction="batchmean")
        return (1 - self.cfg["alpha"]) * F.cross_entropy(out, y) + self.cfg["alpha"] * kd, out

    def epoch(self, loader):
        for x, y in loader:
            x, y = x.to(self.device, non_blocking=True), y.to(self.device, non_blocking=True)
            with torch.autocast("cuda", enabled=self.cfg["amp"]):
                loss, out = self.loss(x, y)
            self.opt.zero_grad()
            self.scaler.scale(loss).backward()
            self.scaler.unscale_(self.opt)
            norm = nn.utils.clip_grad_norm_(self.student.parameters(), self.cfg["clip"])
            self.scaler.step(self.opt)
            self.scaler.update()
            ema_update(self.ema, self.student, self.cfg["ema"])
            if self.step % self.cfg["log_every"] == 0:
                self.writer.add_scalar("loss", loss.item(), self.step)
                self.writer.add_scalar("grad_norm", norm, self.step)
                self.writer.add_histogram("logits", out, self.step)
                self.writer.add_image("input", x[0], self.step)
            self.step += 1

    @torch.no_grad()
    def validate(self, loader):
        res = {}
        for name, net in (("student", self.student), ("ema", self.ema)):
            net.eval()
            hits = sum((net(x.to(self.device)).argmax(1).cpu() == y).sum() for x, y in loader)
            res[name] = hits.item() / len(loader.dataset)
        self.student.train()
        return res


def main():
    started = datetime.datetime.now()
    data = TensorDataset(torch.rand(24, 3, 8, 8), torch.randint(5, (24,)))
    loader = DataLoader(data, batch_size=CFG["bs"], shuffle=True, pin_memory=True)
    trainer = Trainer(CFG, Path("runs") / started.strftime("%H%M%S"))
    for epoch in range(CFG["epochs"]):
        trainer.epoch(loader)
        res = trainer.validate(loader)
        trainer.writer.add_scalars("accuracy", res, epoch)
        if res["ema"] > res["student"]:
            print("the average is better", res)
    trainer.writer.close()
    print("took", datetime.datetime.now() - started, "scale", trainer.scaler.get_scale())


if __name__ == "__main__":
    main()
