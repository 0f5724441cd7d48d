import torch
import torch.nn.functional as F


# fix: unsafe
# run: x=float[3,4] | x=half[3,4] | x=int[3,4] | x=strided[3,4] | x=float[3,0]
def repeats_that_are_written(x: torch.Tensor):
    repeats = torch.tensor([2, 3, 1])
    return x.repeat_interleave(repeats.pin_memory().to(x.device, non_blocking=True), dim=0)


# fix: safe
# run: x=float[3,4] | x=half[3,4] | x=int[3,4] | x=strided[3,4]
def of_columns(x: torch.Tensor):
    return torch.repeat_interleave(x, torch.tensor([2, 0, 1, 4]).pin_memory().to(x.device, non_blocking=True), 1)


# fix: unsafe
# run: x=float[3,4] lengths=[2,3,1] | x=half[3,4] lengths=[1,1,1] | x=int[3,4] lengths=[0,0,0]
def repeats_of_a_list(x: torch.Tensor, lengths: list[int]):
    repeats = torch.tensor(lengths).pin_memory().to(x.device, non_blocking=True)
    return torch.repeat_interleave(x, repeats, dim=0)


# fix: unsafe
# run: x=float[64,3] | x=half[64,3]
def classes_by_position(x: torch.Tensor):
    best = x.argmax(dim=-1)
    return F.one_hot(best)


# fix: unsafe
# run: t=index[64] num_classes=3
def classes_by_parameter(t: torch.LongTensor, num_classes: int):
    return F.one_hot(t)


# fix: unsafe
# run: x=float[64,3] | x=half[64,3]
def as_many_classes_as_there_are(x: torch.Tensor):
    return F.one_hot(x.argmax(dim=1), num_classes=-1)
