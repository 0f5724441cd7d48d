import torch

EPSILON = torch.tensor(torch.finfo(torch.float).eps)


# fix: safe
# run: x=float[4,3] | x=half[4,3] | x=double[0] | x=float[]
def a_float(x: torch.Tensor):
    return torch.full((), 0.5, device=x.device)


# fix: safe
# run: x=float[4,3] | x=half[] | x=nan[4]
def used_with_the_tensor(x: torch.Tensor):
    return x * torch.full((), 2, device=x.device) + torch.full((), 1.5, device=x.device)


# fix: safe
# run: x=float[3] | x=int[3] | x=half[0,2]
def an_integer(x: torch.Tensor):
    return torch.full((), -3, device=x.device)


# fix: safe
# run: x=float[3] | x=int[3] | x=bool[2]
def a_flag(x: torch.Tensor):
    return torch.full((), True, device=x.device)


# fix: safe
# run: x=float[3] | x=half[3] | x=int[3]
def a_list_of_one_number(x: torch.Tensor):
    return torch.full((1,), -1.5, device=x.device)


# fix: safe
# run: x=float[4,3] | x=half[4,3] | x=double[4,3]
def of_a_given_type(x: torch.Tensor):
    return torch.full((), 0.1, dtype=x.dtype, device=x.device)


# fix: safe
# run: x=float[2] | x=half[2] | x=double[2]
def infinite(x: torch.Tensor):
    return torch.full((), float("-inf"), dtype=x.dtype, device=x.device)


# fix: safe
# run: x=float[2] | x=half[2] | x=double[2]
def the_limit_of_its_type(x: torch.Tensor):
    return torch.full((), torch.finfo(x.dtype).min, dtype=x.dtype, device=x.device)


# fix: safe
# run: x=float[2] | x=half[0] | x=strided[3,2]
def not_a_number(x: torch.Tensor):
    return torch.full((), float("nan"), device=x.device)


# fix: safe
# run: x=float[2,5] | x=half[0,5] | x=int[2]
def a_size(x: torch.Tensor):
    return torch.full((), x.shape[0], device=x.device)


# fix: safe
# run: x=float[2] | x=half[2] | x=int[2]
def of_a_type_of_python(x: torch.Tensor):
    return torch.full((1,), -1, dtype=int, device=x.device)


# fix: safe
# run: x=float[2] | x=half[2] | x=int[2]
def that_wants_a_gradient(x: torch.Tensor):
    return torch.full((), 1.0, device=x.device, requires_grad=True)


# fix: safe
# run: x=float[2] | x=half[2] | x=int[2]
def of_the_tensor_it_is_for(x: torch.Tensor):
    return x.new_full((), 2)


# fix: safe
# run: x=float[2] | x=half[2] | x=int[2]
def made_and_moved(x: torch.Tensor):
    return torch.full((), 0.25, device=x.device)


# fix: unsafe
# run: x=float[2] | x=double[2]
def too_large_for_half_precision(x: torch.Tensor):
    return torch.full((), -1e9, dtype=x.dtype, device=x.device)


# fix: unsafe
# run: x=float[2] s=0.5 | x=half[2] s=3 | x=float[2] s=True
def what_a_caller_brings(x: torch.Tensor, s: float):
    return torch.full((), s, device=x.device)


# fix: safe
# run: x=float[2] | x=half[2] | x=int[2] | x=bool[2]
def a_fraction_of_the_tensor_it_is_for(x: torch.Tensor):
    return x.new_full((), 0.5), x.new_full((), -1.75), x.new_full((), 1)


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=double[0] | x=int[]
def a_constant_of_the_module(x: torch.Tensor):
    return EPSILON.to(device=x.device, dtype=x.dtype, non_blocking=True)
