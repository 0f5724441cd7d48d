import torch
import torch.nn.functional as F


def init_queue(dim, K):
    queue = F.normalize(torch.randn(dim, K), dim=0)
    return queue.cuda(), torch.zeros(1, dtype=torch.long).cuda()


def dequeue_and_enqueue(queue, queue_ptr, keys):
    batch_size = keys.shape[0]
    K = queue.shape[1]
    ptr = int(queue_ptr)
    assert K % batch_size == 0  # for simplicity
    queue[:, ptr:ptr + batch_size] = keys.T
    ptr = (ptr + batch_size) % K
    queue_ptr[0] = ptr


@torch.no_grad()
def momentum_update(encoder_q, encoder_k, m):
    for param_q, param_k in zip(encoder_q.parameters(), encoder_k.parameters()):
        param_k.data = param_k.data * m + param_q.data * (1.0 - m)


def contrast(q, k, queue, T):
    l_pos = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
    l_neg = torch.einsum("nc,ck->nk", [q, queue.clone().detach()])
    logits = torch.cat([l_pos, l_neg], dim=1)
    logits /= T
    labels = torch.zeros(logits.shape[0], dtype=torch.long).cuda()
    return logits, labels


def train_moco(encoder_q, encoder_k, loader, optimizer, dim=8, K=16, m=0.999, T=0.07, print_freq=10):
    queue, queue_ptr = init_queue(dim, K)
    hits = torch.zeros((), device="cuda")
    n = 0
    for i, (im_q, im_k) in enumerate(loader):
        im_q = im_q.cuda(non_blocking=True)
        im_k = im_k.cuda(non_blocking=True)
        q = F.normalize(encoder_q(im_q), dim=1)
        with torch.no_grad():
            momentum_update(encoder_q, encoder_k, m)
            idx_shuffle = torch.randperm(im_k.shape[0]).cuda()
            idx_unshuffle = torch.argsort(idx_shuffle)
            k = F.normalize(encoder_k(im_k[idx_shuffle]), dim=1)[idx_unshuffle]
        logits, labels = contrast(q, k, queue, T)
        loss = F.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            dequeue_and_enqueue(queue, queue_ptr, k)
            hits += (logits.argmax(1) == 0).sum()
        n += len(q)
        if i % print_freq == 0:
            print(f"[{i}] loss {loss.item():.4f} acc {hits.item() / n:.3f}")
    return hits.cpu().item() / max(n, 1)
