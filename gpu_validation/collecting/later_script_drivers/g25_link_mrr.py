from collections import defaultdict

import torch


def run(script, toys):
    model = script["KGE"](12, 3, 8).cuda()
    triples = torch.stack([torch.randint(12, (16,)), torch.randint(3, (16,)), torch.randint(12, (16,))], 1)
    args = {"cuda": True, "adv_temp": 1.0, "reg": 1e-5}
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad])
    batches = iter([(triples[:8], torch.randint(12, (8, 4)), torch.ones(8)) for _ in range(2)])
    for _ in range(2):
        script["train_step"](model, optimizer, batches, args)
    known = defaultdict(list)
    for h, r, t in triples.tolist():
        known[h, r].append(t)
    script["test"](model, triples, known, torch.device("cuda"))
    edges = torch.randint(12, (2, 20)).cuda()
    with torch.no_grad():
        for k in (3, 50):
            script["evaluate_edges"](lambda e: (model.ent(e[0]) * model.ent(e[1])).sum(-1), edges, 12, k)
