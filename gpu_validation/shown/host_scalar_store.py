import torch


# fix: suggestion
# run: x=float[4,3] y=host[3] | x=half[2,5] y=host[5] | x=nan[40,2] y=host[2]
def a_row_of_the_host(x: torch.Tensor, y: torch.Tensor):
    z = x.detach().clone()
    z[0, :] = torch.tensor([i * 0.5 for i in range(y.shape[0])])
    return z


# fix: suggestion
# run: x=float[4,3] | x=half[4] | x=nan[4,2] | x=double[4,0] | x=int[4]
def through_a_mask_of_the_host(x: torch.Tensor):
    z = x.detach().clone()
    z[torch.tensor([True, False, True, False])] = 1.0
    return z


# fix: suggestion
# run: x=float[4,3] n=7 | x=half[4,3] n=2 | x=int[4,3] n=3 | x=strided[4,3] n=0
def two_places_at_once(x: torch.Tensor, n: int):
    z = torch.zeros(4, 3, dtype=x.dtype, device=x.device)
    z[0, 0] = z[1, 1] = n
    return z


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] | x=half[4,3] | x=int[4,3]
def a_number_that_is_read(x: torch.Tensor):
    z = torch.zeros(4, dtype=x.dtype, device=x.device)
    for i in range(2):
        z[i] = x.detach()[0, i].item()
    return z
