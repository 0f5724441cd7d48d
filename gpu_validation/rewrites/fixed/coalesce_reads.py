import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3] | x=float[0,3]
# proves: fewer waits
def below_each_other(x: torch.Tensor):
    smallest = x.min()
    largest = x.max()
    low, high = torch.stack([smallest, largest]).tolist()
    return low, high


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3]
# proves: fewer waits
def with_a_comment(x: torch.Tensor):
    x_min_value, x_max_value, x_sum_value = torch.stack([x.min(), x.max(), x.sum()]).tolist()
    low = x_min_value  # the smallest
    high = x_max_value
    total = x_sum_value
    return low, high, total


# fix: unsafe
# run: x=float[4] | x=half[4] | x=int[4] | x=int[4,1] | x=bool[4] | x=double[4,1,1]
# proves: fewer waits
def of_no_known_rank(x: torch.Tensor):
    x_0_value, x_1_value, x_3_value = torch.cat([x[0].reshape(1), x[1].reshape(1), x[3].reshape(1)]).tolist()
    return (
        x_0_value,  # rows
        x_1_value,
        x_3_value,
    )


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=double[4,3]
# proves: fewer waits
def in_a_text_and_twice(x: torch.Tensor):
    x_min_value, x_max_value = torch.stack([x.min(), x.max()]).tolist()
    text = f"{x_min_value:.2f} and {x_max_value}"
    return [float(x_min_value), int(x_max_value), len(text)]


# fix: unsafe
# run: x=float[4,3] y=float[2] | x=half[4,3] y=float[2] | x=strided[4,3] y=double[3] | x=half[5] y=half[3]
# proves: fewer waits
def of_fractions(x: torch.Tensor, y: torch.Tensor):
    log = []
    torch_max_x_value, torch_mean_x_value, torch_min_y_value, y_mean_value = torch.stack([torch.max(x), torch.mean(x), torch.min(y), y.mean()]).tolist()
    log.append(torch_max_x_value)
    log.append(torch_mean_x_value)
    log.append(torch_min_y_value)
    log.append(y_mean_value)
    return log
