import torch


def run(script, toys):
    emb = torch.nn.Embedding(6, 8).cuda()
    a, b = toys.net(8, 6), toys.net(8, 6)
    small, large = (lambda ids: a(emb(ids))), (lambda ids: b(emb(ids)))
    prefix = torch.randint(6, (1, 3)).cuda()
    stats = script["Stats"]()
    script["speculative_sampling"](prefix, small, large, 12, stats=stats)
    assert stats.rate <= 1
    with torch.no_grad():
        script["assisted_decode"](large, small, prefix, 3)
    script["prompt_lookup"](torch.tensor([[1, 2, 3, 4, 1, 2]]).cuda())
    script["prompt_lookup"](torch.tensor([[1, 2, 3, 4, 5, 2]]).cuda())
