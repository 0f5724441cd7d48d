import torch


# fix: unsafe
# run: x=float[4,3] | x=half[4,3] | x=int[0,3] | x=strided[4,3]
# may differ: aliasing
def there_and_back(x: torch.Tensor):
    y = x * 2
    return y.to(x.device)
