import torch


# fix: suggestion
# run: x=host[2048,1024] | x=host[4,3] | x=host[0,3] | x=host[]
def made_of_an_array(x: torch.Tensor):
    return torch.from_numpy(x.detach().numpy()).pin_memory().to("cuda", non_blocking=True)


# fix: suggestion
# run: x=host[2048,1024] | x=host[4,3] | x=host[0,3] | x=host[]
def made_of_what_is_given(x: torch.Tensor):
    def there(value, device):
        torch_from_numpy_value_there = torch.from_numpy(value)
        return (torch_from_numpy_value_there.pin_memory() if torch_from_numpy_value_there.is_cpu and torch.cuda.is_available() else torch_from_numpy_value_there).to(device, non_blocking=torch_from_numpy_value_there.is_cpu)

    return there(x.detach().numpy(), "cuda")


# fix: suggestion
# run: x=float[4,3] n=4 | x=half[5,2] n=0.5 | x=int[7,1] n=True
def a_product(x: torch.Tensor, n):
    return torch.full((1,), x.shape[-1] * n, device=x.device)


AS_CALLED = [lambda x: a_product(x, 2), lambda x: a_product(x, x.shape), lambda x, y: a_product(x, y)]
