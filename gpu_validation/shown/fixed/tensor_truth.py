import torch


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[4,3] y=half[4,3] | x=float[0,3] y=float[0,3] | x=nan[4,3] y=float[2]
def one_of_two(x: torch.Tensor, y: torch.Tensor):
    torch._assert_async(torch.logical_not(torch.logical_or((x > 99).any(), (y < -99).any())), "out of range")
    return x + 1


# fix: suggestion
# run: x=float[4,3] checked=True | x=float[4,3] checked=False | x=float[0,3] checked=True
def only_if_asked_for(x: torch.Tensor, checked: bool):
    if checked:
        torch._assert_async(torch.logical_not((x.abs() > 99).any()), "out of range")
    return x + 1


# fix: suggestion
# run: x=float[4,3] | x=half[4] | x=double[4]
def both_of_two(x: torch.Tensor):
    torch._assert_async(torch.logical_and(x.min() > -99, x.max() < 99))
    return x + 1


# fix: suggestion
# run: x=float[4,3] limit=99 | x=half[4] limit=50
def with_a_message_that_is_put_together(x: torch.Tensor, limit: int):
    torch._assert_async(x.max() < limit)
    return x + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[5] | x=half[3] | x=int[6] | x=float[4,1] | x=nan[7] | x=float[1]
def each_of_them(x: torch.Tensor):
    y = x * 1
    x_list = x.flatten().tolist()
    for i in range(len(x) - 1):
        if x_list[i + 1] > 0:
            y = y + 1
    return y


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3]
def a_guard_and_what_it_guards(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    result = y * 1
    positive_places = torch.where(positive)
    if len(positive_places[0]) > 0:
        result[positive_places] = x[positive_places] * 2
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[5] | x=nan[40] | x=double[2,2] | x=int[7]
def two_truths_at_once(x: torch.Tensor):
    low, high = x.min(), x.max()
    if torch.logical_and(low > -3, high < 3):
        return x * 2
    return x * 3


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] asked=True | x=half[5] asked=True | x=nan[40] asked=True | x=float[4,3] asked=False
def beside_a_test_of_the_host(x: torch.Tensor, asked: bool):
    low, high = x.min(), x.max()
    if asked and (torch.logical_or(low < -100, torch.logical_not(high < 1))):
        return x * 2
    return x * 3


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[12] | x=half[5] y=half[9] | x=nan[40] y=nan[40] | x=double[0] y=double[3]
def a_count_that_is_tested_first(x: torch.Tensor, y: torch.Tensor):
    count = (x > 0).sum()
    count_host = count.cpu()
    if count_host == 0:
        return y
    return y[:count_host]
