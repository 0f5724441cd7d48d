import torch


# fix: suggestion
# run: x=host[3] | x=host[2,3] | x=host[0,3] | x=float[4,3] | x=half[9]
def whatever_is_given(x: torch.Tensor):
    if torch.jit.is_scripting():
        return x
    return x.cuda() + 1
