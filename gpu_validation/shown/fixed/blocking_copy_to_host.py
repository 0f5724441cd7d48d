import torch


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=int[3] | x=nan[40,2] y=nan[7] | x=float[0,3] y=double[] | x=strided[4,3] y=strided[5,2]
def below_each_other(x: torch.Tensor, y: torch.Tensor):
    x_host = x.to("cpu", non_blocking=x.is_cuda)
    y_1_host = (y + 1).to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    a = x_host
    b = y_1_host
    return a, b


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[4,3] | x=half[2,3] y=half[2,3] | x=nan[40,2] y=nan[40,2] | x=float[0,3] y=float[0,3]
def in_one_expression(x: torch.Tensor, y: torch.Tensor):
    x_detach_host = x.detach().to("cpu", non_blocking=x.is_cuda)
    y_detach_host = y.detach().to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    return torch.from_numpy(x_detach_host.numpy() >= y_detach_host.numpy())


# fix: suggestion
# proves: fewer waits
# run: x=float[4,3] y=float[5] | x=half[2,3] y=int[3] | x=nan[40,2] y=float[7] | x=float[0,3] y=float[1]
def a_copy_a_number_and_a_test(x: torch.Tensor, y: torch.Tensor):
    x_host = x.to("cpu", non_blocking=x.is_cuda)
    y_sum_host = y.sum().to("cpu", non_blocking=x.is_cuda)
    y_0_any_host = (y > 0).any().to("cpu", non_blocking=x.is_cuda)
    if x.is_cuda:
        torch.cuda.current_stream(x.device).synchronize()
    host = x_host
    total = y_sum_host.item()
    if y_0_any_host:
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
            low_host = self.low.to("cpu", non_blocking=self.low.is_cuda)
            high_host = self.high.to("cpu", non_blocking=self.low.is_cuda)
            if self.low.is_cuda:
                torch.cuda.current_stream(self.low.device).synchronize()
            low = low_host
            high = high_host
            return low, high

    return Net(x, y)()


# fix: suggestion
# run: x=float[4,3] y=host[3] | x=half[2,5] y=float[5] | x=nan[40,2] y=host[2]
def a_value_of_either_side(x: torch.Tensor, y: torch.Tensor):
    z = x.detach() * 1
    value = y.detach() * 1
    z[..., 0, :] = (value.pin_memory() if value.is_cpu and torch.cuda.is_available() else value).to(z.device, non_blocking=value.is_cpu)
    return z


AS_CALLED = [
    lambda n: a_value_of_either_side(torch.ones(n, 3, device="cuda"), torch.ones(3)),
    lambda n: a_value_of_either_side(torch.ones(n, 3), torch.ones(3, device="cuda")),
]
