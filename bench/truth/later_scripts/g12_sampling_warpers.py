import torch
import torch.nn.functional as F


def apply_repetition_penalty(logits, generated, penalty):
    if penalty == 1.0:
        return logits
    score = torch.gather(logits, 1, generated)
    score = torch.where(score < 0, score * penalty, score / penalty)
    return logits.scatter(1, generated, score)


def top_k_top_p_filtering(logits, top_k=0, top_p=1.0, filter_value=-float("Inf"), min_tokens_to_keep=1):
    if top_k > 0:
        top_k = min(max(top_k, min_tokens_to_keep), logits.size(-1))
        indices_to_remove = logits < torch.topk(logits, top_k)[0][..., -1, None]
        logits[indices_to_remove] = filter_value
    if top_p < 1.0:
        sorted_logits, sorted_indices = torch.sort(logits, descending=True)
        cumulative_probs = torch.cumsum(F.softmax(sorted_logits, dim=-1), dim=-1)
        sorted_indices_to_remove = cumulative_probs > top_p
        sorted_indices_to_remove[..., 1:] = sorted_indices_to_remove[..., :-1].clone()
        sorted_indices_to_remove[..., 0] = 0
        indices_to_remove = sorted_indices_to_remove.scatter(1, sorted_indices, sorted_indices_to_remove)
        logits[indices_to_remove] = filter_value
    return logits


def min_p(logits, p):
    probs = logits.softmax(-1)
    threshold = probs.amax(-1, keepdim=True) * p
    return logits.masked_fill(probs < threshold, float("-inf"))


def ban_ngrams(logits, generated, n):
    for b, seq in enumerate(generated.tolist()):
        if len(seq) + 1 < n:
            continue
        seen = {}
        for gram in zip(*[seq[i:] for i in range(n)]):
            seen.setdefault(gram[:-1], []).append(gram[-1])
        banned = seen.get(tuple(seq[len(seq) + 1 - n:]), [])
        if banned:
            logits[b, banned] = -float("inf")
    return logits


def gumbel_sample(logits, temperature):
    noise = torch.zeros_like(logits).uniform_(0, 1)
    noise = -torch.log(-torch.log(noise.clamp(min=1e-20)).clamp(min=1e-20))
    return (logits / max(temperature, 1e-10) + noise).argmax(dim=-1)


@torch.no_grad()
def generate(model, prompt, cfg, stop_ids):
    ids = prompt
    unfinished = torch.ones(ids.shape[0], dtype=torch.long, device=ids.device)
    stop = torch.tensor(stop_ids, device=ids.device)
    logprobs = []
    for step in range(cfg["max_new_tokens"]):
        logits = model(ids)[:, -1].float()
        logits = apply_repetition_penalty(logits, ids, cfg.get("repetition_penalty", 1.0))
        logits = logits / cfg.get("temperature", 1.0)
        logits = ban_ngrams(logits, ids, cfg["no_repeat_ngram_size"])
        if cfg.get("min_p"):
            logits = min_p(logits, cfg["min_p"])
        logits = top_k_top_p_filtering(logits, cfg.get("top_k", 0), cfg.get("top_p", 1.0))
        if cfg.get("gumbel"):
            nxt = gumbel_sample(logits, 0.9)
        else:
            probs = F.softmax(logits, dim=-1)
            nxt = torch.multinomial(probs, num_samples=1).squeeze(1)
        nxt = nxt * unfinished + cfg["pad"] * (1 - unfinished)
        logprobs.append(F.log_softmax(logits, -1).gather(1, nxt[:, None]))
        ids = torch.cat([ids, nxt[:, None]], dim=-1)
        unfinished = unfinished.mul((~torch.isin(nxt, stop)).long())
        if unfinished.max() == 0:
            break
    return ids, torch.cat(logprobs, 1).sum(1)


def stream(model, ids, tokenizer, n):
    for _ in range(n):
        nxt = model(ids)[:, -1].argmax(-1, keepdim=True)
        ids = torch.cat((ids, nxt), 1)
        yield tokenizer(int(nxt[0]))
