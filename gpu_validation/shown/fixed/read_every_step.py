import torch
import torch.nn.functional as F


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


# fix: suggestion
# proves: fewer waits
# run: x=float[5,3] | x=double[3,2] | x=nan[4,3] | x=float[1,3] | x=float[0,3]
# may differ: rounding
def a_sum(x: torch.Tensor):
    w = torch.nn.Parameter(torch.ones(3, device="cuda"))
    optimizer = torch.optim.SGD([w], lr=0.1)
    total = 0.0
    for row in x.detach():
        loss = (w * row.sum()).sum()
        loss.backward()
        optimizer.step()
        total += loss.detach().double()
    total = float(total)
    return total


# fix: suggestion
# proves: fewer waits
# run: x=float[5,3] | x=double[3,2] | x=nan[4,3] | x=float[1,3] | x=float[0,3]
# may differ: rounding kind
def a_sum_in_its_type(x: torch.Tensor, criterion=F.mse_loss):
    w = torch.nn.Parameter(torch.ones(3, device="cuda"))
    optimizer = torch.optim.SGD([w], lr=0.1)
    total = 0
    for row in x.detach():
        loss = criterion(w, w * row.sum())
        loss.backward()
        optimizer.step()
        total += loss.detach()
    total = torch.as_tensor(total).item()
    return total


# fix: suggestion
# proves: fewer waits
# run: x=float[5,3] | x=double[3,2] | x=nan[4,3]
def a_log_with_a_counter(x: torch.Tensor):
    w = torch.nn.Parameter(torch.ones(3, device="cuda"))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for i, row in enumerate(x.detach()):
        loss = (w * row.sum()).sum()
        loss.backward()
        optimizer.step()
        if i % 100 == 0:
            print("loss", loss.item())
    return w.detach()


# fix: suggestion
# proves: fewer waits
# run: x=float[5,3] | x=double[3,2] | x=nan[4,3]
def a_log_without_a_counter(x: torch.Tensor):
    w = torch.nn.Parameter(torch.ones(3, device="cuda"))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for step_number, row in enumerate(x.detach()):
        loss = (w * row.sum()).sum()
        loss.backward()
        optimizer.step()
        if step_number % 100 == 0:
            print("loss", loss.item())
    return w.detach()
