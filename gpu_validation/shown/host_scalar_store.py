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
