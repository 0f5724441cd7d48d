import torch


def run(script, toys):
    device = torch.device("cuda")
    embed, head = torch.nn.Embedding(9, 8).to(device), toys.net(8, 9)
    block = script["Attention"](8, 2, torch.nn.Linear(8, 24), torch.nn.Linear(8, 8)).to(device)
    ids = torch.randint(9, (2, 4)).to(device)
    cache = script["KVCache"](2, 2, 32, 4, device)
    for eos in (1, int(ids[0, 0]), 5):
        script["generate"](embed, block, head, ids, cache, 3, eos)
    one = script["KVCache"](1, 2, 32, 4, device)
    script["generate"](embed, lambda x, c: x * 0, lambda h: h.sum(1, keepdim=True), ids[:1], one, 3, 0)
    cache.reorder(torch.tensor([1, 0]).to(device))
    script["compress"](cache, torch.rand(cache.length, device=device), 3)
    script["generate_static"](embed, block, head, ids, script["PositionedCache"](2, 2, 16, 4, device), 4)
    block(embed(ids))
    paged = script["PagedCache"](4, 2, 2, 4, device)
    for k in range(3):
        paged.append("a", torch.randn(2, 4, device=device))
    paged.gather("a")
    paged.slots(["a"])
