import logging

import torch
import torch.nn.functional as F

log = logging.getLogger(__name__)


def info_nce_loss(features, n_views, batch_size, temperature, device):
    labels = torch.cat([torch.arange(batch_size) for i in range(n_views)], dim=0)
    labels = (labels.unsqueeze(0) == labels.unsqueeze(1)).float()
    labels = labels.to(device)

    features = F.normalize(features, dim=1)
    similarity_matrix = torch.matmul(features, features.T)

    # discard the main diagonal from both: labels and similarities matrix
    mask = torch.eye(labels.shape[0], dtype=torch.bool).to(device)
    labels = labels[~mask].view(labels.shape[0], -1)
    similarity_matrix = similarity_matrix[~mask].view(similarity_matrix.shape[0], -1)

    positives = similarity_matrix[labels.bool()].view(labels.shape[0], -1)
    negatives = similarity_matrix[~labels.bool()].view(similarity_matrix.shape[0], -1)

    logits = torch.cat([positives, negatives], dim=1)
    labels = torch.zeros(logits.shape[0], dtype=torch.long).to(device)
    return logits / temperature, labels


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        _, pred = output.topk(max(topk), 1, True, True)
        correct = pred.t().eq(target.view(1, -1))
        return [correct[:k].reshape(-1).float().sum(0, keepdim=True).mul_(100.0 / target.size(0)) for k in topk]


def pretrain(model, train_loader, optimizer, scheduler, scaler, args):
    n_iter = 0
    for epoch_counter in range(args.epochs):
        for images, _ in train_loader:
            images = torch.cat(images, dim=0)
            images = images.to(args.device)
            with torch.autocast("cuda", enabled=args.fp16):
                features = model(images)
                logits, labels = info_nce_loss(features, args.n_views, args.batch_size, args.temperature, args.device)
                loss = F.cross_entropy(logits, labels)
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            if n_iter % args.log_every_n_steps == 0:
                top1, top5 = accuracy(logits, labels, topk=(1, 5))
                log.info("%d loss %.3f top1 %.2f top5 %.2f", n_iter, loss, top1[0], top5[0].item())
            n_iter += 1
        if epoch_counter >= args.warmup:
            scheduler.step()
    return n_iter
