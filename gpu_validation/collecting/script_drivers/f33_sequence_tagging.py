import torch
from torch import nn


def run(script, toys):
    emb, lstm, fc = nn.Embedding(10, 8).cuda(), nn.LSTM(8, 8, batch_first=True).cuda(), nn.Linear(8, 3).cuda()
    vocab = {"the": 2, "cat": 3, "sat": 4}
    corpus = [(["the", "cat", "sat"], ["D", "N", "O"]), (["a", "cat"], ["D", "N"])] * 2
    optimizer = torch.optim.Adam([p for m in (emb, lstm, fc) for p in m.parameters()])
    tags = {"O": 0, "D": 1, "N": 2}
    script["train"](emb, lstm, fc, corpus, vocab, tags, optimizer, nn.CrossEntropyLoss(ignore_index=-100))
