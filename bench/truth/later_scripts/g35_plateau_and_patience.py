import copy

import numpy as np
import torch


class EarlyStopping:
    def __init__(self, patience=7, verbose=False, delta=0, path=None, trace_func=print):
        self.patience, self.verbose, self.delta, self.path, self.trace_func = patience, verbose, delta, path, trace_func
        self.counter, self.best_score, self.early_stop = 0, None, False
        self.val_loss_min = np.inf

    def __call__(self, val_loss, model):
        score = -val_loss
        if self.best_score is None:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
        elif score < self.best_score + self.delta:
            self.counter += 1
            self.trace_func(f"EarlyStopping counter: {self.counter} out of {self.patience}")
            if self.counter >= self.patience:
                self.early_stop = True
        else:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
            self.counter = 0

    def save_checkpoint(self, val_loss, model):
        if self.verbose:
            self.trace_func(f"Validation loss decreased ({self.val_loss_min:.6f} --> {val_loss:.6f}).  Saving model ...")
        self.best_state = copy.deepcopy(model.state_dict())
        self.val_loss_min = val_loss


class PlateauLR:
    """Own plateau scheduler, on whatever it is handed."""

    def __init__(self, optimizer, factor=0.5, patience=1, threshold=1e-4, min_lr=1e-6):
        self.optimizer, self.factor, self.patience, self.threshold, self.min_lr = optimizer, factor, patience, threshold, min_lr
        self.best, self.bad = float("inf"), 0

    def step(self, metric):
        if metric < self.best * (1 - self.threshold):
            self.best, self.bad = metric, 0
        else:
            self.bad += 1
        if self.bad > self.patience:
            for g in self.optimizer.param_groups:
                g["lr"] = max(g["lr"] * self.factor, self.min_lr)
            self.bad = 0


class NaNGuard:
    def __init__(self, limit=3):
        self.limit, self.seen = limit, 0

    def ok(self, loss):
        if torch.isfinite(loss):
            self.seen = 0
            return True
        self.seen += 1
        if self.seen >= self.limit:
            raise FloatingPointError("too many bad losses")
        return False


def run_epoch(model, loader, criterion, device, optimizer=None, guard=None):
    training = optimizer is not None
    model.train(training)
    losses = []
    with torch.set_grad_enabled(training):
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            loss = criterion(model(x), y)
            if training:
                if guard is not None and not guard.ok(loss):
                    continue
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            losses.append(loss.item() if training else loss.detach())
    if training:
        return np.mean(losses)
    return torch.stack(losses).mean()


def fit(model, train_loader, val_loader, criterion, optimizer, device, epochs, patience):
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.1, patience=1)
    plateau = PlateauLR(optimizer)
    stopper = EarlyStopping(patience=patience, verbose=True)
    guard = NaNGuard()
    history = {"train": [], "val": []}
    for epoch in range(1, epochs + 1):
        tr = run_epoch(model, train_loader, criterion, device, optimizer, guard)
        va = run_epoch(model, val_loader, criterion, device)
        scheduler.step(va)
        plateau.step(va)
        history["train"].append(tr)
        history["val"].append(va.item())
        print(f"[{epoch:>3}/{epochs}] train_loss: {tr:.5f} valid_loss: {va:.5f}")
        stopper(va, model)
        if stopper.early_stop:
            print("Early stopping")
            break
    model.load_state_dict(stopper.best_state)
    best = min(range(len(history["val"])), key=history["val"].__getitem__)
    return history, best, stopper.val_loss_min


def fit_floats(model, loader, criterion, optimizer, device, epochs):
    stopper, plateau = EarlyStopping(patience=1), PlateauLR(optimizer, patience=0)
    for _ in range(epochs):
        value = float(run_epoch(model, loader, criterion, device))
        plateau.step(value)
        stopper(value, model)
        if stopper.early_stop:
            return value
    return stopper.best_score
