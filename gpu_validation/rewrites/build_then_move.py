import torch
from torch import nn


# fix: safe
# run: x=float[4,3] | x=half[0,3] | x=strided[5,2]
def a_range(x: torch.Tensor):
    return torch.arange(x.shape[0]).to(x.device)


# fix: safe
# run: x=float[4,3] | x=half[7,3] | x=double[5,2]
def a_range_with_a_step(x: torch.Tensor):
    return torch.arange(x.shape[0], -1, -2).to(x.device)


# fix: safe
# run: x=float[4,3] | x=half[0,3] | x=bool[5,2]
def zeros(x: torch.Tensor):
    return torch.zeros(
        x.shape[0],
        x.shape[1],
        dtype=torch.bool,
    ).to(x.device)


# fix: safe
# run: x=float[4,3] | x=half[0,3] | x=int[5,2]
def ones_as_another(x: torch.Tensor):
    return torch.ones(3).to(x)


# fix: safe
# run: x=float[4,3] | x=half[0,3] | x=int[5,2]
def zeros_of_its_type(x: torch.Tensor):
    return torch.zeros(2, 3).type_as(x)


# fix: safe
# run: x=float[4,3] | x=half[1] | x=int[5,2]
def the_identity(x: torch.Tensor):
    return torch.eye(4).to(x.device, torch.float64)


# fix: safe
# run: x=float[4,3] | x=half[1] | x=int[5,2]
def an_identity_of_flags(x: torch.Tensor):
    return torch.eye(3, 4).to(device=x.device, dtype=torch.bool)


# fix: safe
# run: x=float[4,3] | x=half[1] | x=int[5,2]
def a_filled_one(x: torch.Tensor):
    return torch.full((2, 3), 0.1).cuda()


# fix: safe
# run: x=float[4,3] | x=half[1,1] | x=int[0,2]
def a_row_of_zeros(x: torch.Tensor):
    return torch.zeros(x.shape[0])[None, :].to(x.device)


# fix: safe
# run: x=float[4,3] | x=half[1,1] | x=int[0,2]
def turned_and_typed(x: torch.Tensor):
    return torch.ones(x.shape[0], x.shape[1]).t().long().to(x.device)


# fix: safe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
def a_triangle(x: torch.Tensor):
    return torch.tril_indices(3, 4).to(x.device)


# fix: unsafe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
# may differ: rounding
def evenly_spaced(x: torch.Tensor):
    return torch.linspace(0, 1, 7).to(x.device)


# fix: unsafe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
# may differ: rounding
def a_fractional_range(x: torch.Tensor):
    return torch.arange(0.0, 1.0, 0.1).to(x.device)


# fix: unsafe
# run: x=float[4,3] | x=half[5,1] | x=int[5,2]
def a_range_of_another_type(x: torch.Tensor):
    return torch.arange(x.shape[0]).to(x)


# fix: unsafe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
# may differ: values random
def random_numbers(x: torch.Tensor):
    return torch.randn(5, 4).to(x.device)


# fix: unsafe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
# may differ: values random
def a_layer(x: torch.Tensor):
    return list(nn.Linear(4, 5).to("cuda").parameters())


# fix: safe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
def a_triangle(x: torch.Tensor):
    n = x.shape[0]
    return torch.tril(torch.ones(n, n)).to(x.device), torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1).cuda()


# fix: safe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2] | x=bool[5,2]
def zeros_of_another_type(x: torch.Tensor):
    return torch.zeros(5, dtype=torch.int).to(x.device, dtype=x.dtype), torch.eye(3).to(x)


# fix: safe
# run: x=float[4,3] | x=int[5,2]
def on_a_gpu_by_its_number(x: torch.Tensor):
    return torch.zeros(5).cuda(0)


# fix: unsafe
# run: x=float[4,3] | x=half[1,1] | x=int[5,2]
# may differ: strides
def a_range_that_is_spread(x: torch.Tensor):
    return torch.arange(x.shape[0]).unsqueeze(0).expand(3, -1).to(x.device)


# fix: unsafe
# run: x=float[4,3] ones=True | x=half[4,3] ones=False | x=strided[4,3] ones=True
def one_of_two(x: torch.Tensor, ones: bool):
    if ones:
        large = torch.ones(1024, 1024)
    else:
        large = torch.zeros(1024, 1024)
    return large.to(x.device)


# fix: unsafe
# run: x=float[4,3] ones=True | x=half[4,3] ones=False | x=strided[4,3] ones=True
def a_small_one_of_two(x: torch.Tensor, ones: bool):
    if ones:
        labels = torch.ones(4)
    else:
        labels = torch.zeros(4)
    return labels.to(x.device)


# fix: unsafe
# run: n=1000 made=True | n=1 made=False
def made_on_one_way(n: int, made: bool):
    samples = torch.zeros(n)
    if made:
        samples = torch.diag(torch.ones(n))
    samples = samples.cuda()
    return samples


# fix: unsafe
# run: x=float[4,3000] | x=half[2,1] | x=int[1,3] | x=float[0,3]
# may differ: strides
def of_anothers_shape(x: torch.Tensor):
    return torch.arange(x.shape[1]).expand_as(x).to(x.device)
