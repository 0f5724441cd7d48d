import torch
import torch.nn.functional as F


def wh_iou(wh1, wh2):
    wh1 = wh1[:, None]
    wh2 = wh2[None]
    inter = torch.min(wh1, wh2).prod(2)
    return inter / (wh1.prod(2) + wh2.prod(2) - inter)


def build_targets(pred, targets, anchors, grid, device, iou_t=0.2):
    """targets: list (one per image) of [n, 5] tensors: class, x, y, w, h"""
    B, A = pred.shape[0], len(anchors)
    anchors = torch.tensor(anchors, device=device)
    obj = torch.zeros(B, A, grid, grid, device=device)
    box = torch.zeros(B, A, grid, grid, 4, device=device)
    n_obj = 0
    for b in range(B):
        t = targets[b].to(device)
        if len(t) == 0:
            continue
        iou = wh_iou(t[:, 3:5], anchors)
        best = iou.argmax(1)
        for n in range(t.shape[0]):
            if iou[n, best[n]] < iou_t:
                continue
            gx, gy = t[n, 1] * grid, t[n, 2] * grid
            gi, gj = int(gx), int(gy)
            obj[b, best[n], gj, gi] = 1
            box[b, best[n], gj, gi, :2] = torch.stack((gx - gi, gy - gj))
            box[b, best[n], gj, gi, 2:] = torch.log(t[n, 3:5] / anchors[best[n]] + 1e-6)
            n_obj += 1
    return obj, box, n_obj


def yolo_loss(pred, targets, anchors, device):
    grid = pred.shape[2]
    obj, box, n_obj = build_targets(pred, targets, anchors, grid, device)
    mask = obj.bool()
    l_obj = F.binary_cross_entropy_with_logits(pred[..., 4], obj)
    if n_obj:
        l_box = F.mse_loss(pred[..., :4][mask], box[mask])
    else:
        l_box = torch.zeros((), device=device)
    return l_obj + 5 * l_box, torch.stack((l_obj, l_box)).detach(), n_obj


def train(model, loader, opt, anchors, device, accumulate=1):
    mloss = torch.zeros(2, device=device)
    objects = 0
    for i, (imgs, targets, paths) in enumerate(loader):
        loss, items, n = yolo_loss(model(imgs.to(device)), targets, anchors, device)
        loss.backward()
        objects += n
        if (i + 1) % accumulate == 0:
            opt.step()
            opt.zero_grad()
        mloss = (mloss * i + items) / (i + 1)
        print('%10s' * 2 % ('%g' % i, paths[0]) + '%10.3g' * 2 % tuple(mloss))
    return mloss.tolist(), objects
