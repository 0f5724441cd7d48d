import numpy as np
import torch


def accuracy(output, target, topk=(1,)):
    """Computes the precision@k for the specified values of k"""
    maxk = max(topk)
    batch_size = target.size(0)

    _, pred = output.topk(maxk, 1, True, True)
    pred = pred.t()
    correct = pred.eq(target.view(1, -1).expand_as(pred))

    res = []
    for k in topk:
        correct_k = correct[:k].reshape(-1).float().sum(0)
        res.append(correct_k.mul_(100.0 / batch_size))
    return res


@torch.no_grad()
def evaluate(net, dataloader, num_classes, dev):
    net.eval()
    cm = np.zeros((num_classes, num_classes), dtype=np.int64)
    top1 = top3 = 0.0
    seen = 0
    for x, y in dataloader:
        out = net(x.to(dev))
        a1, a3 = accuracy(out, y.to(dev), topk=(1, 3))
        top1 += a1.item() * len(y)
        top3 += a3.item() * len(y)
        seen += len(y)
        guess = out.argmax(1).cpu().numpy()
        for t, p in zip(y.numpy(), guess):
            cm[t, p] += 1
    per_class = cm.diagonal() / np.maximum(cm.sum(1), 1)
    worst = int(per_class.argmin())
    if per_class[worst] < 0.5:
        print("worst class", worst, float(per_class[worst]))
    if cm.sum() != seen:
        raise RuntimeError("lost samples")
    precision = np.array([cm[i, i] / (cm[:, i].sum() or 1) for i in range(num_classes)])
    return {"top1": top1 / seen, "top3": top3 / seen, "precision": precision.mean().item(), "cm": cm.tolist()}
