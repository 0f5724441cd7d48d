"""Trains a speech recogniser with the CTC loss on batches of padded utterances."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

LETTERS = 32


class Recogniser(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.enter = nn.Sequential(nn.Conv1d(80, width, 5, 2, 2), nn.GELU(), nn.Conv1d(width, width, 5, 2, 2), nn.GELU())
        self.lstm = nn.LSTM(width, width // 2, 3, batch_first=True, bidirectional=True)
        self.head = nn.Linear(width, LETTERS)

    def forward(self, frames, lengths):
        x = self.enter(frames.mT).mT
        lengths = (lengths + 3) // 4
        padding = torch.arange(lengths.max().item(), device=x.device)[None] >= lengths[:, None]
        x = x[:, : padding.shape[1]].masked_fill(padding[..., None], 0.0)
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        x, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.head(x).log_softmax(-1), lengths


class Trainer:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        self.batch, self.frames, self.letters, width = (4, 80, 8, 32) if small else (32, 800, 60, 512)
        self.model = Recogniser(width).to(self.device)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)
        self.pool = [self.sample() for _ in range(8)]
        self.total, self.seen = 0.0, 0

    def sample(self):
        lengths = torch.randint(self.frames // 2, self.frames + 1, (self.batch,))
        spoken = torch.randint(self.letters // 2, self.letters + 1, (self.batch,))
        letters = torch.randint(1, LETTERS, (self.batch, self.letters))
        return torch.randn(self.batch, self.frames, 80), lengths, letters, spoken

    def inputs(self, number):
        return tuple(each.to(self.device) for each in self.pool[number % len(self.pool)])

    def loss_of(self, frames, lengths, letters, spoken):
        scores, lengths = self.model(frames, lengths)
        real = torch.arange(letters.shape[1], device=letters.device)[None] < spoken[:, None]
        return F.ctc_loss(scores.transpose(0, 1), letters[real], lengths, spoken, zero_infinity=True)

    def compute(self, frames, lengths, letters, spoken):
        loss = self.loss_of(frames, lengths, letters, spoken)
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        if torch.isfinite(norm):
            self.optimizer.step()
        return {"loss": loss.detach(), "norm": norm}

    def step(self, number):
        inputs = self.inputs(number)
        results = self.compute(*inputs)
        self.total += results["loss"].item()
        self.seen += inputs[1].sum().item()
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    trainer = Trainer(options.device, options.small)
    for number in range(options.steps):
        results = trainer.step(number)
    print({name: value.item() for name, value in results.items()})


if __name__ == "__main__":
    main()
