import torch


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[] | x=int[4] sizes=[7]
def a_list(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, device=x.device, dtype=torch.long)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[4]
def constant_data(x: torch.Tensor):
    return torch.as_tensor([[1.0, 0.5], [0.25, 2.0]], device=x.device)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7]
def a_list_in_two_steps(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes).to(x.device), torch.LongTensor(sizes).cuda(), torch.tensor(sizes).to(x)


# fix: unsafe
# run: x=float[4,3] sizes=[3,1,2] | x=half[4] sizes=[7] | x=int[4] sizes=[]
def a_list_like_a_tensor(x: torch.Tensor, sizes: list[int]):
    return x.new_tensor(sizes)
