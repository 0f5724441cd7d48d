import random

import numpy as np
import torch
import torch.nn.functional as F


def mixup_data(x, y, alpha=1.0, use_cuda=True):
    lam = np.random.beta(alpha, alpha) if alpha > 0 else 1
    batch_size = x.size()[0]
    index = torch.randperm(batch_size).cuda() if use_cuda else torch.randperm(batch_size)
    mixed_x = lam * x + (1 - lam) * x[index, :]
    y_a, y_b = y, y[index]
    return mixed_x, y_a, y_b, lam


def mixup_criterion(criterion, pred, y_a, y_b, lam):
    return lam * criterion(pred, y_a) + (1 - lam) * criterion(pred, y_b)


def rand_bbox(size, lam):
    W, H = size[2], size[3]
    cut_rat = np.sqrt(1.0 - lam)
    cut_w, cut_h = int(W * cut_rat), int(H * cut_rat)
    cx, cy = np.random.randint(W), np.random.randint(H)
    return np.clip(cx - cut_w // 2, 0, W), np.clip(cy - cut_h // 2, 0, H), np.clip(cx + cut_w // 2, 0, W), np.clip(cy + cut_h // 2, 0, H)


def cutmix(x, y, beta):
    lam = np.random.beta(beta, beta)
    rand_index = torch.randperm(x.size(0), device=x.device)
    x1, y1, x2, y2 = rand_bbox(x.size(), lam)
    x[:, :, x1:x2, y1:y2] = x[rand_index, :, x1:x2, y1:y2]
    lam = 1 - ((x2 - x1) * (y2 - y1) / (x.size(-1) * x.size(-2)))
    return x, y, y[rand_index], lam


def elementwise_mixup(x, target, num_classes, alpha, smoothing=0.1):
    lam = torch.distributions.Beta(alpha, alpha).sample((x.size(0),)).to(x.device)
    shape = [-1] + [1] * (x.dim() - 1)
    off = smoothing / num_classes
    one = F.one_hot(target, num_classes).float() * (1 - smoothing) + off
    perm = torch.randperm(x.size(0), device=x.device)
    x = x * lam.view(shape) + x[perm] * (1 - lam.view(shape))
    return x, one * lam[:, None] + one[perm] * (1 - lam[:, None])


def one_hot(x, num_classes, on_value=1.0, off_value=0.0):
    x = x.long().view(-1, 1)
    return torch.full((x.size()[0], num_classes), off_value, device=x.device).scatter_(1, x, on_value)


class RandomErasing:
    def __init__(self, p=0.5, area=(0.02, 0.4), per_sample=True):
        self.p, self.area, self.per_sample = p, area, per_sample

    def __call__(self, images):
        b, c, h, w = images.shape
        for i in range(b if self.per_sample else 1):
            if random.random() > self.p:
                continue
            target = random.uniform(*self.area) * h * w
            eh = ew = max(1, int(round(target ** 0.5)))
            top, left = random.randint(0, max(0, h - eh)), random.randint(0, max(0, w - ew))
            images[i, :, top : top + eh, left : left + ew] = torch.empty((c, min(eh, h - top), min(ew, w - left)), device=images.device).normal_()
        return images


def random_flip(x):
    flip = torch.rand(x.size(0), device=x.device) < 0.5
    return torch.where(flip.view(-1, 1, 1, 1), x.flip(-1), x)


def random_flip_indexed(x):
    flip = torch.rand(x.size(0)) < 0.5
    x[flip] = x[flip].flip(-1)
    return x


def soft_ce(logits, target):
    return torch.sum(-target * F.log_softmax(logits, dim=-1), dim=-1).mean()


def train(net, loader, optimizer, criterion, cfg, erase):
    train_loss, correct, total = 0, 0, 0
    for batch_idx, (inputs, targets) in enumerate(loader):
        inputs, targets = inputs.cuda(), targets.cuda()
        inputs = erase(random_flip_indexed(random_flip(inputs)))
        mode = cfg["modes"][batch_idx % len(cfg["modes"])]
        if mode == "element":
            inputs, soft = elementwise_mixup(inputs, targets, cfg["classes"], cfg["alpha"])
            outputs = net(inputs)
            loss = soft_ce(outputs, soft)
            correct += (outputs.argmax(1) == soft.argmax(1)).sum().item()
        else:
            fn = mixup_data if mode == "mixup" else cutmix
            inputs, a, b, lam = fn(inputs, targets, cfg["alpha"])
            outputs = net(inputs)
            loss = mixup_criterion(criterion, outputs, a, b, lam)
            _, predicted = torch.max(outputs.data, 1)
            correct += lam * predicted.eq(a.data).cpu().sum().float() + (1 - lam) * predicted.eq(b.data).cpu().sum().float()
        total += targets.size(0)
        train_loss += loss.data
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    smooth = one_hot(targets, cfg["classes"], 0.9, 0.1)
    print("Loss: %.3f | Acc: %.3f%% (%d/%d)" % (train_loss / (batch_idx + 1), 100.0 * correct / total, correct, total))
    return smooth
