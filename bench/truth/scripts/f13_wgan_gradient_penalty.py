import numpy as np
import torch
import torch.autograd as autograd

lambda_gp = 10


def compute_gradient_penalty(D, real_samples, fake_samples):
    """Calculates the gradient penalty loss for WGAN GP"""
    # Random weight term for interpolation between real and fake samples
    alpha = torch.cuda.FloatTensor(np.random.random((real_samples.size(0), 1, 1, 1)))
    interpolates = (alpha * real_samples + ((1 - alpha) * fake_samples)).requires_grad_(True)
    d_interpolates = D(interpolates)
    fake = torch.ones(real_samples.shape[0], 1).cuda()
    gradients = autograd.grad(
        outputs=d_interpolates,
        inputs=interpolates,
        grad_outputs=fake,
        create_graph=True,
        retain_graph=True,
        only_inputs=True,
    )[0]
    gradients = gradients.view(gradients.size(0), -1)
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean()


def fit(generator, discriminator, dataloader, optimizer_G, optimizer_D, opt):
    batches_done = 0
    history = {"d": [], "g": []}
    for epoch in range(opt.n_epochs):
        for i, (imgs, _) in enumerate(dataloader):
            real_imgs = imgs.cuda()

            optimizer_D.zero_grad()
            z = torch.from_numpy(np.random.normal(0, 1, (imgs.shape[0], opt.latent_dim))).float().cuda()
            fake_imgs = generator(z)
            real_validity = discriminator(real_imgs)
            fake_validity = discriminator(fake_imgs.detach())
            gradient_penalty = compute_gradient_penalty(discriminator, real_imgs.data, fake_imgs.data)
            d_loss = -torch.mean(real_validity) + torch.mean(fake_validity) + lambda_gp * gradient_penalty
            d_loss.backward()
            optimizer_D.step()
            history["d"].append(d_loss.detach())

            optimizer_G.zero_grad()
            if i % opt.n_critic == 0:
                fake_imgs = generator(z)
                g_loss = -torch.mean(discriminator(fake_imgs))
                g_loss.backward()
                optimizer_G.step()
                history["g"].append(g_loss.detach())
                print(
                    "[Epoch %d/%d] [Batch %d/%d] [D loss: %f] [G loss: %f]"
                    % (epoch, opt.n_epochs, i, len(dataloader), d_loss.item(), g_loss.item())
                )
                batches_done += opt.n_critic
    means = {k: torch.stack(v).mean().item() if v else None for k, v in history.items()}
    return batches_done, means
