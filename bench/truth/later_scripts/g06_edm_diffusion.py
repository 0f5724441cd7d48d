import copy

import numpy as np
import torch


class EDMLoss:
    def __init__(self, P_mean=-1.2, P_std=1.2, sigma_data=0.5):
        self.P_mean, self.P_std, self.sigma_data = P_mean, P_std, sigma_data

    def __call__(self, net, images, labels=None):
        rnd_normal = torch.randn([images.shape[0], 1, 1, 1], device=images.device)
        sigma = (rnd_normal * self.P_std + self.P_mean).exp()
        weight = (sigma ** 2 + self.sigma_data ** 2) / (sigma * self.sigma_data) ** 2
        n = torch.randn_like(images) * sigma
        D_yn = net(images + n, sigma, labels)
        return weight * ((D_yn - images) ** 2)


def edm_sampler(net, latents, class_labels=None, num_steps=4, sigma_min=0.002, sigma_max=80, rho=7, S_churn=40, S_noise=1):
    step_indices = torch.arange(num_steps, dtype=torch.float64, device=latents.device)
    t_steps = (sigma_max ** (1 / rho) + step_indices / (num_steps - 1) * (sigma_min ** (1 / rho) - sigma_max ** (1 / rho))) ** rho
    t_steps = torch.cat([torch.as_tensor(t_steps), torch.zeros_like(t_steps[:1])])
    x_next = latents.to(torch.float64) * t_steps[0]
    for i, (t_cur, t_next) in enumerate(zip(t_steps[:-1], t_steps[1:])):
        x_cur = x_next
        gamma = min(S_churn / num_steps, np.sqrt(2) - 1) if 0.05 <= t_cur <= 50 else 0
        t_hat = torch.as_tensor(t_cur + gamma * t_cur)
        x_hat = x_cur + (t_hat ** 2 - t_cur ** 2).sqrt() * S_noise * torch.randn_like(x_cur)
        denoised = net(x_hat.float(), t_hat.float(), class_labels).to(torch.float64)
        d_cur = (x_hat - denoised) / t_hat
        x_next = x_hat + (t_next - t_hat) * d_cur
        if i < num_steps - 1:
            denoised = net(x_next.float(), t_next.float(), class_labels).to(torch.float64)
            d_prime = (x_next - denoised) / t_next
            x_next = x_hat + (t_next - t_hat) * (0.5 * d_cur + 0.5 * d_prime)
    return x_next


def training_loop(net, dataset_iterator, optimizer, loss_fn, device, total_kimg=1, batch_size=4, num_accumulation=2, ema_halflife_kimg=0.5):
    ema = copy.deepcopy(net).eval().requires_grad_(False)
    cur_nimg = 0
    stats = []
    for _ in range(total_kimg * 3):
        optimizer.zero_grad(set_to_none=True)
        for _round in range(num_accumulation):
            images, labels = next(dataset_iterator)
            images = images.to(device).to(torch.float32) / 127.5 - 1
            labels = labels.to(device)
            loss = loss_fn(net=net, images=images, labels=labels)
            stats.append(loss.detach().mean())
            loss.sum().mul(1.0 / batch_size).backward()
        for g in optimizer.param_groups:
            g["lr"] = 1e-3 * min(cur_nimg / max(1000, 1e-8), 1)
        for param in net.parameters():
            if param.grad is not None:
                torch.nan_to_num(param.grad, nan=0, posinf=1e5, neginf=-1e5, out=param.grad)
        optimizer.step()
        ema_beta = 0.5 ** (batch_size / max(ema_halflife_kimg * 1000, 1e-8))
        for p_ema, p_net in zip(ema.parameters(), net.parameters()):
            p_ema.copy_(p_net.detach().lerp(p_ema, ema_beta))
        cur_nimg += batch_size
    print("loss", float(torch.stack(stats).mean()))
    return ema


def save_grid(img, drange, grid_size):
    lo, hi = drange
    img = np.asarray(img, dtype=np.float32)
    img = (img - lo) * (255 / (hi - lo))
    img = np.rint(img).clip(0, 255).astype(np.uint8)
    gw, gh = grid_size
    _n, c, h, w = img.shape
    return img.reshape(gh, gw, c, h, w).transpose(0, 3, 1, 4, 2).reshape(gh * h, gw * w, c)


def sample_grid(net, device, z=None):
    z = torch.randn(4, 3, 4, 4, device=device) if z is None else z
    images = edm_sampler(net, z)
    return save_grid(images.cpu().numpy(), (-1, 1), (2, 2))
