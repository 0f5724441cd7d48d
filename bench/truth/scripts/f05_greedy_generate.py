"""Greedy decoding with a key/value cache, for our own language models."""
import torch


@torch.inference_mode()
def greedy_generate(model, input_ids, max_new_tokens, eos_token_id=None, pad_token_id=0, stopping=None):
    batch, prompt_len = input_ids.shape
    unfinished = torch.ones(batch, dtype=torch.long, device=input_ids.device)
    past = None
    generated = input_ids
    scores = []

    for step in range(max_new_tokens):
        step_input = generated if past is None else generated[:, -1:]
        out = model(step_input, past_key_values=past, use_cache=True)
        past = out["past_key_values"]
        logits = out["logits"][:, -1, :]
        next_tokens = torch.argmax(logits, dim=-1)

        if eos_token_id is not None:
            next_tokens = next_tokens * unfinished + pad_token_id * (1 - unfinished)
            unfinished = unfinished.mul((next_tokens != eos_token_id).long())

        generated = torch.cat([generated, next_tokens[:, None]], dim=-1)
        scores.append(logits.max(-1).values)

        if unfinished.max() == 0:
            break
        if stopping and generated.shape[1] >= stopping:
            break

    return generated, torch.stack(scores, 1)


def decode_batch(tokenizer, sequences, prompt_len, skip=()):
    texts = []
    for seq in sequences:
        ids = [t for t in seq[prompt_len:].tolist() if t not in skip]
        texts.append(tokenizer.decode(ids) or "<empty>")
    return texts


def complete(model, tokenizer, prompts, device, max_new_tokens=4):
    encoded = [tokenizer.encode(p) for p in prompts]
    width = max(len(e) for e in encoded)
    padded = [[0] * (width - len(e)) + e for e in encoded]
    ids = torch.tensor(padded, dtype=torch.long).to(device)
    out, scores = greedy_generate(model, ids, max_new_tokens, eos_token_id=2)
    texts = decode_batch(tokenizer, out, width, skip=(0, 2))
    confidence = scores.mean(1).tolist()
    return [{"prompt": p, "text": t, "score": round(c, 3)} for p, t, c in zip(prompts, texts, confidence)]
