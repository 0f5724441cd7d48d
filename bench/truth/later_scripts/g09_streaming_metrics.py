import numpy as np
import torch


class RunningConfusion:
    """Accumulates on whatever device the predictions are on."""

    def __init__(self, num_classes, ignore_index=255):
        self.num_classes = num_classes
        self.ignore_index = ignore_index
        self.mat = None

    def update(self, target, pred):
        n = self.num_classes
        if self.mat is None:
            self.mat = torch.zeros((n, n), dtype=torch.int64, device=target.device)
        with torch.inference_mode():
            k = (target >= 0) & (target < n) & (target != self.ignore_index)
            inds = n * target[k].to(torch.int64) + pred[k]
            self.mat += torch.bincount(inds, minlength=n ** 2).reshape(n, n)

    def compute(self):
        h = self.mat.float()
        acc_global = torch.diag(h).sum() / h.sum()
        acc = torch.diag(h) / h.sum(1)
        iu = torch.diag(h) / (h.sum(1) + h.sum(0) - torch.diag(h))
        return acc_global, acc, iu

    def __str__(self):
        acc_global, acc, iu = self.compute()
        return ("global correct: {:.1f}\naverage row correct: {}\nIoU: {}\nmean IoU: {:.1f}").format(
            acc_global.item() * 100,
            [f"{i:.1f}" for i in (acc * 100).tolist()],
            [f"{i:.1f}" for i in (iu * 100).tolist()],
            iu.mean().item() * 100,
        )


def binary_auroc(scores, labels):
    order = torch.argsort(scores, descending=True)
    labels = labels[order].float()
    tps = labels.cumsum(0)
    fps = (1 - labels).cumsum(0)
    if tps[-1] == 0 or fps[-1] == 0:
        return torch.tensor(0.5)
    tpr, fpr = tps / tps[-1], fps / fps[-1]
    return torch.trapz(tpr, fpr)


def expected_calibration_error(logits, labels, n_bins=10):
    conf, pred = logits.softmax(-1).max(-1)
    correct = pred.eq(labels)
    edges = torch.linspace(0, 1, n_bins + 1)
    ece = torch.zeros(1, device=logits.device)
    for lo, hi in zip(edges[:-1], edges[1:]):
        in_bin = conf.gt(lo.item()) * conf.le(hi.item())
        prop = in_bin.float().mean()
        if prop.item() > 0:
            ece += torch.abs(conf[in_bin].mean() - correct[in_bin].float().mean()) * prop
    return ece


def per_class_report(y_true, y_pred, names):
    y_true, y_pred = np.asarray(y_true), np.asarray(y_pred)
    rows = {}
    for c, name in enumerate(names):
        tp = int(np.sum((y_true == c) & (y_pred == c)))
        support = int((y_true == c).sum())
        p = tp / max(int((y_pred == c).sum()), 1)
        r = tp / max(support, 1)
        rows[name] = {"precision": p, "recall": r, "f1-score": 0.0 if p + r == 0 else 2 * p * r / (p + r), "support": support}
    return rows


def evaluate(model, batches, names):
    conf = RunningConfusion(len(names))
    all_logits, all_labels = [], []
    for x, y in batches:
        with torch.no_grad():
            logits = model(x)
        conf.update(y, logits.argmax(-1))
        all_logits.append(logits)
        all_labels.append(y)
    logits, labels = torch.cat(all_logits), torch.cat(all_labels)
    print(conf)
    print("ECE %.4f" % expected_calibration_error(logits, labels).item())
    print("AUROC", binary_auroc(logits[:, 1], labels == 1).item())
    return per_class_report(labels.cpu(), logits.argmax(-1).cpu(), names)
