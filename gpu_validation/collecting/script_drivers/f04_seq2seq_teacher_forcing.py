import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden_size = 8
        self.embedding, self.gru = nn.Embedding(10, 8), nn.GRU(8, 8)

    def initHidden(self):
        return torch.zeros(1, 1, 8, device="cuda")

    def forward(self, word, hidden):
        return self.gru(self.embedding(word).view(1, 1, -1), hidden)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.gru, self.out = nn.Embedding(10, 8), nn.GRU(8, 8), nn.Linear(8, 10)

    def forward(self, word, hidden):
        output, hidden = self.gru(self.embedding(word).view(1, 1, -1), hidden)
        return torch.log_softmax(self.out(output[0]), 1), hidden


def run(script, toys):
    encoder, decoder = Encoder().cuda(), Decoder().cuda()
    pairs = [(torch.randint(2, 10, (5, 1)).cuda(), torch.randint(2, 10, (5, 1)).cuda()) for _ in range(4)]
    optimizers = [torch.optim.SGD(m.parameters(), 0.01) for m in (encoder, decoder)]
    script["train_iters"](pairs, encoder, decoder, *optimizers, nn.NLLLoss(), torch.device("cuda"))
