import torch


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[] | x=int[4] sizes=[7]
def a_list(x: torch.Tensor, sizes: list[int]):
    if torch.jit.is_scripting():
        return x
    return torch.tensor(sizes, device=x.device, dtype=torch.long)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7] | x=int[4] sizes=[]
def a_list_like_a_tensor(x: torch.Tensor, sizes: list[int]):
    return x.new_tensor(sizes)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7]
def a_list_in_two_steps(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes).to(x.device)


# fix: unsafe
# run: x=float[4,3] n=3 | x=half[9] n=5 | x=int[5] n=1 | x=float[4,3] n=0
def rows_with_a_name(x: torch.Tensor, n: int):
    rows = torch.tensor([i for i in range(n)], dtype=torch.long)
    return x[rows.to(x.device)]
