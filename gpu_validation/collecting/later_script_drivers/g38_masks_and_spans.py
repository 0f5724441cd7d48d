import torch


def run(script, toys):
    embed = torch.nn.Embedding(12, 8).cuda()
    head, span_head = toys.net(8, 12), toys.net(8, 2)
    emb = torch.randn(8).cuda()
    optimizer = torch.optim.Adam([*embed.parameters(), *head.parameters()])
    for lengths in ([8, 5, 6], [8, 8, 8]):
        batch = {"ids": torch.randint(3, 12, (3, 8)), "lengths": torch.tensor(lengths)}
        script["step"](embed, head, span_head, emb, batch, optimizer, {"vocab": 12, "mask_id": 2, "special": [0, 1]})
