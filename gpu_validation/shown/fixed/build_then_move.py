import torch


# fix: suggestion
# run: n=2048 | n=3 | n=1
# may differ: values random
def a_layer(n: int):
    class Net(torch.nn.Module):
        def __init__(self, width: int):
            super().__init__()
            self.layer = torch.nn.Linear(width, width)

    with torch.device("cuda"):
        net = Net(n).to("cuda")
    return net.layer.weight, net.layer.bias


# fix: suggestion
# run: n=2048 | n=3 | n=1 | n=0
def shaped_before(n: int):
    positions = torch.arange(n, device="cuda")
    return positions.unsqueeze(0).expand(3, n).clone()
