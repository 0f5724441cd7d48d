#### a distribution
import torch


def step(logits: torch.Tensor):
    return torch.distributions.Categorical(logits=logits).sample()
#### => unsafe
import torch


def step(logits: torch.Tensor):
    return torch.distributions.Categorical(logits=logits, validate_args=False).sample()
#### a clipped gradient
import torch


def step(model: torch.nn.Module):
    return torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=True)
#### => unsafe
import torch


def step(model: torch.nn.Module):
    return torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0, error_if_nonfinite=False)
#### who checks decides elsewhere
import torch


def step(x: torch.Tensor, check: bool):
    torch.nn.utils.clip_grad_norm_([x], 1.0, error_if_nonfinite=check)


step(torch.ones(3, device="cuda"), True)
#### => suggestion
import torch


def step(x: torch.Tensor, check: bool):
    torch.nn.utils.clip_grad_norm_([x], 1.0, error_if_nonfinite=False)


step(torch.ones(3, device="cuda"), True)
#### somebody waits for the error
import torch
from torch import distributions as D


def step(x: torch.Tensor):
    x = x.cuda()
    try:
        return D.Categorical(logits=x)
    except ValueError:
        return None
#### => suggestion
import torch
from torch import distributions as D


def step(x: torch.Tensor):
    x = x.cuda()
    try:
        return D.Categorical(logits=x, validate_args=False)
    except ValueError:
        return None
#### made before
import torch


def step(x: torch.Tensor):
    normal = torch.distributions.Normal(0, 1)
    return normal.log_prob(x)
#### => suggestion
import torch


def step(x: torch.Tensor):
    normal = torch.distributions.Normal(0, 1, validate_args=False)
    return normal.log_prob(x)
#### made where it is asked, and kept by an object
import torch
from torch.distributions import Normal


class Scorer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.normal = Normal(0, 1)

    def forward(self, u: torch.Tensor):
        return self.normal.log_prob(u) + Normal(0, 2).cdf(u)
#### => suggestion
import torch
from torch.distributions import Normal


class Scorer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.normal = Normal(0, 1, validate_args=False)

    def forward(self, u: torch.Tensor):
        return self.normal.log_prob(u) + Normal(0, 2, validate_args=False).cdf(u)
#### an object that keeps one of two
import torch
from torch.distributions import Normal


class Scorer(torch.nn.Module):
    def __init__(self, wide: bool):
        super().__init__()
        self.normal = Normal(0, 1)
        if wide:
            self.normal = Normal(0, 5)

    def forward(self, u: torch.Tensor):
        return self.normal.log_prob(u)
#### => not shown
#### distributions that wait without a check, too
import torch
from torch import distributions


def draw(probs: torch.Tensor, scale: torch.Tensor):
    kind = distributions.OneHotCategorical(probs=probs)
    size = distributions.HalfNormal(scale)
    return kind, size
#### => nothing
