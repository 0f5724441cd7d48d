import torch
import torch.nn.functional as F


class SupConLoss(torch.nn.Module):
    def __init__(self, temperature=0.07, base_temperature=0.07):
        super().__init__()
        self.temperature = temperature
        self.base_temperature = base_temperature

    def forward(self, features, labels=None):
        device = torch.device("cuda") if features.is_cuda else torch.device("cpu")
        batch_size = features.shape[0]
        if labels is None:
            mask = torch.eye(batch_size, dtype=torch.float32).to(device)
        else:
            labels = labels.contiguous().view(-1, 1)
            mask = torch.eq(labels, labels.T).float().to(device)
        contrast_count = features.shape[1]
        contrast_feature = torch.cat(torch.unbind(features, dim=1), dim=0)
        anchor_dot = torch.div(contrast_feature @ contrast_feature.T, self.temperature)
        logits_max, _ = torch.max(anchor_dot, dim=1, keepdim=True)
        logits = anchor_dot - logits_max.detach()
        mask = mask.repeat(contrast_count, contrast_count)
        logits_mask = torch.scatter(
            torch.ones_like(mask), 1, torch.arange(batch_size * contrast_count).view(-1, 1).to(device), 0
        )
        mask = mask * logits_mask
        exp_logits = torch.exp(logits) * logits_mask
        log_prob = logits - torch.log(exp_logits.sum(1, keepdim=True))
        pos = mask.sum(1)
        pos = torch.where(pos < 1e-6, torch.ones_like(pos), pos)
        mean_log_prob_pos = (mask * log_prob).sum(1) / pos
        loss = -(self.temperature / self.base_temperature) * mean_log_prob_pos
        return loss.view(contrast_count, batch_size).mean()


def train(loader, model, criterion, optimizer, opt):
    model.train()
    running = 0
    for idx, (views, labels) in enumerate(loader):
        images = torch.cat([views[0], views[1]], dim=0)
        if torch.cuda.is_available():
            images = images.cuda(non_blocking=True)
            labels = labels.cuda(non_blocking=True)
        bsz = labels.shape[0]
        features = F.normalize(model(images), dim=1)
        f1, f2 = torch.split(features, [bsz, bsz], dim=0)
        features = torch.stack([f1, f2], dim=1)
        if opt["method"] == "SupCon":
            loss = criterion(features, labels)
        else:
            loss = criterion(features)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running = 0.9 * running + 0.1 * loss.detach()
        if (idx + 1) % opt["print_freq"] == 0:
            print("Train: [{0}/{1}]\tloss {2:.3f}".format(idx + 1, len(loader), running))
    return running


@torch.no_grad()
def knn_classifier(train_features, train_labels, test_features, test_labels, k, T, num_classes=4):
    top1, top5, total = 0.0, 0.0, 0
    train_features = train_features.t()
    num_test_images, num_chunks = test_labels.shape[0], 2
    imgs_per_chunk = num_test_images // num_chunks
    retrieval_one_hot = torch.zeros(k, num_classes).to(train_features.device)
    for idx in range(0, num_test_images, imgs_per_chunk):
        features = test_features[idx : min((idx + imgs_per_chunk), num_test_images), :]
        targets = test_labels[idx : min((idx + imgs_per_chunk), num_test_images)]
        batch_size = targets.shape[0]
        similarity = torch.mm(features, train_features)
        distances, indices = similarity.topk(k, largest=True, sorted=True)
        candidates = train_labels.view(1, -1).expand(batch_size, -1)
        retrieved_neighbors = torch.gather(candidates, 1, indices)
        retrieval_one_hot.resize_(batch_size * k, num_classes).zero_()
        retrieval_one_hot.scatter_(1, retrieved_neighbors.view(-1, 1), 1)
        distances_transform = distances.clone().div_(T).exp_()
        probs = torch.sum(torch.mul(retrieval_one_hot.view(batch_size, -1, num_classes), distances_transform.view(batch_size, -1, 1)), 1)
        _, predictions = probs.sort(1, True)
        correct = predictions.eq(targets.data.view(-1, 1))
        top1 = top1 + correct.narrow(1, 0, 1).sum().item()
        top5 = top5 + correct.narrow(1, 0, min(3, k)).sum().item()
        total += targets.size(0)
    return top1 * 100.0 / total, top5 * 100.0 / total


@torch.no_grad()
def extract(model, loader):
    feats, labs = [], []
    for (x, _), y in loader:
        feats.append(F.normalize(model(x.cuda()), dim=1))
        labs.append(y)
    return torch.cat(feats), torch.cat(labs).cuda()
