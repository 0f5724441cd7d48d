import torch


def run(script, toys):
    emb, head = torch.nn.Embedding(9, 8).cuda(), toys.net(8, 9)
    model = lambda ids: head(emb(ids))
    prompt = torch.randint(3, 9, (2, 4)).cuda()
    base = {"max_new_tokens": 5, "no_repeat_ngram_size": 2, "pad": 0}
    script["generate"](model, prompt, {**base, "top_k": 5, "top_p": 0.9, "repetition_penalty": 1.2, "temperature": 0.8}, [1, 2])
    script["generate"](model, prompt, {**base, "gumbel": True, "min_p": 0.05}, [1, 2, 3, 4, 5, 6, 7, 8, 0])
    with torch.no_grad():
        list(script["stream"](model, prompt[:1], "abcdefghi".__getitem__, 3))
