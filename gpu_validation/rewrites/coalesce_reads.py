import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3] | x=float[0,3]
# proves: fewer waits
def below_each_other(x: torch.Tensor):
    smallest = x.min()
    largest = x.max()
    low = smallest.item()
    high = largest.item()
    return low, high


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3]
# proves: fewer waits
def with_a_comment(x: torch.Tensor):
    low = x.min().item()  # the smallest
    high = x.max().item()
    total = x.sum().item()
    return low, high, total


# fix: unsafe
# run: x=float[4] | x=half[4] | x=int[4] | x=int[4,1] | x=bool[4] | x=double[4,1,1]
# proves: fewer waits
def of_no_known_rank(x: torch.Tensor):
    return (
        x[0].item(),  # rows
        x[1].item(),
        x[3].item(),
    )


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=double[4,3]
# proves: fewer waits
def in_a_text_and_twice(x: torch.Tensor):
    text = f"{x.min().item():.2f} and {x.max().item()}"
    return [float(x.min()), int(x.max()), len(text)]


# fix: unsafe
# run: x=float[4,3] y=float[2] | x=half[4,3] y=float[2] | x=strided[4,3] y=double[3] | x=half[5] y=half[3]
# proves: fewer waits
def of_fractions(x: torch.Tensor, y: torch.Tensor):
    log = []
    log.append(torch.max(x).item())
    log.append(torch.mean(x).item())
    log.append(torch.min(y).item())
    log.append(y.mean().item())
    return log
