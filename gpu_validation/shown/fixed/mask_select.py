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
