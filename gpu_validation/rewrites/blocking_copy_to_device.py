import torch


# fix: unsafe
# run: n=1000 | n=1 | n=4000000
def a_host_tensor(n: int):
    weights = torch.arange(n) * 2 + 1
    return weights.to("cuda")


# fix: unsafe
# run: n=1000 | n=1 | n=4000000
def to_another_type(n: int):
    weights = torch.arange(n) * 2 + 1
    return weights.to("cuda", torch.float64)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[2]
def a_large_one_that_is_built_here(x: torch.Tensor):
    large = torch.ones(2048, 2048) + torch.ones(2048, 2048)
    return large.to(x.device), large[:3].to(x)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[2]
def like_another(x: torch.Tensor):
    large = torch.ones(2048, 2048) + torch.ones(2048, 2048)
    return large.type_as(x)
