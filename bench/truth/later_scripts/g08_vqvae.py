import torch
import torch.nn.functional as F
from torch import nn


class VectorQuantizerEMA(nn.Module):
    def __init__(self, num_embeddings, dim, commitment=0.25, decay=0.99, eps=1e-5):
        super().__init__()
        self.n, self.dim = num_embeddings, dim
        self.commitment, self.decay, self.eps = commitment, decay, eps
        embed = torch.randn(num_embeddings, dim)
        self.register_buffer("embed", embed)
        self.register_buffer("cluster_size", torch.zeros(num_embeddings))
        self.register_buffer("embed_avg", embed.clone())

    def forward(self, inputs):
        flat = inputs.reshape(-1, self.dim)
        dist = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.embed.t() + self.embed.pow(2).sum(1)
        idx = dist.argmin(1)
        onehot = F.one_hot(idx, self.n).type(flat.dtype)
        quantized = F.embedding(idx, self.embed).view_as(inputs)
        if self.training:
            with torch.no_grad():
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.embed_avg.mul_(self.decay).add_(onehot.t() @ flat, alpha=1 - self.decay)
                total = self.cluster_size.sum()
                size = (self.cluster_size + self.eps) / (total + self.n * self.eps) * total
                self.embed.copy_(self.embed_avg / size.unsqueeze(1))
                self.restart_dead(flat)
        loss = self.commitment * F.mse_loss(quantized.detach(), inputs)
        quantized = inputs + (quantized - inputs).detach()
        avg_probs = onehot.mean(0)
        perplexity = torch.exp(-torch.sum(avg_probs * torch.log(avg_probs + 1e-10)))
        return quantized, loss, perplexity, idx.view(inputs.shape[:-1])

    def restart_dead(self, flat, threshold=0.01):
        dead = self.cluster_size < threshold
        n_dead = int(dead.sum())
        if n_dead == 0:
            return
        perm = torch.randperm(flat.size(0), device=flat.device)[:n_dead]
        fresh = flat[perm]
        self.embed[dead.nonzero(as_tuple=True)[0][: len(fresh)]] = fresh


def kl_weight(step, warmup):
    return min(1.0, step / max(1, warmup))


def train(encoder, decoder, vq, loader, optimizer, data_variance, epochs, device):
    res_recon, res_perplexity = [], []
    step = 0
    used = torch.zeros(vq.n, dtype=torch.bool, device=device)
    for _ in range(epochs):
        for x, in loader:
            x = x.to(device)
            optimizer.zero_grad()
            z = encoder(x)
            q, vq_loss, perplexity, codes = vq(z)
            x_recon = decoder(q)
            recon_error = F.mse_loss(x_recon, x) / data_variance
            loss = recon_error + kl_weight(step, 4) * vq_loss
            loss.backward()
            optimizer.step()
            used[codes.flatten()] = True
            res_recon.append(recon_error.item())
            res_perplexity.append(perplexity.detach())
            step += 1
            if step % 2 == 0:
                print("%d iterations, recon_error: %.3f, perplexity: %.3f" % (step, sum(res_recon[-100:]) / len(res_recon[-100:]), res_perplexity[-1]))
    print(f"codes in use: {used.sum()} of {vq.n}")
    return torch.stack(res_perplexity).cpu(), res_recon
