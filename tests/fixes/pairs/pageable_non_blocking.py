#### a large batch
import torch


def step(x: torch.Tensor):
    batch = torch.randn(1024, 1024, 16)
    return batch.to("cuda", non_blocking=True)
#### => unsafe
import torch


def step(x: torch.Tensor):
    batch = torch.randn(1024, 1024, 16)
    return batch.pin_memory().to("cuda", non_blocking=True)
