import copy
import torch


class ModelEMA:
    """ Keeps a moving average of everything in the model state_dict (parameters and buffers) """

    def __init__(self, model, decay=0.9999, updates=0):
        self.ema = copy.deepcopy(model).eval()
        self.updates = updates
        self.decay = lambda x: decay * (1 - 2.718281828 ** (-x / 2000))
        for p in self.ema.parameters():
            p.requires_grad_(False)

    def update(self, model):
        with torch.no_grad():
            self.updates += 1
            d = self.decay(self.updates)
            msd = model.state_dict()
            for k, v in self.ema.state_dict().items():
                if v.dtype.is_floating_point:
                    v *= d
                    v += (1. - d) * msd[k].detach()

    def distance(self, model):
        total = 0
        for a, b in zip(self.ema.parameters(), model.parameters()):
            total += (a - b).pow(2).sum().item()
        return total ** 0.5


def val_loss(net, batches, criterion, device):
    net.eval()
    out = [criterion(net(x.to(device)), y.to(device)) for x, y in batches]
    return sum(out) / len(out)


def train_with_ema(model, train_batches, val_batches, criterion, optimizer, device, epochs=1, patience=None):
    ema = ModelEMA(model)
    best, best_epoch, waited = float("inf"), -1, 0
    for epoch in range(epochs):
        model.train()
        for x, y in train_batches:
            optimizer.zero_grad()
            criterion(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
            ema.update(model)
        with torch.no_grad():
            raw = val_loss(model, val_batches, criterion, device)
            avg = val_loss(ema.ema, val_batches, criterion, device)
        winner = "ema" if avg < raw else "raw"
        score = min(raw.item(), avg.item())
        if score < best:
            best, best_epoch, waited = score, epoch, 0
        else:
            waited += 1
        print("epoch %d: %s wins, raw=%.4f, distance=%.5f" % (epoch, winner, raw, ema.distance(model)))
        if patience and waited > patience:
            break
    return best, best_epoch
