import numpy as np
import torch
import torch.nn.functional as F


def fast_hist(a, b, n):
    k = (a >= 0) & (a < n)
    return np.bincount(n * a[k].astype(int) + b[k], minlength=n ** 2).reshape(n, n)


def fast_hist_cuda(a, b, n):
    k = (a >= 0) & (a < n)
    inds = n * a[k].to(torch.int64) + b[k]
    return torch.bincount(inds, minlength=n ** 2).reshape(n, n)


def per_class_iu(hist):
    return np.diag(hist) / (hist.sum(1) + hist.sum(0) - np.diag(hist) + 1e-10)


def dice_loss(pred, target, n_classes, ignore=255):
    valid = (target != ignore)
    tgt = target.clone()
    tgt[~valid] = 0
    one_hot = F.one_hot(tgt, n_classes).permute(0, 3, 1, 2).float()
    prob = pred.softmax(1) * valid.unsqueeze(1)
    inter = (prob * one_hot).sum((2, 3))
    return 1 - (2 * inter / (prob.sum((2, 3)) + one_hot.sum((2, 3)) + 1e-6)).mean()


def validate(net, val_loader, n_classes, device, on_gpu=True):
    hist = torch.zeros(n_classes, n_classes, device=device) if on_gpu else np.zeros((n_classes, n_classes))
    losses = []
    net.eval()
    for it, sample in enumerate(val_loader):
        img, gt = sample["image"], sample["label"]
        with torch.no_grad():
            logits = net(img.to(device))
            losses.append(dice_loss(logits, gt.to(device), n_classes).item())
        pred = logits.max(1)[1]
        if on_gpu:
            hist += fast_hist_cuda(gt.to(device).flatten(), pred.flatten(), n_classes)
        else:
            hist += fast_hist(gt.numpy().flatten(), pred.cpu().numpy().flatten(), n_classes)
    if on_gpu:
        hist = hist.cpu().numpy()
    ious = per_class_iu(hist)
    for c, iou in enumerate(ious):
        flag = " <--" if iou < 0.2 else ""
        print(f"class {c}: {iou * 100:5.2f}{flag}")
    pixel_acc = np.diag(hist).sum() / (hist.sum() or 1)
    return float(np.nanmean(ious)), float(pixel_acc), sum(losses) / len(losses)
