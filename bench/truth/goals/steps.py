"""Steps as people write them: training, decoding, sampling. Each is asked what a capture and dynamo do with it."""

import math
import time

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Block(nn.Module):
    def __init__(self, width: int = 16, heads: int = 2):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, width = x.shape
        q, k, v = self.qkv(self.norm(x)).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.out(y.transpose(1, 2).reshape(batch, length, width))


class Router(nn.Module):
    """Top-k experts, each given the rows that chose it."""

    def __init__(self, width: int = 8, experts: int = 4):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts = nn.ModuleList(nn.Linear(width, width) for _ in range(experts))

    def forward(self, x: Tensor) -> Tensor:
        weights, chosen = self.gate(x).softmax(-1).topk(2)
        y = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            rows, slots = torch.where(chosen == number)
            if rows.numel() > 0:
                y.index_add_(0, rows, expert(x[rows]) * weights[rows, slots, None])
        return y


class DenseRouter(nn.Module):
    """All experts, weighted."""

    def __init__(self, width: int = 8, experts: int = 4):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.weight = nn.Parameter(torch.randn(experts, width, width) / width)

    def forward(self, x: Tensor) -> Tensor:
        gates = self.gate(x).softmax(-1)
        return torch.einsum("bi,eij,be->bj", x, self.weight, gates)


class Masked(nn.Module):
    """A padding mask that may be missing."""

    def __init__(self, width: int = 8):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        if mask is not None and not mask.all():
            x = x.masked_fill(~mask[..., None], 0.0)
        return self.linear(x)


class RunningNorm(nn.Module):
    def __init__(self, width: int = 8):
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            self.count += 1
            self.mean += (x.detach().mean(0) - self.mean) / self.count
        return x - self.mean


class FirstCallNorm(nn.Module):
    """Sets itself up by the first batch: a flag in a buffer."""

    def __init__(self, width: int = 8):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.register_buffer("ready", torch.tensor(0))

    def forward(self, x: Tensor) -> Tensor:
        if self.ready == 0:
            with torch.no_grad():
                self.scale.copy_(1.0 / (x.std(0) + 1e-6))
                self.ready.fill_(1)
        return x * self.scale


class Lookup(nn.Module):
    """Positions from a table that grows on demand."""

    def __init__(self, width: int = 8, length: int = 16):
        super().__init__()
        self.width = width
        self.register_buffer("table", self.made(length), persistent=False)

    def made(self, length: int) -> Tensor:
        steps = torch.arange(length)[:, None] * torch.exp(torch.arange(0, self.width, 2) * (-math.log(1e4) / self.width))
        return torch.stack((steps.sin(), steps.cos()), -1).flatten(1)

    def forward(self, x: Tensor) -> Tensor:
        if x.shape[1] > self.table.shape[0]:
            self.table = self.made(x.shape[1]).to(x.device)
        return x + self.table[: x.shape[1]]


def train_step(model: nn.Module, optimizer: torch.optim.Optimizer, x: Tensor, y: Tensor) -> Tensor:
    optimizer.zero_grad(set_to_none=True)
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.detach()


def logged_train_step(model: nn.Module, optimizer: torch.optim.Optimizer, x: Tensor, y: Tensor, losses: list) -> None:
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    losses.append(loss.item())


def loss_of(model: nn.Module, x: Tensor, y: Tensor) -> Tensor:
    logits = model(x)
    smooth = -logits.log_softmax(-1).mean(-1)
    picked = F.cross_entropy(logits, y, reduction="none")
    return (0.9 * picked + 0.1 * smooth).mean()


def guarded_loss(model: nn.Module, x: Tensor, y: Tensor) -> Tensor:
    loss = F.cross_entropy(model(x), y)
    if not torch.isfinite(loss):
        raise FloatingPointError("the loss is not finite")
    return loss


def evaluated(model: nn.Module, x: Tensor, y: Tensor) -> float:
    with torch.no_grad():
        correct = (model(x).argmax(-1) == y).sum()
    return correct.item() / len(y)


def evaluated_on_device(model: nn.Module, x: Tensor, y: Tensor) -> Tensor:
    with torch.no_grad():
        return (model(x).argmax(-1) == y).float().mean()


def greedy_decode(model: nn.Module, embed: nn.Embedding, tokens: Tensor, steps: int) -> Tensor:
    for _ in range(steps):
        logits = model(embed(tokens))[:, -1] @ embed.weight.T
        tokens = torch.cat([tokens, logits.argmax(-1, keepdim=True)], dim=1)
    return tokens


def decode_until_end(model: nn.Module, embed: nn.Embedding, tokens: Tensor, end: int, steps: int) -> Tensor:
    done = torch.zeros(len(tokens), dtype=torch.bool, device=tokens.device)
    for _ in range(steps):
        following = (model(embed(tokens))[:, -1] @ embed.weight.T).argmax(-1)
        following = torch.where(done, end, following)
        tokens = torch.cat([tokens, following[:, None]], dim=1)
        done |= following == end
        if done.all():
            break
    return tokens


def sampled(logits: Tensor, temperature: float, top_k: int) -> Tensor:
    values, _ = torch.topk(logits, top_k)
    logits = logits.masked_fill(logits < values[:, [-1]], float("-inf"))
    return torch.multinomial((logits / temperature).softmax(-1), 1)


def cached_attention(q: Tensor, k: Tensor, v: Tensor, cache_k: Tensor, cache_v: Tensor, position: Tensor) -> Tensor:
    cache_k.index_copy_(2, position, k)
    cache_v.index_copy_(2, position, v)
    mask = (torch.arange(cache_k.shape[2], device=q.device) <= position)[None]
    return F.scaled_dot_product_attention(q, cache_k, cache_v, attn_mask=mask)


def cached_slice(q: Tensor, k: Tensor, v: Tensor, cache_k: Tensor, cache_v: Tensor, position: Tensor) -> Tensor:
    at = int(position)
    cache_k[:, :, at : at + 1] = k
    cache_v[:, :, at : at + 1] = v
    return F.scaled_dot_product_attention(q, cache_k[:, :, : at + 1], cache_v[:, :, : at + 1])


def denoise(model: nn.Module, x: Tensor, alphas: Tensor, steps: int) -> Tensor:
    for step in reversed(range(1, steps)):
        now, before = alphas[step], alphas[step - 1]
        noise = model(x)
        start = (x - (1 - now).sqrt() * noise) / now.sqrt()
        x = before.sqrt() * start + (1 - before).sqrt() * noise
    return x


def denoise_by_schedule(model: nn.Module, x: Tensor, alphas: Tensor, times: Tensor) -> Tensor:
    for time_now in times:
        level = alphas[time_now]
        x = (x - (1 - level).sqrt() * model(x)) / level.sqrt()
        if time_now > 0:
            x = x + 0.1 * torch.randn_like(x)
    return x


def q_update(online: nn.Module, target: nn.Module, state: Tensor, action: Tensor, reward: Tensor, after: Tensor) -> Tensor:
    values = online(state).gather(1, action[:, None]).squeeze(1)
    with torch.no_grad():
        best = target(after).max(1).values
    return F.smooth_l1_loss(values, reward + 0.99 * best)


def policy_loss(logits: Tensor, old: Tensor, actions: Tensor, advantages: Tensor) -> tuple[Tensor, float]:
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    chosen = torch.distributions.Categorical(logits=logits).log_prob(actions)
    ratio = (chosen - old).exp()
    loss = -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
    kl = (old - chosen).mean().item()
    return loss, kl


def polyak(target: nn.Module, source: nn.Module, decay: float) -> None:
    with torch.no_grad():
        for old, new in zip(target.parameters(), source.parameters()):
            old.lerp_(new, 1 - decay)


def gradient_penalty(critic: nn.Module, real: Tensor, fake: Tensor) -> Tensor:
    mix = torch.rand(len(real), 1, device=real.device)
    between = (mix * real + (1 - mix) * fake).requires_grad_(True)
    (gradient,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    return (gradient.norm(2, 1) - 1).square().mean()


def power_iteration(matrix: Tensor, tolerance: float) -> Tensor:
    v = torch.ones(matrix.shape[1], device=matrix.device)
    for _ in range(50):
        following = matrix @ v
        following = following / following.norm()
        if (following - v).abs().max() < tolerance:
            return following
        v = following
    return v


def message_pass(x: Tensor, edges: Tensor, weight: Tensor) -> Tensor:
    source, target = edges
    messages = x[source] @ weight
    degree = torch.zeros(len(x), device=x.device).index_add_(0, target, torch.ones(len(target), device=x.device))
    out = torch.zeros_like(x).index_add_(0, target, messages)
    return out / degree.clamp(min=1)[:, None]


def timed_forward(model: nn.Module, x: Tensor) -> tuple[Tensor, float]:
    begun = time.perf_counter()
    y = model(x)
    torch.cuda.synchronize()
    return y, time.perf_counter() - begun


def cropped(images: Tensor, size: int) -> Tensor:
    top = torch.randint(0, images.shape[2] - size + 1, (1,)).item()
    left = torch.randint(0, images.shape[3] - size + 1, (1,)).item()
    return images[:, :, top : top + size, left : left + size]


def normalized(images: Tensor) -> Tensor:
    mean = torch.tensor([0.485, 0.456, 0.406], device=images.device).view(3, 1, 1)
    std = torch.tensor([0.229, 0.224, 0.225], device=images.device).view(3, 1, 1)
    return (images - mean) / std


def clipped_update(parameters: list[Tensor], limit: float) -> float:
    total = torch.sqrt(sum(p.grad.square().sum() for p in parameters))
    if total > limit:
        for p in parameters:
            p.grad.mul_(limit / total)
    return float(total)


def contrastive(a: Tensor, b: Tensor, temperature: float) -> Tensor:
    logits = F.normalize(a, dim=-1) @ F.normalize(b, dim=-1).T / temperature
    labels = torch.arange(len(a), device=a.device)
    return (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels)) / 2
