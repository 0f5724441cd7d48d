import torch


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[] | x=int[4] sizes=[7]
def a_list(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, dtype=torch.long, pin_memory=True).to(x.device, non_blocking=True)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[4]
def constant_data(x: torch.Tensor):
    return torch.as_tensor([[1.0, 0.5], [0.25, 2.0]]).pin_memory().to(x.device, non_blocking=True)
