import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=double[0]
def one_size_in_two_places(x: torch.Tensor):
    count = (x > 0).sum()
    grid = torch.arange(count, device=x.device)
    return torch.zeros(count + 1, device=x.device), grid


# fix: suggestion
# proves: fewer waits
# run: x=float[24] | x=half[24] | x=nan[48]
def parts_of_one_tensor(x: torch.Tensor):
    s = torch.full((2,), 2, device=x.device)
    first = x[:4].view(s[0], s[1])
    return first, x.view(s[1], s[0], -1)
