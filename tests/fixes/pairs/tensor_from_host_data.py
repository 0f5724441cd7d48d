#### sizes
import torch


def step(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, device=x.device, dtype=torch.long), torch.as_tensor([1, 2], device=x.device)
#### => unsafe
import torch


def step(x: torch.Tensor, sizes: list[int]):
    return torch.tensor(sizes, dtype=torch.long, pin_memory=True).to(x.device, non_blocking=True), torch.as_tensor([1, 2]).pin_memory().to(x.device, non_blocking=True)
