import torch


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[] | x=int[4] sizes=[7]
def a_list(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, dtype=torch.long, pin_memory=x.is_cuda).to(x.device, non_blocking=True)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[4]
def constant_data(x: torch.Tensor):
    return torch.as_tensor([[1.0, 0.5], [0.25, 2.0]]).to(x.device, non_blocking=True)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7]
def a_list_in_two_steps(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, pin_memory=x.is_cuda).to(x.device, non_blocking=True), torch.LongTensor(sizes).pin_memory().cuda(non_blocking=True), torch.tensor(sizes, pin_memory=x.is_cuda).to(x.device, non_blocking=True).to(dtype=x.dtype)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7] | x=int[4] sizes=[]
def a_list_like_a_tensor(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, dtype=x.dtype, pin_memory=x.is_cuda).to(x.device, non_blocking=True)
