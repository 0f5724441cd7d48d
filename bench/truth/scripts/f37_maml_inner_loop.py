from copy import deepcopy

import numpy as np
import torch
from torch.nn import functional as F


def forward(x, vars):
    w1, b1, w2, b2 = vars
    return F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)


def clip_grad_by_norm_(grad, max_norm):
    total_norm = 0
    counter = 0
    for g in grad:
        param_norm = g.data.norm(2)
        total_norm += param_norm.item() ** 2
        counter += 1
    total_norm = total_norm ** (1. / 2)
    clip_coef = max_norm / (total_norm + 1e-6)
    if clip_coef < 1:
        for g in grad:
            g.data.mul_(clip_coef)
    return total_norm / counter


def meta_step(theta, meta_optim, x_spt, y_spt, x_qry, y_qry, update_step, update_lr):
    """
    :param x_spt:   [b, setsz, d]
    :param x_qry:   [b, querysz, d]
    """
    task_num = x_spt.size(0)
    querysz = x_qry.size(1)
    losses_q = [0 for _ in range(update_step + 1)]
    corrects = [0 for _ in range(update_step + 1)]

    for i in range(task_num):
        fast = theta
        for k in range(update_step + 1):
            logits_q = forward(x_qry[i], fast)
            losses_q[k] += F.cross_entropy(logits_q, y_qry[i])
            with torch.no_grad():
                pred_q = F.softmax(logits_q, dim=1).argmax(dim=1)
                correct = torch.eq(pred_q, y_qry[i]).sum().item()
                corrects[k] = corrects[k] + correct
            if k < update_step:
                loss = F.cross_entropy(forward(x_spt[i], fast), y_spt[i])
                grad = torch.autograd.grad(loss, fast, create_graph=True)
                fast = list(map(lambda p: p[1] - update_lr * p[0], zip(grad, fast)))

    loss_q = losses_q[-1] / task_num
    meta_optim.zero_grad()
    loss_q.backward()
    norm = clip_grad_by_norm_([p.grad for p in theta], 10.0)
    meta_optim.step()
    return np.array(corrects) / (querysz * task_num), norm


def meta_train(theta, meta_optim, tasks, device, update_step=2, update_lr=0.1):
    all_accs = []
    initial = deepcopy(theta)
    for step, (xs, ys, xq, yq) in enumerate(tasks):
        xs, ys, xq, yq = xs.to(device), ys.to(device), xq.to(device), yq.to(device)
        accs, norm = meta_step(theta, meta_optim, xs, ys, xq, yq, update_step, update_lr)
        all_accs.append(accs)
        if step % 30 == 0:
            print('step:', step, '\ttraining acc:', accs, 'norm', round(norm, 3))
    drift = sum((a - b).norm() for a, b in zip(theta, initial))
    return np.array(all_accs).mean(axis=0).astype(np.float16), f"{drift.item():.4f}"
