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
