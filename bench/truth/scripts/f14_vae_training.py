import math
import torch
from torch.nn import functional as F


def reparameterize(mu, logvar):
    std = torch.exp(0.5 * logvar)
    return mu + torch.randn_like(std) * std


def vae_loss(recon_x, x, mu, logvar, beta=1.0):
    rec = F.mse_loss(recon_x, x, reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return {"loss": rec + beta * kld, "rec": rec, "kld": kld}


def beta_at(step, warmup, cyclic=False):
    if not warmup:
        return 1.0
    t = (step % warmup) if cyclic else min(step, warmup)
    return 0.5 * (1 - math.cos(math.pi * t / warmup))


def fit(encoder, decoder, batches, optimizer, device="cuda:0", warmup=100, max_bad=3):
    step, bad = 0, 0
    logs = []
    for batch in batches:
        x = batch["image"].to(device, non_blocking=True)
        mu, logvar = encoder(x).chunk(2, dim=1)
        z = reparameterize(mu, logvar)
        losses = vae_loss(decoder(z), x, mu, logvar, beta=beta_at(step, warmup))

        if not torch.isfinite(losses["loss"]):
            bad += 1
            optimizer.zero_grad()
            if bad > max_bad:
                raise RuntimeError("diverged")
            continue

        optimizer.zero_grad(set_to_none=True)
        losses["loss"].backward()
        optimizer.step()

        logs.append({k: v.item() / len(x) for k, v in losses.items()})
        step += 1
    best = min(logs, key=lambda row: row["loss"]) if logs else {}
    active = (mu.detach().var(0) > 0.01).sum()
    print("best", best.get("loss"), "active units", int(active), "bad batches", bad)
    return logs


@torch.no_grad()
def sample(decoder, n, latent, device):
    grid = decoder(torch.randn(n, latent, device=device)).clamp(0, 1)
    return (grid * 255).to(torch.uint8).cpu().numpy()
