import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[5,3] | x=double[3,2] | x=nan[4,3] | x=float[1,3] | x=float[0,3]
# may differ: rounding
def a_history(x: torch.Tensor):
    w = torch.nn.Parameter(torch.ones(3, device="cuda"))
    optimizer = torch.optim.SGD([w], lr=0.1)
    kept = []
    for row in x.detach():
        loss = (w * row.sum()).sum()
        loss.backward()
        optimizer.step()
        kept.append(loss.detach())
    kept = torch.stack(kept).flatten().tolist() if kept else []
    return kept
