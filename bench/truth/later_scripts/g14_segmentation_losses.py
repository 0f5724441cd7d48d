import torch
import torch.nn as nn
import torch.nn.functional as F


class FocalLoss(nn.Module):
    def __init__(self, alpha=None, gamma=2, ignore_index=-100, reduction="mean"):
        super().__init__()
        self.alpha, self.gamma = alpha, gamma
        self.ignore_index = ignore_index
        self.reduction = reduction

    def forward(self, x, y):
        if x.ndim > 2:
            c = x.shape[1]
            x = x.permute(0, *range(2, x.ndim), 1).reshape(-1, c)
            y = y.view(-1)
        unignored_mask = y != self.ignore_index
        y = y[unignored_mask]
        if len(y) == 0:
            return torch.tensor(0.0)
        x = x[unignored_mask]
        log_p = F.log_softmax(x, dim=-1)
        weight = None if self.alpha is None else torch.tensor(self.alpha, device=x.device)
        ce = F.nll_loss(log_p, y, weight=weight, reduction="none")
        log_pt = log_p[torch.arange(len(x)), y]
        loss = (1 - log_pt.exp()) ** self.gamma * ce
        if self.reduction == "mean":
            loss = loss.mean()
        return loss


def tversky(y_pred, y_true, alpha=0.7, smooth=1.0):
    dims = (0, 2, 3)
    tp = (y_pred * y_true).sum(dims)
    fp = (y_pred * (1 - y_true)).sum(dims)
    fn = ((1 - y_pred) * y_true).sum(dims)
    return 1 - ((tp + smooth) / (tp + alpha * fn + (1 - alpha) * fp + smooth)).mean()


def lovasz_grad(gt_sorted):
    p = len(gt_sorted)
    gts = gt_sorted.sum()
    intersection = gts - gt_sorted.float().cumsum(0)
    union = gts + (1 - gt_sorted).float().cumsum(0)
    jaccard = 1.0 - intersection / union
    if p > 1:
        jaccard[1:p] = jaccard[1:p] - jaccard[0:-1]
    return jaccard


def lovasz_softmax_flat(probas, labels, classes="present"):
    if probas.numel() == 0:
        return probas * 0.0
    C = probas.size(1)
    losses = []
    for c in list(range(C)):
        fg = (labels == c).float()
        if classes == "present" and fg.sum() == 0:
            continue
        errors = (fg - probas[:, c]).abs()
        errors_sorted, perm = torch.sort(errors, 0, descending=True)
        fg_sorted = fg[perm.data]
        losses.append(torch.dot(errors_sorted, lovasz_grad(fg_sorted)))
    return sum(losses) / len(losses)


def boundary(mask, theta=3):
    pooled = F.max_pool2d(1 - mask, kernel_size=theta, stride=1, padding=(theta - 1) // 2)
    return pooled - (1 - mask)


class Combined(nn.Module):
    def __init__(self, weights, ignore=255):
        super().__init__()
        self.w = weights
        self.ignore = ignore
        self.focal = FocalLoss(alpha=[0.2, 0.3, 0.5], ignore_index=ignore)

    def forward(self, logits, target):
        parts = {}
        probs = logits.softmax(1)
        valid = target != self.ignore
        safe = target.masked_fill(~valid, 0)
        onehot = F.one_hot(safe, logits.size(1)).permute(0, 3, 1, 2) * valid.unsqueeze(1)
        parts["focal"] = self.focal(logits, target)
        parts["tversky"] = tversky(probs * valid.unsqueeze(1), onehot.float())
        flat = probs.permute(0, 2, 3, 1).reshape(-1, logits.size(1))
        keep = valid.view(-1).nonzero().squeeze()
        parts["lovasz"] = lovasz_softmax_flat(flat[keep], target.view(-1)[keep])
        parts["edge"] = (boundary(probs[:, 1:2]) - boundary(onehot[:, 1:2].float())).abs().mean()
        total = sum(self.w[k] * v for k, v in parts.items())
        return total, {k: v.detach() for k, v in parts.items()}


def step(net, criterion, opt, batch):
    x, y = (t.cuda(non_blocking=True) for t in batch)
    loss, parts = criterion(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return {"total": loss.item(), **{k: v.item() for k, v in parts.items()}}
