import torch


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3] | x=float[] y=float[]
def a_quotient(x: torch.Tensor, y: torch.Tensor):
    result = torch.ones_like(x)
    known = y > 0
    result[known] = 1.0 - x[known] / y[known]
    return result


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=double[5] y=double[5] | x=nan[40] y=nan[40] | x=strided[4,3] y=strided[4,3]
def a_product_of_differences(x: torch.Tensor, y: torch.Tensor):
    result = torch.zeros_like(x)
    apart = x > y
    result[apart] = (x[apart] - y[apart]) * (x[apart] - 1)
    return result


# fix: suggestion
# run: x=float[4,3] | x=nan[40] | x=float[0,3]
# may differ: rounding
def a_root(x: torch.Tensor):
    result = torch.zeros_like(x)
    positive = x > 0
    result[positive] = torch.sqrt(x[positive]) * torch.log1p(x[positive])
    return result


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=float[5] y=float[5] | x=nan[40] y=nan[40]
def divided_in_place(x: torch.Tensor, y: torch.Tensor):
    result = x * 1
    known = y > 0
    result[known] /= y[known]
    return result


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=nan[40,2] y=nan[40]
def rows(x: torch.Tensor, y: torch.Tensor):
    result = torch.zeros_like(x)
    known = y > 0
    result[known] = x[known] * x[known]
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3] | x=strided[4,3] y=strided[4,3]
def several_through_one_mask(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    return x[positive] * 2, y[positive] + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3,2] y=float[4,3] | x=half[5] y=half[5] | x=nan[40,2] y=nan[40] | x=double[0,3] y=double[0]
def mask_of_fewer_dimensions(x: torch.Tensor, y: torch.Tensor):
    positive = y > 0
    result = x * 1
    result[positive] = x[positive].flip(0)
    return result, y[positive]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4] | x=half[5,2] y=half[5] | x=nan[40,3] y=nan[40] | x=strided[4,3] y=float[4]
def beside_other_indices(x: torch.Tensor, y: torch.Tensor):
    positive = y > 0
    result = x * 1
    result[positive, 0] = x[positive, -1] * y[positive]
    result[positive] *= x[positive]
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[3,4] y=float[4] | x=half[2,5] y=half[5] | x=nan[3,40] y=nan[40] | x=strided[3,4] y=float[4]
def behind_a_slice(x: torch.Tensor, y: torch.Tensor):
    positive = y > 0
    return x[:, positive] + y[positive]


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=half[5] y=half[5] | x=nan[40,2] y=nan[40] | x=float[0,3] y=float[0]
# may differ: rounding
def an_average_of_rows(x: torch.Tensor, y: torch.Tensor):
    known = y > 0
    return x[known].mean()


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=double[5] y=double[5] | x=nan[40,2] y=nan[40] | x=float[0,3] y=float[0]
# may differ: rounding
def a_sum_of_rows(x: torch.Tensor, y: torch.Tensor):
    known = y > 0
    return x[known].sum()


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3] | x=strided[4,3] y=strided[4,3]
def through_two_masks(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    small = y < 1
    return x[positive] * 2, y[small] + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4] | x=half[5,2] y=half[5] | x=nan[40,3] y=nan[40] | x=strided[4,3] y=float[4] | x=float[0,3] y=float[0]
def a_selection_and_a_store(x: torch.Tensor, y: torch.Tensor):
    small = y < 1
    positive = y > 0
    rows = x[small].flip(0)
    result = x * 1
    result[positive] = (result * 2)[y.flip(0) > 99].sum(0) + result[:1] * 0
    return rows, result


# fix: suggestion
# proves: fewer waits
# run: x=float[3,4] y=float[4] | x=half[2,5] y=half[5] | x=nan[3,40] y=nan[40] | x=strided[3,4] y=float[4]
def columns_of_two_masks(x: torch.Tensor, y: torch.Tensor):
    positive = y.flatten() > 0
    small = y.flatten() < 1
    return x[:, positive], x[:, small] + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5,2] y=half[5,2] | x=nan[40,3] y=nan[40,3] | x=float[1,3] y=float[1,3] | x=strided[4,3] y=float[4,3]
def a_row_in_each_round(x: torch.Tensor, y: torch.Tensor):
    rows = []
    for i in range(len(x)):
        rows.append(x[i][y[i] > 0])
    return rows


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=double[5,2] y=double[5] | x=inf[41,3] y=float[41] | x=strided[4,2] y=float[4] | x=float[1,1] y=float[1]
def values_that_are_put_in(x: torch.Tensor, y: torch.Tensor):
    z = torch.zeros(x.shape[0], x.shape[1], device=x.device)
    values = torch.ones(x.shape[0] // 2 + 1, x.shape[1], device=x.device)
    mask = y.flatten() >= y.detach().median()
    z[mask] = values * 0.5
    return z


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=double[5,2] y=double[5] | x=inf[41,3] y=float[41] | x=strided[4,2] y=float[4] | x=float[1,1] y=float[1]
def values_that_are_added(x: torch.Tensor, y: torch.Tensor):
    z = torch.ones(x.shape[0], x.shape[1], device=x.device)
    values = torch.ones(x.shape[0] // 2 + 1, x.shape[1], device=x.device)
    mask = y.flatten() >= y.detach().median()
    z[mask] += values
    return z
