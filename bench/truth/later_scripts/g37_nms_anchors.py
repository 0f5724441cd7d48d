import math

import torch


def box_area(boxes):
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def bbox_iou(box1, box2, ciou=False, eps=1e-7):
    x1, y1, x2, y2 = box1.unbind(-1)
    a1, b1, a2, b2 = box2.unbind(-1)
    inter = (torch.min(x2, a2) - torch.max(x1, a1)).clamp(0) * (torch.min(y2, b2) - torch.max(y1, b1)).clamp(0)
    w1, h1, w2, h2 = x2 - x1, y2 - y1 + eps, a2 - a1, b2 - b1 + eps
    iou = inter / (w1 * h1 + w2 * h2 - inter + eps)
    if not ciou:
        return iou
    c2 = (torch.max(x2, a2) - torch.min(x1, a1)) ** 2 + (torch.max(y2, b2) - torch.min(y1, b1)) ** 2 + eps
    rho2 = ((a1 + a2 - x1 - x2) ** 2 + (b1 + b2 - y1 - y2) ** 2) / 4
    v = (4 / math.pi ** 2) * torch.pow(torch.atan(w2 / h2) - torch.atan(w1 / h1), 2)
    with torch.no_grad():
        alpha = v / (v - iou + (1 + eps))
    return iou - (rho2 / c2 + v * alpha)


def soft_nms(dets, scores, sigma=0.5, thresh=0.05):
    n = dets.shape[0]
    indexes = torch.arange(0, n, dtype=torch.float, device=dets.device).view(n, 1)
    dets = torch.cat((dets, indexes), dim=1)
    areas = box_area(dets)
    for i in range(n):
        tscore = scores[i].clone()
        pos = i + 1
        if i != n - 1:
            maxscore, maxpos = torch.max(scores[pos:], dim=0)
            if tscore < maxscore:
                dets[i], dets[maxpos.item() + i + 1] = dets[maxpos.item() + i + 1].clone(), dets[i].clone()
                scores[i], scores[maxpos.item() + i + 1] = scores[maxpos.item() + i + 1].clone(), scores[i].clone()
                areas[i], areas[maxpos + i + 1] = areas[maxpos + i + 1].clone(), areas[i].clone()
        iou = bbox_iou(dets[i, :4][None], dets[pos:, :4])
        weight = torch.exp(-(iou * iou) / sigma)
        scores[pos:] = weight * scores[pos:]
    return dets[:, 4][scores > thresh].int()


def matrix_nms(boxes, scores, sigma=2.0):
    order = scores.argsort(descending=True)
    boxes, scores = boxes[order], scores[order]
    iou = bbox_iou(boxes[:, None], boxes[None]).triu(1)
    comp = iou.amax(0, keepdim=True).expand_as(iou).t()
    decay = torch.exp(-sigma * (iou ** 2 - comp ** 2)).amin(0)
    return scores * decay, order


def fast_nms(boxes, scores, iou_thr, top_k, max_det):
    scores, idx = scores.sort(1, descending=True)
    idx = idx[:, :top_k].contiguous()
    scores = scores[:, :top_k]
    num_classes, num_dets = idx.size()
    boxes = boxes[idx.view(-1), :].view(num_classes, num_dets, 4)
    iou = bbox_iou(boxes[:, :, None], boxes[:, None])
    iou.triu_(diagonal=1)
    iou_max, _ = iou.max(dim=1)
    keep = iou_max <= iou_thr
    classes = torch.arange(num_classes, device=boxes.device)[:, None].expand_as(keep)[keep]
    boxes, scores = boxes[keep], scores[keep]
    scores, idx = scores.sort(0, descending=True)
    return boxes[idx[:max_det]], classes[idx[:max_det]], scores[:max_det]


class AnchorGenerator:
    def __init__(self, sizes, ratios, stride):
        self.base = torch.tensor([[-s * r / 2, -s / r / 2, s * r / 2, s / r / 2] for s in sizes for r in ratios])
        self.stride = stride
        self.cache = {}

    def grid(self, h, w, device):
        key = (h, w, str(device))
        if key in self.cache:
            return self.cache[key]
        ys, xs = torch.meshgrid(torch.arange(h, device=device) * self.stride, torch.arange(w, device=device) * self.stride, indexing="ij")
        shifts = torch.stack([xs, ys, xs, ys], -1).reshape(-1, 1, 4)
        anchors = (shifts + self.base.to(device)).reshape(-1, 4)
        self.cache[key] = anchors
        return anchors


class Matcher:
    BELOW, BETWEEN = -1, -2

    def __init__(self, high, low):
        self.high, self.low = high, low

    def __call__(self, quality):
        if quality.numel() == 0:
            raise ValueError("no boxes to match")
        vals, matches = quality.max(0)
        best = matches.clone()
        below = vals < self.low
        between = (vals >= self.low) & (vals < self.high)
        matches[below] = self.BELOW
        matches[between] = self.BETWEEN
        highest, _ = quality.max(1)
        pred_inds = torch.where(quality == highest[:, None])[1]
        matches[pred_inds] = best[pred_inds]
        return matches


def sample_balanced(matches, batch_size, frac):
    positive = torch.where(matches >= 0)[0]
    negative = torch.where(matches == -1)[0]
    num_pos = min(positive.numel(), int(batch_size * frac))
    num_neg = min(negative.numel(), batch_size - num_pos)
    pos = positive[torch.randperm(positive.numel(), device=positive.device)[:num_pos]]
    neg = negative[torch.randperm(negative.numel(), device=negative.device)[:num_neg]]
    return pos, neg


def rpn_loss(feats, head, gt_boxes, gen, matcher):
    anchors = gen.grid(feats.size(1), feats.size(2), feats.device)
    out = head(feats.reshape(-1, feats.size(-1))).view(-1, 5)
    quality = bbox_iou(gt_boxes[:, None], anchors[None])
    matches = matcher(quality)
    pos, neg = sample_balanced(matches, 8, 0.5)
    sampled = torch.cat([pos, neg])
    labels = (matches >= 0).float()
    cls = torch.nn.functional.binary_cross_entropy_with_logits(out[sampled, 4], labels[sampled])
    reg = (1 - bbox_iou(anchors[pos] + out[pos, :4], gt_boxes[matches[pos].clamp(min=0)], ciou=True)).sum() / max(1, sampled.numel())
    return cls + reg, out, anchors


def predict(out, anchors, image_size, score_thr=0.1):
    boxes = anchors + out[:, :4]
    boxes[:, 0::2].clamp_(0, image_size[1])
    boxes[:, 1::2].clamp_(0, image_size[0])
    scores = out[:, 4].sigmoid()
    ws, hs = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    keep = torch.nonzero((ws > 1) & (hs > 1) & (scores > score_thr)).squeeze(1)
    boxes, scores = boxes[keep], scores[keep]
    if boxes.size(0) == 0:
        return None
    decayed, order = matrix_nms(boxes, scores)
    kept = soft_nms(boxes[:6], scores[:6].clone())
    return boxes[order][decayed > 0.05], kept, box_area(boxes).mean().item()
