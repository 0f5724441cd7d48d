import torch


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[0,3] | x=host[] | x=strided[4,3]
def a_tensor_of_the_caller(x: torch.Tensor):
    return x.to("cuda")


# fix: suggestion
# run: x=host[2048,1024] | x=half[4,3] | x=host[3] | x=nan[4,3]
def by_the_short_way(x: torch.Tensor):
    return x.cuda() * 2


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=half[4] | x=int[0,2]
def to_another_type(x: torch.Tensor):
    return x.to("cuda", torch.float64), x.t().to(device="cuda", dtype=torch.half)


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[0,3] | x=strided[4,3]
def behind_a_copy(x: torch.Tensor):
    return x.clone().detach().unsqueeze(0).to("cuda")


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[2,3]
def behind_conversions(x: torch.Tensor):
    return x.t().double().to("cuda", torch.float32)


# fix: suggestion
# run: x=host[2048,1024] | x=float[4,3] | x=host[2,3]
def what_is_computed_first(x: torch.Tensor):
    return torch.stack([x, x]).to("cuda")


# fix: suggestion
# run: x=float[4,3] | x=half[5] | x=nan[4,3] | x=double[0,2] | x=float[]
def a_number_beside_tensors(x: torch.Tensor):
    return torch.where(x > 0, torch.tensor(3.0), x)


# fix: suggestion
# run: x=float[4,3] n=-100 | x=half[5] n=2 | x=int[4] n=7 | x=float[] n=0
def a_number_of_its_element_type(x: torch.Tensor, n):
    return x + torch.tensor(n).type_as(x)


# fix: suggestion
# run: x=float[4,3] | x=bool[3]
def a_flag_that_is_set(x: torch.Tensor):
    flag = torch.zeros((), dtype=torch.bool, device=x.device)
    flag.copy_(torch.tensor(True))
    return flag


# fix: suggestion
# run: x=host[2048,2048] n=1024 | x=float[4,3] n=2 | x=host[0,3] n=2 | x=host[4,3] n=0 | x=half[4,3] n=3 | x=strided[4,3] n=2
def columns_of_a_tensor(x: torch.Tensor, n: int):
    columns = x[:, :n].unsqueeze(0)
    return columns.to("cuda")


# fix: suggestion
# run: x=host[2048,2048] | x=float[4,3] | x=host[0,3] | x=half[5,2]
def every_other_row(x: torch.Tensor):
    return x[::2].to("cuda", torch.float64)


# fix: suggestion
# run: x=float[4,3] | x=float[5,3]
# proves: fewer waits
def a_table_of_a_module(x: torch.Tensor):
    class Scaled(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.table = torch.arange(3) * 2.0

        def forward(self, x: torch.Tensor):
            return x * self.table.to(x.device)

    scaled = Scaled().cuda()
    return scaled(scaled(x))
