import torch
import torch.nn.functional as F


# fix: unsafe
# run: x=float[3,4,8] | x=float[1,2,8]
# proves: earlier launch
def the_loss(x: torch.Tensor):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0.0
    for batch in x.detach():
        loss = F.mse_loss(net(batch), batch[:, :4])
        total = loss.item()  # of the last batch
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return total, [parameter.detach() for parameter in net.parameters()]


# fix: unsafe
# run: x=float[4,4,8]
# proves: earlier launch
def several_reads_and_a_step_now_and_then(x: torch.Tensor):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    log = []
    for i, batch in enumerate(x.detach()):
        out = net(batch)
        loss = F.mse_loss(out, batch[:, :4])
        log += [loss.item()]
        log += [out.mean().item()]
        loss.backward()
        if i % 2 == 0:
            optimizer.step()
            optimizer.zero_grad()
    return log, [parameter.detach() for parameter in net.parameters()]
