import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[12,3] y=float[4] | x=half[9] y=half[5] | x=nan[40] y=nan[7]
def rounds_and_rows(x: torch.Tensor, y: torch.Tensor):
    count = (y > 0).sum()
    total = x.sum() * 0
    count_host = count.cpu()
    for i in range(count_host):
        total = total + i
    return total, x[:count_host]


# fix: suggestion
# proves: fewer waits
# run: x=int[4] y=int[2] | x=int[1] y=int[3] | x=int[0] y=int[2]
def a_list_and_a_count(x: torch.Tensor, y: torch.Tensor):
    few = (y < 3).sum()
    many = (y > 3).sum()
    x_host = x.to("cpu", non_blocking=x.is_cuda)
    few_many_host = (few + many).to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    numbers = x_host.tolist()
    found = []
    for i in range(few_many_host):
        found.append(i + len(numbers))
    return found
