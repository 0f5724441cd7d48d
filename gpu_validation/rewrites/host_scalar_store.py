import torch


# fix: safe
# run: n=5 | n=1 | n=64
def the_first_element(n: int):
    h = torch.ones(n, device="cuda")
    h[0] = 0.5
    return h


# fix: safe
# run: n=5 | n=1 | n=64
def elements_of_a_matrix(n: int):
    h = torch.ones(n, n, device="cuda", dtype=torch.half)
    h[0, n - 1] = float("inf")
    h[n // 2, 0] = -2
    return h


# fix: safe
# run: n=5 | n=2 | n=64
def whole_numbers_and_flags(n: int):
    h = torch.ones(n, device="cuda", dtype=torch.long)
    h[1] = 7
    mask = torch.zeros(n, device="cuda", dtype=torch.bool)
    mask[-1] = True
    return h, mask


# fix: safe
# run: n=5 | n=3 | n=64
def through_an_index(n: int):
    keep = torch.zeros(n, device="cuda", dtype=torch.bool)
    index = torch.arange(0, n, 2, device="cuda")
    keep[index] = True
    return keep


# fix: safe
# run: n=5 | n=3 | n=64
def through_an_index_beside_a_slice(n: int):
    scores = torch.ones(3, n, device="cuda")
    index = torch.arange(0, n, 2, device="cuda")
    scores[:, index] = 0.25
    return scores


# fix: unsafe
# run: n=5 | n=3 | n=64
def a_fraction_into_whole_numbers(n: int):
    h = torch.ones(n, device="cuda", dtype=torch.long)
    h[0] = 0.5
    return h
