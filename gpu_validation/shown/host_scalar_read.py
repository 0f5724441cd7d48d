import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=double[4,1] | x=float[1]
def each_of_them(x: torch.Tensor):
    y = x.detach() * 0
    for i in range(x.shape[0]):
        y = y + int(x[i])
    return y


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=double[4,1] | x=float[1]
def by_item(x: torch.Tensor):
    largest = 0.0
    for i in range(x.shape[0]):
        largest = max(largest, x[i].item())
    return largest
