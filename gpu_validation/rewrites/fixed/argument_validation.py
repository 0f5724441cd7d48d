import torch


# fix: unsafe
# run: x=float[4,3] | x=double[4,3] | x=strided[4,3]
# not for: nan inf
def a_choice(x: torch.Tensor):
    return torch.distributions.Categorical(logits=x, validate_args=False).sample()


# fix: unsafe
# run: x=float[4,3] | x=double[4,3] | x=float[0,3]
def a_normal(x: torch.Tensor):
    return torch.distributions.Normal(x, x.exp(), validate_args=False).rsample()


# fix: unsafe
# run: x=float[4,3] | x=double[4,3] | x=strided[4,3]
def clipped(x: torch.Tensor):
    w = torch.nn.Parameter(x.detach().clone())
    w.grad = x.detach() * 2
    norm = torch.nn.utils.clip_grad_norm_([w], 0.5, error_if_nonfinite=False)
    return norm, w.grad
