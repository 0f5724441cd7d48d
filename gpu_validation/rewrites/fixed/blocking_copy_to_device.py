import torch


# fix: unsafe
# run: n=1000 | n=1 | n=4000000
def a_host_tensor(n: int):
    weights = torch.arange(n) * 2 + 1
    return weights.pin_memory().to("cuda", non_blocking=True)


# fix: unsafe
# run: n=1000 | n=1 | n=4000000
def to_another_type(n: int):
    weights = torch.arange(n) * 2 + 1
    return weights.pin_memory().to("cuda", non_blocking=True).to(dtype=torch.float64)
