import math
import torch
import torch.nn as nn
import torch.nn.functional as F

device = "cuda" if torch.cuda.is_available() else "cpu"
T = 5


def get_index_from_list(vals, t, x_shape):
    out = vals.gather(-1, t.cpu())
    return out.reshape(t.shape[0], *((1,) * (len(x_shape) - 1))).to(t.device)


class SinusoidalPositionEmbeddings(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, time):
        half_dim = self.dim // 2
        embeddings = math.log(10000) / (half_dim - 1)
        embeddings = torch.exp(torch.arange(half_dim, device=time.device) * -embeddings)
        embeddings = time[:, None] * embeddings[None, :]
        return torch.cat((embeddings.sin(), embeddings.cos()), dim=-1)


class TinyUnet(nn.Module):
    def __init__(self, ch=8):
        super().__init__()
        self.time_mlp = nn.Sequential(SinusoidalPositionEmbeddings(ch), nn.Linear(ch, ch), nn.ReLU())
        self.down, self.mid, self.up = nn.Conv2d(1, ch, 3, padding=1), nn.Conv2d(ch, ch, 3, padding=1), nn.Conv2d(ch, 1, 1)

    def forward(self, x, timestep):
        t = self.time_mlp(timestep)
        h = F.relu(self.down(x)) + t[..., None, None]
        return self.up(F.relu(self.mid(h)))


betas = torch.linspace(0.0001, 0.02, T)
alphas = 1. - betas
alphas_cumprod = torch.cumprod(alphas, axis=0)
sqrt_alphas_cumprod = torch.sqrt(alphas_cumprod)
sqrt_one_minus_alphas_cumprod = torch.sqrt(1. - alphas_cumprod)


def forward_diffusion_sample(x_0, t, device="cpu"):
    noise = torch.randn_like(x_0)
    a = get_index_from_list(sqrt_alphas_cumprod, t, x_0.shape)
    b = get_index_from_list(sqrt_one_minus_alphas_cumprod, t, x_0.shape)
    return a.to(device) * x_0.to(device) + b.to(device) * noise.to(device), noise.to(device)


@torch.no_grad()
def sample(model, n):
    img = torch.randn((n, 1, 8, 8), device=device)
    for i in range(0, T)[::-1]:
        t = torch.full((n,), i, device=device, dtype=torch.long)
        eps = model(img, t.float())
        a, ab = alphas[i], alphas_cumprod[i]
        img = (img - (1 - a) / (1 - ab).sqrt() * eps) / a.sqrt()
        if i > 0:
            img = img + betas[i].sqrt() * torch.randn_like(img)
        img = torch.clamp(img, -1.0, 1.0)
    return ((img + 1) / 2).cpu()


model = TinyUnet().to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
dataset = torch.rand(8, 1, 8, 8) * 2 - 1
for epoch in range(2):
    for step, batch in enumerate(dataset.split(4)):
        optimizer.zero_grad()
        t = torch.randint(0, T, (len(batch),), device=device).long()
        x_noisy, noise = forward_diffusion_sample(batch.to(device), t, device)
        loss = F.l1_loss(noise, model(x_noisy, t.float()))
        loss.backward()
        optimizer.step()
        if epoch % 5 == 0 and step == 0:
            print(f"Epoch {epoch} | step {step:03d} Loss: {loss.item()} ")
images = sample(model, 2)
print("mean", images.mean().item(), "white" if images.mean() > 0.5 else "dark")
