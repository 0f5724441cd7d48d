import torch


def run(script, toys):
    body = toys.net(12, 5 * 7)
    priors = torch.rand(5, 4).cuda() * 0.4 + 0.2

    def net(images):
        out = body(images).view(-1, 5, 7)
        return out[..., :4], out[..., 4:], priors

    optimizer = torch.optim.SGD(body.parameters(), lr=0.001)
    targets = [torch.tensor([[0.1, 0.1, 0.5, 0.6, 0.0], [0.3, 0.2, 0.8, 0.7, 1.0]]) for _ in range(2)]
    criterion = script["MultiBoxLoss"](3, 0.5, 3)
    for k in range(2):
        script["train_iter"](net, criterion, optimizer, torch.randn(2, 12), targets, k)
    logits, labels = torch.randn(2, 3, 6, 6).cuda(), torch.randint(3, (2, 6, 6)).cuda()
    script["ohem_ce"](logits, labels, 0.1)
    script["ohem_ce"](logits, labels, 9.0)
    script["hard_examples"](torch.rand(20).cuda(), 0.3)
