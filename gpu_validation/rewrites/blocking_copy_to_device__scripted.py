import torch


# fix: unsafe
# run: x=float[4,3] n=3 | x=half[9] n=5 | x=int[5] n=1 | x=float[4,3] n=0
def computed_on_the_host(x: torch.Tensor, n: int):
    if torch.jit.is_scripting():
        return x
    rows = torch.arange(n).repeat(2)
    doubled = rows + torch.tensor(1)
    return doubled.to(x.device)
