import torch
import torch.nn.functional as F


def route(hidden, gate, top_k):
    logits = gate(hidden)
    weights = F.softmax(logits, dim=1, dtype=torch.float)
    weights, selected = torch.topk(weights, top_k, dim=-1)
    weights /= weights.sum(dim=-1, keepdim=True)
    return weights.to(hidden.dtype), selected, logits


def moe_forward(hidden_states, gate, experts, top_k=2):
    """Every expert gets the tokens that chose it."""
    bsz, seq, dim = hidden_states.shape
    flat = hidden_states.view(-1, dim)
    weights, selected, router_logits = route(flat, gate, top_k)
    out = torch.zeros_like(flat)

    expert_mask = F.one_hot(selected, num_classes=len(experts)).permute(2, 1, 0)
    for e, expert in enumerate(experts):
        idx, top_x = torch.where(expert_mask[e])
        if top_x.shape[0] == 0:
            continue
        current = flat[None, top_x].reshape(-1, dim)
        current = expert(current) * weights[top_x, idx, None]
        out.index_add_(0, top_x, current.to(flat.dtype))
    return out.reshape(bsz, seq, dim), router_logits


def balance_loss(router_logits, num_experts, top_k=2):
    probs = torch.softmax(router_logits, dim=-1)
    _, selected = torch.topk(probs, top_k, dim=-1)
    mask = F.one_hot(selected, num_experts).float()
    return num_experts * (mask.mean((0, 1)) * probs.mean(0)).sum()


def train(blocks, head, data, opt, coef=0.01, verbose=True):
    load = None
    for step, (ids, labels) in enumerate(data):
        h = ids
        aux = 0
        for gate, experts in blocks:
            h, logits = moe_forward(h, gate, experts)
            aux = aux + balance_loss(logits, len(experts))
        loss = F.cross_entropy(head(h).flatten(0, 1), labels.flatten()) + coef * aux
        opt.zero_grad()
        loss.backward()
        opt.step()
        counts = torch.bincount(logits.argmax(-1), minlength=logits.size(-1))
        load = counts if load is None else load + counts
        if verbose:
            print("step", step, "loss", loss.item(), "busiest", counts.argmax().item())
    share = (load / load.sum()).tolist()
    return [round(s, 2) for s in share]
