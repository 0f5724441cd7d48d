import itertools
import random

import torch
import torch.nn as nn

cuda = torch.cuda.is_available()
Tensor = torch.cuda.FloatTensor if cuda else torch.Tensor


class ReplayBuffer:
    def __init__(self, max_size=4):
        assert max_size > 0, "Empty buffer or trying to create a black hole. Be careful."
        self.max_size = max_size
        self.data = []

    def push_and_pop(self, data):
        to_return = []
        for element in data.data:
            element = torch.unsqueeze(element, 0)
            if len(self.data) < self.max_size:
                self.data.append(element)
                to_return.append(element)
            elif random.uniform(0, 1) > 0.5:
                i = random.randint(0, self.max_size - 1)
                to_return.append(self.data[i].clone())
                self.data[i] = element
            else:
                to_return.append(element)
        return torch.cat(to_return)


class LambdaLR:
    def __init__(self, n_epochs, decay_start):
        self.n_epochs, self.decay_start = n_epochs, decay_start

    def step(self, epoch):
        return 1.0 - max(0, epoch - self.decay_start) / (self.n_epochs - self.decay_start)


G_AB, G_BA = nn.Conv2d(3, 3, 3, padding=1), nn.Conv2d(3, 3, 3, padding=1)
D_B = nn.Sequential(nn.Conv2d(3, 4, 3, stride=2), nn.LeakyReLU(0.2), nn.Conv2d(4, 1, 3))
criterion_GAN, criterion_cycle = nn.MSELoss(), nn.L1Loss()
if cuda:
    G_AB, G_BA, D_B = G_AB.cuda(), G_BA.cuda(), D_B.cuda()
    criterion_GAN.cuda()
    criterion_cycle.cuda()

optimizer_G = torch.optim.Adam(itertools.chain(G_AB.parameters(), G_BA.parameters()), lr=0.0002, betas=(0.5, 0.999))
optimizer_D = torch.optim.Adam(D_B.parameters(), lr=0.0002, betas=(0.5, 0.999))
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer_G, lr_lambda=LambdaLR(2, 1).step)
fake_buffer = ReplayBuffer()
dataloader = [{"A": torch.rand(2, 3, 12, 12), "B": torch.rand(2, 3, 12, 12)} for _ in range(3)]

for epoch in range(2):
    for i, batch in enumerate(dataloader):
        real_A = batch["A"].type(Tensor)
        real_B = batch["B"].type(Tensor)
        valid = torch.ones((real_A.size(0), 1, 3, 3)).type(Tensor)
        fake = Tensor(real_A.size(0), 1, 3, 3).fill_(0.0)

        optimizer_G.zero_grad()
        fake_B = G_AB(real_A)
        loss_GAN = criterion_GAN(D_B(fake_B), valid)
        loss_cycle = criterion_cycle(G_BA(fake_B), real_A)
        loss_G = loss_GAN + 10.0 * loss_cycle
        loss_G.backward()
        optimizer_G.step()

        optimizer_D.zero_grad()
        old_fake = fake_buffer.push_and_pop(fake_B)
        loss_D = (criterion_GAN(D_B(real_B), valid) + criterion_GAN(D_B(old_fake.detach()), fake)) / 2
        loss_D.backward()
        optimizer_D.step()
        print("[Epoch %d] [Batch %d/%d] [D loss: %f] [G loss: %f]" % (epoch, i, len(dataloader), loss_D.item(), loss_G.item()))
    scheduler.step()
    lr = scheduler.get_last_lr()[0] or 0.0
    print("lr %g, buffered %d" % (lr, len(fake_buffer.data)))
