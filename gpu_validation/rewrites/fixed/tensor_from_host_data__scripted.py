import torch


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[] | x=int[4] sizes=[7]
def a_list(x: torch.Tensor, sizes: list[int]):
    if torch.jit.is_scripting():
        return x
    return (torch.tensor(sizes, dtype=torch.long).pin_memory() if x.is_cuda else torch.tensor(sizes, dtype=torch.long)).to(x.device, non_blocking=True)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7] | x=int[4] sizes=[]
def a_list_like_a_tensor(x: torch.Tensor, sizes: list[int]):
    return (torch.tensor(sizes, dtype=x.dtype).pin_memory() if x.is_cuda else torch.tensor(sizes, dtype=x.dtype)).to(x.device, non_blocking=True)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7]
def a_list_in_two_steps(x: torch.Tensor, sizes: list[int]):
    return (torch.tensor(sizes).pin_memory() if x.is_cuda else torch.tensor(sizes)).to(x.device, non_blocking=True)


# fix: unsafe
# run: x=float[4,3] n=3 | x=half[9] n=5 | x=int[5] n=1 | x=float[4,3] n=0
def rows_with_a_name(x: torch.Tensor, n: int):
    rows = torch.tensor([i for i in range(n)], dtype=torch.long)
    return x[(rows.pin_memory() if x.is_cuda else rows).to(x.device, non_blocking=True)]
