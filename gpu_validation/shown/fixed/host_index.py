import torch


# fix: suggestion
# run: x=float[4,3] n=3 | x=half[9] n=5 | x=strided[4,3] n=2 | x=int[5] n=1 | x=float[4,3] n=0
def positions_in_a_list(x: torch.Tensor, n: int):
    keep = [i for i in range(n) if i != 1]
    return x[torch.tensor(keep, dtype=torch.long, pin_memory=x.is_cuda).to(x.device, non_blocking=True)]


# fix: suggestion
# run: x=float[4,3] n=3 | x=half[5,9] n=9 | x=strided[4,3] n=2 | x=float[4,3] n=0
def positions_behind_a_slice(x: torch.Tensor, n: int):
    keep = [i for i in range(n) if i != 1]
    return x[:, torch.tensor(keep, dtype=torch.long, pin_memory=x.is_cuda).to(x.device, non_blocking=True)]


# fix: suggestion
# run: x=float[4,3] listed=True other=1 | x=half[9] listed=True other=1 | x=strided[4,3] listed=True other=1 | x=int[5] listed=True other=1 | x=float[4,3] listed=False other=1
def a_list_on_one_way(x: torch.Tensor, listed: bool, other):
    chosen = [i for i in range(3) if i != 1] if listed else other
    return x[torch.tensor(chosen, pin_memory=x.is_cuda).to(x.device, non_blocking=True) if isinstance(chosen, list) else chosen]


# fix: suggestion
# run: x=float[4,3] n=3 | x=half[5,9] n=9 | x=int[4,3] n=2
def a_number_through_positions(x: torch.Tensor, n: int):
    z = x.detach().clone()
    keep = [i for i in range(n) if i != 1]
    z[:, torch.tensor(keep, dtype=torch.long, pin_memory=z.is_cuda).to(z.device, non_blocking=True)] = z.new_full((), 0.0)
    return z
