import torch
import torch.nn.functional as F


# fix: suggestion
# run: x=float[3,4,8] | x=float[1,2,8]
# may differ: rounding
# proves: fewer waits
def the_sum_of_the_losses(x: torch.Tensor):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0.0
    for batch in x.detach():
        loss = F.mse_loss(net(batch), batch[:, :4])
        total += loss.detach().double()  # for the epoch
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    total = float(total)
    return total, [parameter.detach() for parameter in net.parameters()]


# fix: suggestion
# run: x=float[3,4,8] | x=float[1,2,8]
# may differ: rounding kind
# proves: fewer waits
def added_up_in_its_type(x: torch.Tensor, criterion=F.mse_loss):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0
    for batch in x.detach():
        optimizer.zero_grad()
        losses = criterion(net(batch), batch[:, :4])
        total += losses.sum().detach()
        losses.mean().backward()
        optimizer.step()
    total = torch.as_tensor(total).item()
    return total, [parameter.detach() for parameter in net.parameters()]


# fix: suggestion
# run: x=float[3,4,8] | x=float[1,2,8]
# may differ: rounding
# proves: fewer waits
def collected(x: torch.Tensor):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    losses = []
    for batch in x.detach():
        loss = F.mse_loss(net(batch), batch[:, :4])
        losses.append(loss.detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    losses = torch.stack(losses).flatten().tolist() if losses else []
    return losses, [parameter.detach() for parameter in net.parameters()]
