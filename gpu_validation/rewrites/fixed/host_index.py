import torch


# fix: unsafe
# run: x=float[4,3,5] | x=half[4,3,5] | x=nan[2,3,5] | x=float[0,3,2] | x=strided[3,3,4]
# may differ: strides aliasing
def every_other(x: torch.Tensor):
    return x[:, 0:3:2]


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3]
# may differ: strides aliasing
def the_last_but_one(x: torch.Tensor):
    return x[..., -2:-1, :]


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3]
# may differ: strides
def in_arithmetic(x: torch.Tensor):
    return x[:, 0:2] * 2 + x[:, -1:]


# fix: safe
# run: x=float[4,3] | x=half[4,3] | x=int[4,3] | x=strided[4,3] | x=float[0,3]
def a_number_stored(x: torch.Tensor):
    x = x.clone()
    x[:, 1:3] = 0
    return x


# fix: safe
# run: x=float[4,3] t=index[4] | x=half[4,3] t=index[4] | x=nan[4,3] t=index[4] | x=strided[4,3] t=index[4]
def one_of_each_row(x: torch.Tensor, t: torch.LongTensor):
    return x[torch.arange(t.numel(), device=x.device), t.clamp(max=2)]


# fix: unsafe
# run: x=index[4] | x=index[1] | x=index[0]
def a_number_at_positions(x: torch.Tensor):
    table = torch.zeros((3, x.size(0)), device=x.device)
    table[x, torch.arange(x.size(0), device=table.device)] = table.new_full((), 1.0)
    return table


# fix: unsafe
# run: x=float[4,4] | x=half[5,5] | x=nan[4,4] | x=double[1,1]
def a_diagonal(x: torch.Tensor):
    z = x.detach().clone()
    d = z.shape[0]
    z[torch.arange(d, device=z.device), torch.arange(d, device=z.device)] = z.new_full((), 0)
    return z
