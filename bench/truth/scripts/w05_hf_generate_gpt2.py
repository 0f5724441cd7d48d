import time

import torch
from transformers import GPT2Config, GPT2LMHeadModel

config = GPT2Config(vocab_size=64, n_positions=32, n_embd=16, n_layer=2, n_head=2, bos_token_id=1, eos_token_id=2,
                    pad_token_id=0)


def perplexity(model, ids, stride=8):
    nlls = []
    prev_end = 0
    for begin in range(0, ids.size(1), stride):
        end = min(begin + 16, ids.size(1))
        trg_len = end - prev_end
        chunk = ids[:, begin:end].to(model.device)
        target = chunk.clone()
        target[:, :-trg_len] = -100
        with torch.no_grad():
            out = model(chunk, labels=target)
        nlls.append(out.loss * trg_len)
        prev_end = end
        if end == ids.size(1):
            break
    return torch.exp(torch.stack(nlls).sum() / end)


def score_choices(model, prompt, choices):
    scores = []
    for choice in choices:
        ids = torch.tensor([prompt + choice]).to(model.device)
        with torch.no_grad():
            logits = model(ids).logits.log_softmax(-1)
        picked = logits[0, len(prompt) - 1:-1].gather(-1, ids[0, len(prompt):, None])
        scores.append(picked.sum().item())
    return max(range(len(scores)), key=scores.__getitem__), scores


def main():
    device = "cuda"
    torch.manual_seed(0)
    model = GPT2LMHeadModel(config).to(device).eval()
    prompts = torch.randint(3, 64, (2, 6)).to(device)

    torch.cuda.synchronize()
    start = time.perf_counter()
    out = model.generate(prompts, attention_mask=torch.ones_like(prompts), max_new_tokens=4, do_sample=False)
    torch.cuda.synchronize()
    took = time.perf_counter() - start

    new = out[:, prompts.shape[1]:]
    for row in new.tolist():
        print(" ".join(str(t) for t in row if t != config.pad_token_id) or "-")
    print("%.1f tokens/s" % (new.numel() / took))
    ppl = perplexity(model, torch.randint(3, 64, (1, 24)))
    print("perplexity", ppl.item())
    best, scores = score_choices(model, [5, 6, 7], [[8], [9, 10]])
    print("choice", best, "margin", round(abs(scores[0] - scores[1]), 3))


main()
