import torch


def run(script, toys):
    emb = torch.nn.Embedding(7, 8).cuda()
    head = toys.net(8, 7)
    torch.manual_seed(1)
    with torch.no_grad():
        out = script["beam_search"](lambda ids: head(emb(ids)) + torch.randn(7, device=ids.device), torch.ones(2, 2, dtype=torch.long).cuda(), 3, 7, 0, 2, 7)
        biased = torch.tensor([0, 0, 3.0, 0, 0, 0, 0]).cuda()
        out = script["beam_search"](lambda ids: torch.randn(*ids.shape, 7, device=ids.device) + biased, torch.ones(2, 2, dtype=torch.long).cuda(), 3, 14, 0, 2, 7)
        out[0, -1] = 2
    script["detokenize"](out, list("abcdefg"), 2)
