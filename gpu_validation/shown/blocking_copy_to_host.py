import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=int[3] | x=nan[40,2] y=nan[7] | x=float[0,3] y=double[] | x=strided[4,3] y=strided[5,2]
def below_each_other(x: torch.Tensor, y: torch.Tensor):
    a = x.cpu()
    b = (y + 1).to("cpu")
    return a, b


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[2,3] y=half[2,3] | x=nan[40,2] y=nan[40,2] | x=float[0,3] y=float[0,3]
def in_one_expression(x: torch.Tensor, y: torch.Tensor):
    return torch.from_numpy(x.detach().cpu().numpy() >= y.detach().cpu().numpy())


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=int[3] | x=nan[40,2] y=float[7] | x=float[0,3] y=float[1]
def a_copy_a_number_and_a_test(x: torch.Tensor, y: torch.Tensor):
    host = x.cpu()
    total = y.sum().item()
    if (y > 0).any():
        total = total + 1
    return host, total


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=int[3] | x=nan[40,2] y=nan[7] | x=float[0,3] y=double[] | x=strided[4,3] y=strided[5,2]
def of_what_an_object_keeps(x: torch.Tensor, y: torch.Tensor):
    class Net(torch.nn.Module):
        def __init__(self, low: torch.Tensor, high: torch.Tensor):
            super().__init__()
            self.low: torch.Tensor = low
            self.high: torch.Tensor = high

        def forward(self):
            low = self.low.cpu()
            high = self.high.cpu()
            return low, high

    return Net(x, y)()


# fix: suggestion
# run: x=float[4,3] y=host[3] | x=half[2,5] y=float[5] | x=nan[40,2] y=host[2]
def a_value_of_either_side(x: torch.Tensor, y: torch.Tensor):
    z = x.detach() * 1
    value = y.detach() * 1
    z[..., 0, :] = value
    return z


AS_CALLED = [
    lambda n: a_value_of_either_side(torch.ones(n, 3, device="cuda"), torch.ones(3)),
    lambda n: a_value_of_either_side(torch.ones(n, 3), torch.ones(3, device="cuda")),
]
