import torch


# fix: suggestion
# run: x=float[4,3] n=3 | x=half[9] n=5 | x=strided[4,3] n=2 | x=int[5] n=1 | x=float[4,3] n=0
def positions_in_a_list(x: torch.Tensor, n: int):
    if torch.jit.is_scripting():
        return x
    keep = [i for i in range(n) if i != 1]
    return x[(torch.tensor(keep, dtype=torch.long).pin_memory() if x.is_cuda else torch.tensor(keep, dtype=torch.long)).to(x.device, non_blocking=True)]
