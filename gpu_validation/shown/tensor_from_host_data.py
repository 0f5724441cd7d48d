import torch


# fix: suggestion
# run: x=host[2048,1024] | x=host[4,3] | x=host[0,3] | x=host[]
def made_of_an_array(x: torch.Tensor):
    return torch.from_numpy(x.detach().numpy()).to("cuda")


# fix: suggestion
# run: x=host[2048,1024] | x=host[4,3] | x=host[0,3] | x=host[]
def made_of_what_is_given(x: torch.Tensor):
    def there(value, device):
        return torch.from_numpy(value).to(device)

    return there(x.detach().numpy(), "cuda")


# fix: suggestion
# run: x=float[4,3] n=4 | x=half[5,2] n=0.5 | x=int[7,1] n=True
def a_product(x: torch.Tensor, n):
    return torch.tensor([x.shape[-1] * n], device=x.device)


AS_CALLED = [lambda x: a_product(x, 2), lambda x: a_product(x, x.shape), lambda x, y: a_product(x, y)]
