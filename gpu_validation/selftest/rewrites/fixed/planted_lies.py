import torch


# fix: safe
# run: x=float[4,3] | x=half[0,3]
def honest(x: torch.Tensor):
    return x + torch.full((), 0.5, device=x.device)


# fix: safe
# run: x=float[4,3] | x=half[2,3]
def lie_about_a_value(x: torch.Tensor):
    return x + torch.full((), 0.25, device=x.device)


# fix: safe
# run: x=float[4,3] | x=half[2,3]
def lie_about_a_shape(x: torch.Tensor):
    return torch.full((1,), 0.5, device=x.device)


# fix: safe
# run: x=float[4,3]
def lie_about_a_gradient(x: torch.Tensor):
    return x.detach() * torch.full((), 0.5, device=x.device)


# fix: safe
# run: x=float[4,3]
def lie_about_memory(x: torch.Tensor):
    return x[0:2]


# fix: unsafe
# run: x=float[4,3]
def lie_about_the_wait(x: torch.Tensor):
    return x.cpu().clone().to(x.device)


# fix: unsafe
# run: x=float[4,3]
# proves: fewer waits
def lie_about_the_number_of_waits(x: torch.Tensor):
    low = x.min().item()
    return low, x.max().item()


# fix: unsafe
# run: x=float[4,3]
# proves: fewer waits
def honest_about_the_number_of_waits(x: torch.Tensor):
    low, high = torch.stack([x.min(), x.max()]).tolist()
    return low, high


# fix: unsafe
# run: x=float[4,8]
# proves: earlier launch
def lie_about_the_launch(x: torch.Tensor):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loss = net(x).square().mean()
    loss.backward()
    value = loss.item()
    optimizer.step()
    return value
