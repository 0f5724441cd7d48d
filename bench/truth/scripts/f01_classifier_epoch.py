import time
from collections import defaultdict


class Meter(object):
    def __init__(self):
        self.reset()

    def reset(self):
        self.total, self.n = 0.0, 0

    def add(self, value, n=1):
        self.total += value * n
        self.n += n

    @property
    def mean(self):
        return self.total / max(self.n, 1)


def train(model, loader, criterion, optimizer, device, epoch, log_every=2):
    model.train()
    losses, accs = Meter(), Meter()
    timing = defaultdict(float)
    tick = time.time()
    for step, (images, labels) in enumerate(loader):
        timing["data"] += time.time() - tick
        images, labels = images.to(device), labels.to(device)

        outputs = model(images)
        loss = criterion(outputs, labels)

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        preds = outputs.argmax(dim=1)
        correct = (preds == labels).sum().item()
        losses.add(loss.item(), images.size(0))
        accs.add(correct / labels.size(0), labels.size(0))
        if step % log_every == 0:
            print(f"epoch {epoch} [{step}/{len(loader)}] loss {losses.mean:.3f} acc {accs.mean:.3f}")
        timing["total"] += time.time() - tick
        tick = time.time()
    return losses.mean, accs.mean, dict(timing)
