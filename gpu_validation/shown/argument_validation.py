import torch
from torch.distributions import Normal


# fix: suggestion
# run: u=float[4,3] | u=double[5] | u=strided[4,3] | u=float[0,3] | u=float[]
def of_a_distribution_that_is_made_here(u: torch.Tensor):
    return Normal(0, 1).cdf(u)


# fix: suggestion
# run: u=float[4,3] | u=double[5] | u=strided[4,3] | u=float[0,3] | u=float[]
def of_a_member(u: torch.Tensor):
    class Scorer:
        def __init__(self):
            self.normal = Normal(0, 1)

        def score(self, u: torch.Tensor):
            return self.normal.log_prob(u)

    return Scorer().score(u)


# fix: suggestion
# run: u=float[4,3] | u=double[5] | u=strided[4,3]
def of_a_class_of_its_own(u: torch.Tensor):
    class Own(Normal):
        pass

    return Own(u, u.exp()).rsample()
