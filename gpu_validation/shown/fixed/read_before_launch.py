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
