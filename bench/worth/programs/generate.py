"""Samples 64 tokens for a batch of prompts with a Llama-like model and a cache of keys and values."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn

END, PAD = 2, 0


def rotated(x, cosine, sine):
    first, second = x.chunk(2, -1)
    return x * cosine + torch.cat([-second, first], -1) * sine


class Layer(nn.Module):
    def __init__(self, width, heads, batch, longest):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.RMSNorm(width), nn.RMSNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.gate, self.up = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, 3 * width, bias=False)
        self.down = nn.Linear(3 * width, width, bias=False)
        self.register_buffer("cache", torch.zeros(2, batch, heads, longest, width // heads))

    def forward(self, x, cosine, sine, first):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        self.cache[0, :, :, first : first + length] = rotated(k, cosine, sine)
        self.cache[1, :, :, first : first + length] = v
        keys, values = self.cache[:, :, :, : first + length]
        y = F.scaled_dot_product_attention(rotated(q, cosine, sine), keys, values, is_causal=length > 1)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        h = self.norm2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Llama(nn.Module):
    def __init__(self, words, width, heads, layers, batch, longest):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.layers = nn.ModuleList(Layer(width, heads, batch, longest) for _ in range(layers))
        self.norm, self.head = nn.RMSNorm(width), nn.Linear(width, words, bias=False)
        size = width // heads
        angles = torch.outer(torch.arange(longest), 10000.0 ** (-torch.arange(0, size, 2) / size))
        self.register_buffer("cosine", angles.cos().repeat(1, 2))
        self.register_buffer("sine", angles.sin().repeat(1, 2))

    def forward(self, tokens, first):
        x = self.embed(tokens)
        place = slice(first, first + tokens.shape[1])
        for layer in self.layers:
            x = layer(x, self.cosine[place], self.sine[place], first)
        return self.head(self.norm(x[:, -1]))


class Generator:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        width, layers, self.length, self.count = (64, 2, 8, 32) if small else (1024, 16, 64, 64)
        self.batch, words = 8, (500 if small else 32000)
        self.model = Llama(words, width, 8, layers, self.batch, self.length + self.count).to(self.device).eval()
        if self.device.type == "cuda":
            self.model = self.model.bfloat16()
        self.pool = [torch.randint(3, words, (self.batch, self.length)) for _ in range(8)]

    def inputs(self, number):
        return (self.pool[number % len(self.pool)].to(self.device),)

    def sample(self, logits):
        temperature = torch.tensor(0.8, device=logits.device)
        probabilities = (logits.float() / temperature).softmax(-1)
        ordered, order = probabilities.sort(descending=True)
        ordered = torch.where(ordered.cumsum(-1) - ordered > 0.95, 0.0, ordered)
        return order.gather(-1, torch.multinomial(ordered, 1))

    @torch.no_grad()
    def compute(self, prompt):
        tokens, first, out = prompt, 0, []
        finished = torch.zeros(self.batch, 1, dtype=torch.bool).to(self.device)
        for _ in range(self.count):
            chosen = self.sample(self.model(tokens, first))
            first += tokens.shape[1]
            chosen[finished] = PAD
            finished = finished | (chosen == END)
            out.append(chosen)
            tokens = chosen
            if finished.all():
                break
        return {"tokens": torch.cat(out, 1)}

    def step(self, number):
        torch.manual_seed(1)
        results = self.compute(*self.inputs(number))
        self.texts = results["tokens"].tolist()
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    generator = Generator(options.device, options.small)
    for number in range(options.steps):
        results = generator.step(number)
    print(results["tokens"][:2].tolist())


if __name__ == "__main__":
    main()
