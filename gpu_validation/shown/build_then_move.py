import torch


# fix: suggestion
# run: n=512 | n=3 | n=1
# may differ: values random
def a_layer(n: int):
    class Net(torch.nn.Module):
        def __init__(self, width: int):
            super().__init__()
            self.layer = torch.nn.Linear(width, width)

    net = Net(n).to("cuda")
    return net.layer.weight, net.layer.bias


# fix: suggestion
# run: n=2048 | n=3 | n=1 | n=0
def shaped_before(n: int):
    positions = torch.arange(n)
    return positions.unsqueeze(0).expand(3, n).to("cuda")


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[1,3]
# may differ: random
def random_numbers(x: torch.Tensor):
    noise = torch.normal(mean=-3.0, std=0.5, size=(x.shape[0],)).to(x.device)
    return torch.exp(noise)


# fix: suggestion
# run: n=2048 | n=3 | n=1 | n=0
def shaped_by_its_own_name(n: int):
    positions = torch.arange(n)
    positions = positions.unsqueeze(0)
    positions = positions.to("cuda")
    return positions


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[1,3]
# may differ: values
def computed_of_several(x: torch.Tensor):
    rows = torch.linspace(-4, 4, 9)
    columns = torch.linspace(-4, 4, 9)
    return torch.stack(torch.meshgrid(rows, columns, indexing="ij"), dim=-1).to(x.device)


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[1,3]
def converted_by_the_move(x: torch.Tensor):
    return (1 - torch.eye(4)).to(x)


# fix: suggestion
# run: x=float[4,3] | x=half[5,2] | x=int[1,3]
def sizes_of_the_old_constructor(x: torch.Tensor):
    n = x.shape[0]
    weights = torch.Tensor(n, n).fill_(1 / (n + 1)).to(x.device)
    weights.view(-1)[::n] = 1 / 3
    return weights.log()
