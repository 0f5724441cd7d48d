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
