import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
np.random.seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
mse2psnr = lambda x: -10. * torch.log(x) / torch.log(torch.Tensor([10.]).to(x.device))
to8b = lambda x: (255 * np.clip(x, 0, 1)).astype(np.uint8)


class Embedder:
    def __init__(self, n_freqs):
        self.freq_bands = 2. ** torch.linspace(0., n_freqs - 1, steps=n_freqs)

    def embed(self, x):
        out = [x]
        for freq in self.freq_bands:
            for fn in (torch.sin, torch.cos):
                out.append(fn(x * freq))
        return torch.cat(out, -1)


def get_rays(H, W, focal, c2w):
    i, j = torch.meshgrid(torch.linspace(0, W - 1, W), torch.linspace(0, H - 1, H), indexing="xy")
    i, j = i.to(c2w.device), j.to(c2w.device)
    dirs = torch.stack([(i - W * .5) / focal, -(j - H * .5) / focal, -torch.ones_like(i)], -1)
    rays_d = torch.sum(dirs[..., np.newaxis, :] * c2w[:3, :3], -1)
    return c2w[:3, -1].expand(rays_d.shape), rays_d


def raw2outputs(raw, z_vals, rays_d, raw_noise_std=0, white_bkgd=False):
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    dists = torch.cat([dists, torch.Tensor([1e10]).to(device).expand(dists[..., :1].shape)], -1)
    dists = dists * torch.norm(rays_d[..., None, :], dim=-1)
    rgb = torch.sigmoid(raw[..., :3])
    noise = torch.randn(raw[..., 3].shape, device=device) * raw_noise_std if raw_noise_std > 0. else 0.
    alpha = 1. - torch.exp(-F.relu(raw[..., 3] + noise) * dists)
    trans = torch.cumprod(torch.cat([torch.ones((alpha.shape[0], 1)).to(device), 1. - alpha + 1e-10], -1), -1)[:, :-1]
    weights = alpha * trans
    rgb_map = torch.sum(weights[..., None] * rgb, -2)
    if white_bkgd:
        rgb_map = rgb_map + (1. - torch.sum(weights, -1)[..., None])
    return rgb_map, torch.sum(weights * z_vals, -1)


def render(net, embed, rays_o, rays_d, near=2., far=6., n_samples=8, perturb=True):
    z = near * (1. - torch.linspace(0., 1., n_samples, device=device)) + far * torch.linspace(0., 1., n_samples, device=device)
    z = z.expand(rays_o.shape[0], n_samples)
    if perturb:
        z = z + torch.rand(z.shape, device=device) * (far - near) / n_samples
    pts = rays_o[:, None] + rays_d[:, None] * z[..., None]
    return raw2outputs(net(embed(pts)), z, rays_d, white_bkgd=True)


H = W = 6
focal = .5 * W / math.tan(.5 * 0.69)
images = np.random.rand(3, H, W, 3).astype(np.float32)
poses = torch.eye(4)[None].repeat(3, 1, 1)
poses[:, 2, 3] = 4.0
embedder = Embedder(3)
net = nn.Sequential(nn.Linear(21, 32), nn.ReLU(), nn.Linear(32, 4)).to(device)
optimizer = torch.optim.Adam(params=net.parameters(), lr=5e-4)
for i in range(1, 4):
    img_i = np.random.choice(len(images))
    target = torch.Tensor(images[img_i]).to(device)
    rays_o, rays_d = get_rays(H, W, focal, poses[img_i].to(device))
    select = np.random.choice(H * W, size=[16], replace=False)
    rgb, depth = render(net, embedder.embed, rays_o.reshape(-1, 3)[select], rays_d.reshape(-1, 3)[select])
    loss = torch.mean((rgb - target.reshape(-1, 3)[select]) ** 2)
    psnr = mse2psnr(loss)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for group in optimizer.param_groups:
        group['lr'] = 5e-4 * (0.1 ** (i / 250))
    if i % 3 == 0:
        print(f"[TRAIN] Iter: {i} Loss: {loss.item()}  PSNR: {psnr.item()}")
with torch.no_grad():
    rays_o, rays_d = get_rays(H, W, focal, poses[0].to(device))
    rgb, depth = render(net, embedder.embed, rays_o.reshape(-1, 3), rays_d.reshape(-1, 3), perturb=False)
frame = to8b(rgb.cpu().numpy().reshape(H, W, 3))
print(frame.shape, frame.mean(), depth.max())
