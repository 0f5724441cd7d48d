#### a number with its comment
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0.0
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        # of the last batch
        total = loss.item()  # a float

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return total
#### => unsafe
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0.0
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        # of the last batch
        total = loss.item()  # a float
    return total
#### several reads keep their order, behind a step that is not always taken
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    log = {}
    for i, x in enumerate(torch.ones(3, 4, 8, device="cuda")):
        out = net(x)
        loss = F.mse_loss(out, x[:, :4])
        log["loss"] = loss.item()
        print(f"step {i}: {loss:.3f}, "
              f"{out.mean():.3f}")
        loss.backward()
        if i % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
        del out
    return log
#### => unsafe
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    log = {}
    for i, x in enumerate(torch.ones(3, 4, 8, device="cuda")):
        out = net(x)
        loss = F.mse_loss(out, x[:, :4])
        loss.backward()
        if i % 4 == 3:
            optimizer.step()
            optimizer.zero_grad()
        log["loss"] = loss.item()
        print(f"step {i}: {loss:.3f}, "
              f"{out.mean():.3f}")
        del out
    return log
#### the loss becomes another one, the step may be left, a weight is read
import torch
import torch.nn.functional as F


def scaled():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        print(loss.item())
        loss = loss / 2
        loss.backward()
        optimizer.step()


def left(enough):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        print(loss.item())
        if enough():
            break
        loss.backward()
        optimizer.step()


def of_a_weight():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        print((loss * net.weight.norm()).item())
        loss.backward()
        optimizer.step()


def collected(losses, show):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        losses.append(loss.item())
        show(sum(losses) / len(losses))
        loss.backward()
        optimizer.step()
#### => nothing
#### a parameter under another name, and what is computed of parameters
import torch
from torch import nn


def train(batches):
    model = nn.Linear(4, 2, device="cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        w = model.weight
        loss = model(x).pow(2).mean()
        print(w.sum().item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for x in batches:
        loss = model(x).pow(2).mean()
        print(model(x).mean().item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
#### => nothing
#### what is only added up is read behind the loop
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0.0
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        total += loss.item()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return total
#### => suggestion
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    total = 0.0
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        total += loss.detach().double()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    total = float(total)
    return total
