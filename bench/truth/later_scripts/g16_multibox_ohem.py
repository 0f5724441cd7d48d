import torch
import torch.nn.functional as F


def point_form(boxes):
    return torch.cat((boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2), 1)


def jaccard(a, b):
    A, B = a.size(0), b.size(0)
    max_xy = torch.min(a[:, 2:].unsqueeze(1).expand(A, B, 2), b[:, 2:].unsqueeze(0).expand(A, B, 2))
    min_xy = torch.max(a[:, :2].unsqueeze(1).expand(A, B, 2), b[:, :2].unsqueeze(0).expand(A, B, 2))
    inter = torch.clamp(max_xy - min_xy, min=0).prod(2)
    area_a = ((a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])).unsqueeze(1)
    area_b = ((b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])).unsqueeze(0)
    return inter / (area_a + area_b - inter)


def match(threshold, truths, priors, variances, labels, loc_t, conf_t, idx):
    overlaps = jaccard(truths, point_form(priors))
    best_prior_overlap, best_prior_idx = overlaps.max(1, keepdim=True)
    best_truth_overlap, best_truth_idx = overlaps.max(0, keepdim=True)
    best_truth_idx.squeeze_(0)
    best_truth_overlap.squeeze_(0)
    best_prior_idx.squeeze_(1)
    best_truth_overlap.index_fill_(0, best_prior_idx, 2)
    for j in range(best_prior_idx.size(0)):
        best_truth_idx[best_prior_idx[j]] = j
    matches = truths[best_truth_idx]
    conf = labels[best_truth_idx] + 1
    conf[best_truth_overlap < threshold] = 0
    g_cxcy = ((matches[:, :2] + matches[:, 2:]) / 2 - priors[:, :2]) / (variances[0] * priors[:, 2:])
    g_wh = torch.log((matches[:, 2:] - matches[:, :2]) / priors[:, 2:]) / variances[1]
    loc_t[idx] = torch.cat([g_cxcy, g_wh], 1)
    conf_t[idx] = conf


class MultiBoxLoss:
    def __init__(self, num_classes, overlap_thresh, neg_pos, use_gpu=True):
        self.num_classes, self.threshold, self.negpos_ratio, self.use_gpu = num_classes, overlap_thresh, neg_pos, use_gpu

    def __call__(self, predictions, targets):
        loc_data, conf_data, priors = predictions
        num, num_priors = loc_data.size(0), priors.size(0)
        loc_t = torch.Tensor(num, num_priors, 4)
        conf_t = torch.LongTensor(num, num_priors)
        if self.use_gpu:
            loc_t, conf_t = loc_t.cuda(), conf_t.cuda()
        for idx in range(num):
            truths = targets[idx][:, :-1].data
            labels = targets[idx][:, -1].data.long()
            match(self.threshold, truths, priors.data, (0.1, 0.2), labels, loc_t, conf_t, idx)
        pos = conf_t > 0
        pos_idx = pos.unsqueeze(pos.dim()).expand_as(loc_data)
        loc_p = loc_data[pos_idx].view(-1, 4)
        loss_l = F.smooth_l1_loss(loc_p, loc_t[pos_idx].view(-1, 4), reduction="sum")
        batch_conf = conf_data.view(-1, self.num_classes)
        loss_c = torch.logsumexp(batch_conf, 1, keepdim=True) - batch_conf.gather(1, conf_t.view(-1, 1))
        loss_c = loss_c.view(num, -1)
        loss_c[pos] = 0
        _, loss_idx = loss_c.sort(1, descending=True)
        _, idx_rank = loss_idx.sort(1)
        num_pos = pos.long().sum(1, keepdim=True)
        num_neg = torch.clamp(self.negpos_ratio * num_pos, max=pos.size(1) - 1)
        neg = idx_rank < num_neg.expand_as(idx_rank)
        sel = (pos + neg).gt(0)
        loss_c = F.cross_entropy(conf_data[sel], conf_t[sel], reduction="sum")
        N = num_pos.data.sum().double()
        return loss_l.double() / N, loss_c.double() / N


def ohem_ce(logits, labels, thresh=0.7, min_kept=10):
    loss = F.cross_entropy(logits, labels, reduction="none").view(-1)
    loss, _ = torch.sort(loss, descending=True)
    if loss[min_kept] > thresh:
        loss = loss[loss > thresh]
    else:
        loss = loss[:min_kept]
    return torch.mean(loss)


def hard_examples(losses, keep_ratio):
    k = max(1, int(losses.numel() * keep_ratio))
    return losses.topk(k).values.mean()


def train_iter(net, criterion, optimizer, images, targets, iteration):
    images = images.cuda()
    targets = [ann.cuda() for ann in targets]
    optimizer.zero_grad()
    loss_l, loss_c = criterion(net(images), targets)
    loss = loss_l + loss_c
    loss.backward()
    optimizer.step()
    if iteration % 1 == 0:
        print("iter " + repr(iteration) + " || Loss: %.4f ||" % (loss.item()), end=" ")
    return loss_l.item(), loss_c.item()
