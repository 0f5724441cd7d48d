from collections import defaultdict

import torch
import torch.nn.functional as F


def requires_grad(model, flag=True):
    for p in model.parameters():
        p.requires_grad = flag


def d_r1_loss(real_pred, real_img):
    grad_real, = torch.autograd.grad(outputs=real_pred.sum(), inputs=real_img, create_graph=True)
    return grad_real.pow(2).reshape(grad_real.shape[0], -1).sum(1).mean()


def make_noise(batch, latent_dim, n_noise, device):
    if n_noise == 1:
        return torch.randn(batch, latent_dim, device=device)
    return torch.randn(n_noise, batch, latent_dim, device=device).unbind(0)


def mixing_noise(batch, latent_dim, prob, device, rng):
    if prob > 0 and rng.random() < prob:
        return make_noise(batch, latent_dim, 2, device)
    return [make_noise(batch, latent_dim, 1, device)]


def train(args, loader, generator, discriminator, g_optim, d_optim, device, rng, writer=None):
    mean_path_length = 0
    d_loss_val = 0
    r1_loss = torch.tensor(0.0, device=device)
    loss_dict = {}
    sums = defaultdict(float)
    for i, (real_img, *_) in enumerate(loader):
        real_img = real_img.to(device)
        requires_grad(generator, False)
        requires_grad(discriminator, True)
        noise = mixing_noise(real_img.size(0), args.latent, args.mixing, device, rng)
        fake_img = generator(sum(noise))
        real_pred, fake_pred = discriminator(real_img), discriminator(fake_img)
        d_loss = F.relu(1.0 - real_pred).mean() + F.relu(1.0 + fake_pred).mean()
        loss_dict["d"] = d_loss
        loss_dict["real_score"] = real_pred.mean()
        loss_dict["fake_score"] = fake_pred.mean()
        discriminator.zero_grad()
        d_loss.backward()
        d_optim.step()
        if i % args.d_reg_every == 0:
            real_img.requires_grad = True
            real_pred = discriminator(real_img)
            r1_loss = d_r1_loss(real_pred, real_img)
            discriminator.zero_grad()
            (args.r1 / 2 * r1_loss * args.d_reg_every + 0 * real_pred[0]).sum().backward()
            d_optim.step()
        loss_dict["r1"] = r1_loss
        requires_grad(generator, True)
        requires_grad(discriminator, False)
        fake_img = generator(make_noise(real_img.size(0), args.latent, 1, device))
        g_loss = -discriminator(fake_img).mean()
        loss_dict["g"] = g_loss
        generator.zero_grad()
        g_loss.backward()
        g_optim.step()
        d_loss_val = loss_dict["d"].mean().item()
        g_loss_val = loss_dict["g"].mean().item()
        r1_val = loss_dict["r1"].mean().item()
        for k, v in loss_dict.items():
            sums[k] += v.detach()
        if writer and i % args.log_every == 0:
            writer.add_scalar("loss/d", d_loss_val, i)
            writer.add_scalar("loss/g", g_loss_val, i)
            writer.add_scalar("score/real", loss_dict["real_score"], i)
            for name, p in generator.named_parameters():
                writer.add_histogram(name, p, i)
        print(f"d: {d_loss_val:.4f}; g: {g_loss_val:.4f}; r1: {r1_val:.4f}; mean path: {mean_path_length:.4f}")
    return {k: round(float(v) / len(loader), 4) for k, v in sums.items()}
