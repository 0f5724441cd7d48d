import torch


# fix: safe
# run: x=float[4,3] | x=half[0,3]
def honest(x: torch.Tensor):
    return x + torch.tensor(0.5, device=x.device)


# fix: safe
# run: x=float[4,3] | x=half[2,3]
def lie_about_a_value(x: torch.Tensor):
    return x + torch.tensor(0.5, device=x.device)


# fix: safe
# run: x=float[4,3] | x=half[2,3]
def lie_about_a_shape(x: torch.Tensor):
    return torch.tensor(0.5, device=x.device)


# fix: safe
# run: x=float[4,3]
def lie_about_a_gradient(x: torch.Tensor):
    return x * torch.tensor(0.5, device=x.device)


# fix: safe
# run: x=float[4,3]
def lie_about_memory(x: torch.Tensor):
    return x[[0, 1]]


# fix: unsafe
# run: x=float[4,3]
def lie_about_the_wait(x: torch.Tensor):
    return x.cpu().to(x.device)
