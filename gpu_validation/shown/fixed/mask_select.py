import torch


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3] | x=float[] y=float[]
def a_quotient(x: torch.Tensor, y: torch.Tensor):
    result = torch.ones_like(x)
    known = y > 0
    known_everywhere = known.reshape(known.shape + (1,) * (result.ndim - known.ndim))
    result.copy_(torch.where(known_everywhere, 1.0 - torch.where(known_everywhere, x, 1) / torch.where(known_everywhere, y, 1), result))
    return result


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=double[5] y=double[5] | x=nan[40] y=nan[40] | x=strided[4,3] y=strided[4,3]
def a_product_of_differences(x: torch.Tensor, y: torch.Tensor):
    result = torch.zeros_like(x)
    apart = x > y
    apart_everywhere = apart.reshape(apart.shape + (1,) * (result.ndim - apart.ndim))
    result.copy_(torch.where(apart_everywhere, (torch.where(apart_everywhere, x, 1) - torch.where(apart_everywhere, y, 1)) * (torch.where(apart_everywhere, x, 1) - 1), result))
    return result


# fix: suggestion
# run: x=float[4,3] | x=nan[40] | x=float[0,3]
# may differ: rounding
def a_root(x: torch.Tensor):
    result = torch.zeros_like(x)
    positive = x > 0
    positive_everywhere = positive.reshape(positive.shape + (1,) * (result.ndim - positive.ndim))
    result.copy_(torch.where(positive_everywhere, torch.sqrt(torch.where(positive_everywhere, x, 1)) * torch.log1p(torch.where(positive_everywhere, x, 1)), result))
    return result


# fix: suggestion
# run: x=float[4,3] y=float[4,3] | x=float[5] y=float[5] | x=nan[40] y=nan[40]
def divided_in_place(x: torch.Tensor, y: torch.Tensor):
    result = x * 1
    known = y > 0
    known_everywhere = known.reshape(known.shape + (1,) * (result.ndim - known.ndim))
    result.copy_(torch.where(known_everywhere, torch.where(known_everywhere, result, 1) / torch.where(known_everywhere, y, 1), result))
    return result


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=nan[40,2] y=nan[40]
def rows(x: torch.Tensor, y: torch.Tensor):
    result = torch.zeros_like(x)
    known = y > 0
    known_everywhere = known.reshape(known.shape + (1,) * (result.ndim - known.ndim))
    result.copy_(torch.where(known_everywhere, torch.where(known_everywhere, x, 1) * torch.where(known_everywhere, x, 1), result))
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3] | x=strided[4,3] y=strided[4,3]
def several_through_one_mask(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    positive_places = torch.where(positive)
    return x[positive_places] * 2, y[positive_places] + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3,2] y=float[4,3] | x=half[5] y=half[5] | x=nan[40,2] y=nan[40] | x=double[0,3] y=double[0]
def mask_of_fewer_dimensions(x: torch.Tensor, y: torch.Tensor):
    positive = y > 0
    result = x * 1
    positive_places = torch.where(positive)
    result[positive_places] = x[positive_places].flip(0)
    return result, y[positive_places]


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4] | x=half[5,2] y=half[5] | x=nan[40,3] y=nan[40] | x=strided[4,3] y=float[4]
def beside_other_indices(x: torch.Tensor, y: torch.Tensor):
    positive = y > 0
    result = x * 1
    positive_places = torch.where(positive)
    result[(*positive_places, 0)] = x[(*positive_places, -1)] * y[positive_places]
    result[positive_places] *= x[positive_places]
    return result


# fix: suggestion
# proves: fewer waits
# run: x=float[3,4] y=float[4] | x=half[2,5] y=half[5] | x=nan[3,40] y=nan[40] | x=strided[3,4] y=float[4]
def behind_a_slice(x: torch.Tensor, y: torch.Tensor):
    positive = y > 0
    positive_places = torch.where(positive)
    return x[(slice(None), *positive_places)] + y[positive_places]


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=half[5] y=half[5] | x=nan[40,2] y=nan[40] | x=float[0,3] y=float[0]
# may differ: rounding
def an_average_of_rows(x: torch.Tensor, y: torch.Tensor):
    known = y > 0
    known_everywhere = known.reshape(known.shape + (1,) * (x.ndim - known.ndim))
    return torch.div(torch.where(known_everywhere, x, 0).sum(), known_everywhere.expand_as(x).sum())


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=double[5] y=double[5] | x=nan[40,2] y=nan[40] | x=float[0,3] y=float[0]
# may differ: rounding
def a_sum_of_rows(x: torch.Tensor, y: torch.Tensor):
    known = y > 0
    known_everywhere = known.reshape(known.shape + (1,) * (x.ndim - known.ndim))
    return torch.where(known_everywhere, x, 0).sum()


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5] y=half[5] | x=nan[40] y=nan[40] | x=float[0,3] y=float[0,3] | x=strided[4,3] y=strided[4,3]
def through_two_masks(x: torch.Tensor, y: torch.Tensor):
    positive = x > 0
    small = y < 1
    positive_count = positive.count_nonzero().to("cpu", non_blocking=positive.is_cuda)
    small_count = small.count_nonzero().to("cpu", non_blocking=positive.is_cuda)
    if positive.is_cuda:
        torch.cuda.current_stream(positive.device).synchronize()
    return x[torch.nonzero_static(positive, size=int(positive_count)).unbind(1)] * 2, y[torch.nonzero_static(small, size=int(small_count)).unbind(1)] + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4] | x=half[5,2] y=half[5] | x=nan[40,3] y=nan[40] | x=strided[4,3] y=float[4] | x=float[0,3] y=float[0]
def a_selection_and_a_store(x: torch.Tensor, y: torch.Tensor):
    small = y < 1
    positive = y > 0
    small_count = small.count_nonzero().to("cpu", non_blocking=small.is_cuda)
    positive_count = positive.count_nonzero().to("cpu", non_blocking=small.is_cuda)
    y_flip_0_99_count = (y.flip(0) > 99).count_nonzero().to("cpu", non_blocking=small.is_cuda)
    if small.is_cuda:
        torch.cuda.current_stream(small.device).synchronize()
    rows = x[torch.nonzero_static(small, size=int(small_count)).unbind(1)].flip(0)
    result = x * 1
    result[torch.nonzero_static(positive, size=int(positive_count)).unbind(1)] = (result * 2)[torch.nonzero_static(y.flip(0) > 99, size=int(y_flip_0_99_count)).unbind(1)].sum(0) + result[:1] * 0
    return rows, result


# fix: suggestion
# proves: fewer waits
# run: x=float[3,4] y=float[4] | x=half[2,5] y=half[5] | x=nan[3,40] y=nan[40] | x=strided[3,4] y=float[4]
def columns_of_two_masks(x: torch.Tensor, y: torch.Tensor):
    positive = y.flatten() > 0
    small = y.flatten() < 1
    positive_count = positive.count_nonzero().to("cpu", non_blocking=positive.is_cuda)
    small_count = small.count_nonzero().to("cpu", non_blocking=positive.is_cuda)
    if positive.is_cuda:
        torch.cuda.current_stream(positive.device).synchronize()
    return x[:, torch.nonzero_static(positive, size=int(positive_count)).squeeze(1)], x[:, torch.nonzero_static(small, size=int(small_count)).squeeze(1)] + 1


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[5,2] y=half[5,2] | x=nan[40,3] y=nan[40,3] | x=float[1,3] y=float[1,3] | x=strided[4,3] y=float[4,3]
def a_row_in_each_round(x: torch.Tensor, y: torch.Tensor):
    rows = []
    y_counts = (y > 0).flatten(1).count_nonzero(1).cpu()
    for i in range(len(x)):
        rows.append(x[i][torch.nonzero_static(y[i] > 0, size=int(y_counts[i])).unbind(1)])
    return rows


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=double[5,2] y=double[5] | x=inf[41,3] y=float[41] | x=strided[4,2] y=float[4] | x=float[1,1] y=float[1]
def values_that_are_put_in(x: torch.Tensor, y: torch.Tensor):
    z = torch.zeros(x.shape[0], x.shape[1], device=x.device)
    values = torch.ones(x.shape[0] // 2 + 1, x.shape[1], device=x.device)
    mask = y.flatten() >= y.detach().median()
    z.masked_scatter_(mask.unsqueeze(-1), values * 0.5)
    return z


# fix: suggestion
# run: x=float[4,3] y=float[4] | x=double[5,2] y=double[5] | x=inf[41,3] y=float[41] | x=strided[4,2] y=float[4] | x=float[1,1] y=float[1]
def values_that_are_added(x: torch.Tensor, y: torch.Tensor):
    z = torch.ones(x.shape[0], x.shape[1], device=x.device)
    values = torch.ones(x.shape[0] // 2 + 1, x.shape[1], device=x.device)
    mask = y.flatten() >= y.detach().median()
    z += torch.zeros_like(z).masked_scatter_(mask.unsqueeze(-1), values)
    return z
