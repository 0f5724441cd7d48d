from dataclasses import dataclass, field

import torch


@dataclass
class Stats:
    drafted: int = 0
    accepted: int = 0
    rounds: list = field(default_factory=list)

    @property
    def rate(self):
        return self.accepted / max(self.drafted, 1)


def norm_logits(logits, temperature):
    return torch.softmax(logits / temperature, dim=-1)


def max_fn(x):
    x_max = torch.where(x > 0, x, torch.zeros_like(x))
    return x_max / torch.sum(x_max, dim=-1, keepdim=True)


def sample(probs):
    return torch.multinomial(probs, num_samples=1)


@torch.no_grad()
def speculative_sampling(prefix, approx_model, target_model, max_len, gamma=3, temperature=1.0, stats=None):
    T = prefix.shape[1] + max_len
    assert prefix.shape[0] == 1, "input batch size must be 1"
    while prefix.shape[1] < T:
        x = prefix
        prefix_len = prefix.shape[1]
        q_dists = []
        for _ in range(gamma):
            q = norm_logits(approx_model(x)[:, -1], temperature)
            q_dists.append(q)
            x = torch.cat((x, sample(q)), dim=1)
        p = norm_logits(target_model(x), temperature)
        n = prefix_len + gamma - 1
        for i in range(gamma):
            r = torch.rand(1, device=p.device)
            j = x[:, prefix_len + i]
            if r > p[:, prefix_len + i - 1, j] / q_dists[i][:, j]:
                n = prefix_len + i - 1
                break
        if stats is not None:
            stats.drafted += gamma
            stats.accepted += n - prefix_len + 1
            stats.rounds.append(n)
        prefix = x[:, : n + 1]
        if n < prefix_len + gamma - 1:
            t = sample(max_fn(p[:, n, :] - q_dists[n - prefix_len + 1]))
        else:
            t = sample(p[:, -1, :])
        prefix = torch.cat((prefix, t), dim=1)
    return prefix


@torch.no_grad()
def greedy_verify(draft_tokens, target_logits):
    """draft (B, k), logits (B, k + 1, V): how many of the draft the target agrees with."""
    target = target_logits.argmax(-1)
    agree = (target[:, :-1] == draft_tokens).long()
    n_ok = agree.cumprod(1).sum(1)
    bonus = target.gather(1, n_ok[:, None])
    return n_ok, bonus


def assisted_decode(model, draft, ids, steps, k=3):
    for _ in range(steps):
        cand = ids
        for _ in range(k):
            cand = torch.cat([cand, draft(cand)[:, -1:].argmax(-1)], 1)
        logits = model(cand)[:, -k - 1:]
        n_ok, bonus = greedy_verify(cand[:, -k:], logits)
        keep = ids.shape[1] + n_ok[0]
        ids = torch.cat([cand[:, :keep], bonus], 1)
    return ids


def prompt_lookup(ids, ngram=2, k=3):
    seq = ids[0]
    windows = seq.unfold(0, ngram, 1)
    hits = (windows[:-1] == seq[-ngram:]).all(-1).nonzero().flatten()
    if len(hits) == 0:
        return ids[:, :0]
    start = hits[-1] + ngram
    return ids[:, start : start + k]
