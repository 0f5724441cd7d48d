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
