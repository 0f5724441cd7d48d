#### a loop that counts
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    for step, x in enumerate(torch.ones(3, 4, 8, device="cuda")):
        loss = F.mse_loss(net(x), x[:, :4])
        loss.backward()
        optimizer.step()
        print(step,
              loss.item())  # each time
#### => suggestion
import torch
import torch.nn.functional as F


def train():
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    for step, x in enumerate(torch.ones(3, 4, 8, device="cuda")):
        loss = F.mse_loss(net(x), x[:, :4])
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(step,
                  loss.item())  # each time
#### a loop that does not, and a list
import torch
import torch.nn.functional as F


def train(batches):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    history = []
    for x in torch.ones(3, 4, 8, device="cuda"):
        loss = F.mse_loss(net(x), x[:, :4])
        loss.backward()
        optimizer.step()
        print(f"{loss:.3f}")
        history.append(loss.item())
#### => suggestion
import torch
import torch.nn.functional as F


def train(batches):
    net = torch.nn.Linear(8, 4, device="cuda")
    optimizer = torch.optim.AdamW(net.parameters())
    history = []
    for step_number, x in enumerate(torch.ones(3, 4, 8, device="cuda")):
        loss = F.mse_loss(net(x), x[:, :4])
        loss.backward()
        optimizer.step()
        if step_number % 100 == 0:
            print(f"{loss:.3f}")
        history.append(loss.detach())
    history = torch.stack(history).flatten().tolist() if history else []
#### a sum that begins anew in each round of a loop around
import torch


def train(model, loader, optimizer):
    log = []
    while len(log) < 9:
        total = 0.0
        for batch in loader:
            loss = model(batch).mean()
            loss.backward()
            optimizer.step()
            total += loss.item()
        log.append(total)
    return log
#### => suggestion
import torch


def train(model, loader, optimizer):
    log = []
    while len(log) < 9:
        total = 0.0
        for batch in loader:
            loss = model(batch).mean()
            loss.backward()
            optimizer.step()
            total += loss.detach().double()
        total = float(total)
        log.append(total)
    return log
