import torch


# fix: unsafe
# run: n=16 | n=17
def a_large_batch(n: int):
    batch = torch.ones(1024, 1024, 16)
    return batch.to("cuda", non_blocking=True)[:, :, : n % 16]
