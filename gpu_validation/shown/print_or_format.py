import torch


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=float[]
def a_message_for_a_check(x: torch.Tensor):
    torch._check(x.dim() < 9, f"sum {x.sum()}")
    return x * 2
