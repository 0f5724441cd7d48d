import time

import torch
import torch.nn.functional as F


class AverageMeter:
    def __init__(self, name):
        self.name = name
        self.reset()

    def reset(self):
        self.val, self.sum, self.count = 0, 0, 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / max(self.count, 1)

    def __str__(self):
        return f"{self.name} {self.val:.4f} ({self.avg:.4f})"


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        maxk = max(topk)
        batch_size = target.size(0)
        _, pred = output.topk(maxk, 1, True, True)
        pred = pred.t()
        correct = pred.eq(target.view(1, -1).expand_as(pred))
        return [correct[:k].reshape(-1).float().sum(0) * 100.0 / batch_size for k in topk]


def train_one_epoch(model, loader, criterion, optimizer, device, epoch, print_freq=2):
    losses, top1 = AverageMeter("loss"), AverageMeter("acc@1")
    model.train()
    end = time.time()
    for i, (images, target) in enumerate(loader):
        images = images.to(device, non_blocking=True)
        target = target.to(device, non_blocking=True)
        output = model(images)
        loss = criterion(output, target)
        acc1, acc3 = accuracy(output, target, topk=(1, 3))
        losses.update(loss.item(), images.size(0))
        top1.update(acc1[0] if acc1.dim() else acc1, images.size(0))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if i % print_freq == 0:
            print(f"[{epoch}][{i}/{len(loader)}] {time.time() - end:.3f}s {losses} {top1}")
        end = time.time()
    return losses.avg


@torch.inference_mode()
def validate(model, loader, device):
    model.eval()
    correct = torch.zeros((), device=device)
    total_loss = 0.0
    n = 0
    for images, target in loader:
        images, target = images.to(device), target.to(device)
        logits = model(images)
        total_loss += F.cross_entropy(logits, target, reduction="sum")
        correct += (logits.argmax(1) == target).sum()
        n += target.numel()
    return (total_loss / n).item(), 100.0 * correct.item() / n


def fit(model, train_loader, val_loader, criterion, optimizer, scheduler, device, epochs):
    best = 0.0
    history = []
    for epoch in range(epochs):
        tr = train_one_epoch(model, train_loader, criterion, optimizer, device, epoch)
        va, acc = validate(model, val_loader, device)
        scheduler.step()
        history.append({"train": tr, "val": va, "acc": acc, "lr": scheduler.get_last_lr()[0]})
        if acc > best:
            best = acc
    return best, history
