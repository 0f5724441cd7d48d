import torch


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[0,3] | x=host[] | x=strided[4,3]
def a_tensor_of_the_caller(x: torch.Tensor):
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu)


# fix: suggestion
# run: x=host[2048,1024] | x=half[4,3] | x=host[3] | x=nan[4,3]
def by_the_short_way(x: torch.Tensor):
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).cuda(non_blocking=x.is_cpu) * 2


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=half[4] | x=int[0,2]
def to_another_type(x: torch.Tensor):
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu).to(dtype=torch.float64), (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu).t().to(dtype=torch.half)


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[0,3] | x=strided[4,3]
def behind_a_copy(x: torch.Tensor):
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu).clone().detach().unsqueeze(0)


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[2,3]
def behind_conversions(x: torch.Tensor):
    return (x.pin_memory() if x.is_cpu and torch.cuda.is_available() else x).to("cuda", non_blocking=x.is_cpu).t().double().to(dtype=torch.float32)


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[2,3]
def what_is_computed_first(x: torch.Tensor):
    torch_stack_x_x_there = torch.stack([x, x])
    return (torch_stack_x_x_there.pin_memory() if torch_stack_x_x_there.is_cpu and torch.cuda.is_available() else torch_stack_x_x_there).to("cuda", non_blocking=torch_stack_x_x_there.is_cpu)


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=nan[4,3] | x=double[0,2] | x=float[]
def a_number_beside_tensors(x: torch.Tensor):
    return torch.where(x > 0, 3.0, x)


# fix: suggestion
# run: x=float[4,3] n=-100 | x=half[5] n=2 | x=int[4] n=7 | x=float[] n=0
def a_number_of_its_element_type(x: torch.Tensor, n):
    return x + x.new_full((), n)


# fix: suggestion
# run: x=float[4,3] | x=bool[3]
def a_flag_that_is_set(x: torch.Tensor):
    flag = torch.zeros((), dtype=torch.bool, device=x.device)
    flag.copy_(torch.tensor(True), non_blocking=True)
    return flag


# fix: suggestion
# run: x=host[2048,2048] n=1024 | x=float[4,3] n=2 | x=host[0,3] n=2 | x=host[4,3] n=0 | x=half[4,3] n=3 | x=strided[4,3] n=2
def columns_of_a_tensor(x: torch.Tensor, n: int):
    columns = x[:, :n].unsqueeze(0)
    return (columns.contiguous().pin_memory() if columns.is_cpu and torch.cuda.is_available() else columns).to("cuda", non_blocking=columns.is_cpu)


# fix: suggestion
# run: x=host[2048,2048] | x=float[4,3] | x=host[0,3] | x=half[5,2]
def every_other_row(x: torch.Tensor):
    x_2_there = x[::2]
    return (x_2_there.contiguous().pin_memory() if x_2_there.is_cpu and torch.cuda.is_available() else x_2_there).to("cuda", non_blocking=x_2_there.is_cpu).to(dtype=torch.float64)


# fix: suggestion
# run: x=float[4,3] | x=float[5,3]
# proves: fewer waits
def a_table_of_a_module(x: torch.Tensor):
    class Scaled(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("table", torch.arange(3) * 2.0, persistent=False)

        def forward(self, x: torch.Tensor):
            return x * self.table.to(x.device)

    scaled = Scaled().cuda()
    return scaled(scaled(x))
