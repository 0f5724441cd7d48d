#### by class and by name
import torch


def step(x: torch.Tensor):
    y = x.cuda()
    return y.type( torch.LongTensor ) + y.type("torch.ByteTensor")
#### => unsafe
import torch


def step(x: torch.Tensor):
    y = x.cuda()
    return y.type( torch.long ) + y.type(torch.uint8)
