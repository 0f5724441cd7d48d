import torch

from model import Net


def check(loss):
    if torch.isnan(loss):
        raise RuntimeError("not a number")


def train(loader, log_every):
    model = Net(64, 4).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0.0
    for step, (x, lengths, target) in enumerate(loader):
        out = model(x.cuda(), lengths.cuda())
        loss = (out.mean() - target.cuda().mean()).pow(2)
        check(loss)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        check(loss)
        if loss.item() > 100:
            break
        total += loss.item()
        for _ in range(3):
            total += out.sum().item()
        if step % log_every == 0:
            print(step, loss.item())
    torch.cuda.synchronize()
    return total


if __name__ == "__main__":
    train([], 100)
