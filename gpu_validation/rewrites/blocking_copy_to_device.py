import torch
from torch.utils.data import DataLoader, TensorDataset


# fix: unsafe
# run: n=1000 | n=1 | n=4000000
def a_host_tensor(n: int):
    weights = torch.arange(n) * 2 + torch.tensor(1)
    return weights.to("cuda")


# fix: unsafe
# run: n=1000 | n=1 | n=4000000
def to_another_type(n: int):
    weights = torch.arange(n) * 2 + torch.tensor(1)
    return weights.to("cuda", torch.float64)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[2]
def a_large_one_that_is_built_here(x: torch.Tensor):
    large = torch.ones(2048, 2048) + torch.tensor(1)
    return large.to(x.device), large[:3].to(x)


# fix: unsafe
# run: x=float[4,3] | x=half[4] | x=int[2]
def like_another(x: torch.Tensor):
    large = torch.ones(2048, 2048) + torch.tensor(1)
    return large.type_as(x)


# fix: unsafe
# run: n=6 | n=1 | n=0
def batches_of_a_loader(n: int):
    loader = DataLoader(TensorDataset(torch.arange(n * 4.0).reshape(n, 4)), batch_size=2)
    total = torch.zeros((), device="cuda")
    for (batch,) in loader:
        batch = batch.to("cuda")
        total = total + batch.sum()
    return total


# fix: unsafe
# run: n=6 | n=1 | n=0
def pairs_of_a_loader(n: int):
    data = TensorDataset(torch.arange(n * 4.0).reshape(n, 4), torch.arange(n))
    loader = DataLoader(data, batch_size=4, shuffle=False)
    found = []
    for images, labels in loader:
        images = images.cuda()
        labels = labels.cuda()
        found.append((images * labels[:, None]).sum())
    return found


# fix: unsafe
# run: n=6 | n=1 | n=0
def batches_that_are_pinned(n: int):
    data = TensorDataset(torch.arange(n * 4.0).reshape(n, 4), torch.arange(n))
    loader = DataLoader(data, batch_size=4, pin_memory=True)
    found = []
    for images, labels in loader:
        images, labels = images.to("cuda"), labels.to("cuda")
        found.append((images * labels[:, None]).sum())
    return found


# fix: unsafe
# run: n=1000 | n=1 | n=4000000 | n=0
def made_pinned(n: int):
    weights = torch.empty(n, pin_memory=True).fill_(0.5)
    return weights.to("cuda")
