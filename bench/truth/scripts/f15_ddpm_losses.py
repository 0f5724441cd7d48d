import torch
import torch.nn.functional as F


def linear_beta_schedule(timesteps):
    return torch.linspace(0.0001, 0.02, timesteps)


def extract(a, t, x_shape):
    batch_size = t.shape[0]
    out = a.gather(-1, t.cpu())
    return out.reshape(batch_size, *((1,) * (len(x_shape) - 1))).to(t.device)


def make_schedule(timesteps):
    betas = linear_beta_schedule(timesteps)
    alphas = 1. - betas
    alphas_cumprod = torch.cumprod(alphas, axis=0)
    alphas_cumprod_prev = F.pad(alphas_cumprod[:-1], (1, 0), value=1.0)
    return dict(
        timesteps=timesteps,
        betas=betas,
        sqrt_recip_alphas=torch.sqrt(1.0 / alphas),
        sqrt_alphas_cumprod=torch.sqrt(alphas_cumprod),
        sqrt_one_minus_alphas_cumprod=torch.sqrt(1. - alphas_cumprod),
        posterior_variance=betas * (1. - alphas_cumprod_prev) / (1. - alphas_cumprod),
    )


def q_sample(sched, x_start, t, noise=None):
    if noise is None:
        noise = torch.randn_like(x_start)
    a = extract(sched["sqrt_alphas_cumprod"], t, x_start.shape)
    b = extract(sched["sqrt_one_minus_alphas_cumprod"], t, x_start.shape)
    return a * x_start + b * noise


def p_losses(denoise_model, sched, x_start, t, loss_type="l1"):
    noise = torch.randn_like(x_start)
    x_noisy = q_sample(sched, x_start, t, noise)
    predicted = denoise_model(x_noisy, t)
    if loss_type == 'l1':
        return F.l1_loss(noise, predicted)
    elif loss_type == "huber":
        return F.smooth_l1_loss(noise, predicted)
    raise NotImplementedError()


@torch.no_grad()
def p_sample(model, sched, x, t, t_index):
    betas_t = extract(sched["betas"], t, x.shape)
    sqrt_one_minus = extract(sched["sqrt_one_minus_alphas_cumprod"], t, x.shape)
    recip = extract(sched["sqrt_recip_alphas"], t, x.shape)
    mean = recip * (x - betas_t * model(x, t) / sqrt_one_minus)
    if t_index == 0:
        return mean
    return mean + torch.sqrt(extract(sched["posterior_variance"], t, x.shape)) * torch.randn_like(x)


@torch.no_grad()
def p_sample_loop(model, sched, shape):
    device = next(model.parameters()).device
    img = torch.randn(shape, device=device)
    imgs = []
    for i in reversed(range(0, sched["timesteps"])):
        img = p_sample(model, sched, img, torch.full((shape[0],), i, device=device, dtype=torch.long), i)
        imgs.append(img.cpu().numpy())
    return imgs
