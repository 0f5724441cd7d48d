"""A decoding loop of a small language model, with the waits that such loops have. Written to be run under

    syncfree-lint confirm --step Model.forward -- python decode.py
"""

import argparse
import time

import torch
import torch.nn.functional as F
from torch import nn

END = 1


class Layer(nn.Module):
    def __init__(self, width, heads, longest, batch, device):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.register_buffer("cache", torch.zeros(2, batch, heads, longest, width // heads, device=device))

    def forward(self, x, position):
        batch, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, 3, self.heads, -1).unbind(1)
        self.cache[0, :, :, position] = k
        self.cache[1, :, :, position] = v
        keys, values = self.cache[0, :, :, : position + 1], self.cache[1, :, :, : position + 1]
        y = F.scaled_dot_product_attention(q.unsqueeze(2), keys, values)
        x = x + self.out(y.reshape(batch, width))
        return x + self.mlp(self.norm2(x))


class Model(nn.Module):
    def __init__(self, arguments, device):
        super().__init__()
        self.embed = nn.Embedding(arguments.words, arguments.width)
        self.layers = nn.ModuleList(
            Layer(arguments.width, 16, arguments.tokens, arguments.batch, device) for _ in range(arguments.layers)
        )
        self.head = nn.Linear(arguments.width, arguments.words)

    def forward(self, token, position):
        x = self.embed(token)
        for layer in self.layers:
            x = layer(x, position)
        return self.head(x)


@torch.no_grad()
def decode(model, token, count):
    tokens = []
    for position in range(count):
        logits = model(token, position)
        temperature = torch.tensor(0.8, device=token.device)
        token = (logits / temperature).argmax(-1)
        if (token == END).all():
            break
        tokens.append(token.tolist())
    return tokens


def prepare(words=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--width", type=int, default=2048)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--words", type=int, default=32000)
    arguments = parser.parse_args(words)
    device = torch.device("cuda")
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    with device:
        model = Model(arguments, device).eval()
    return arguments, model, torch.full((arguments.batch,), 2, device=device)


def main():
    arguments, model, token = prepare()
    for _ in range(arguments.rounds):
        start = time.perf_counter()
        decode(model, token, arguments.tokens)
        print(f"{(time.perf_counter() - start) / arguments.tokens * 1e3:.3f} ms for a token", flush=True)


if __name__ == "__main__":
    main()
