import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.head = nn.Embedding(16, 8), nn.Linear(8, 16)

    def forward(self, ids, past_key_values=None, use_cache=False):
        hidden = self.embedding(ids)
        return {"logits": self.head(hidden), "past_key_values": hidden}


class Tokenizer:
    def encode(self, text):
        return [3 + ord(c) % 13 for c in text]

    def decode(self, ids):
        return "".join(chr(97 + i) for i in ids)


def run(script, toys):
    script["complete"](Model().cuda(), Tokenizer(), ["hello", "good morning"], "cuda")
