import torch


def compute_alpha(beta, t):
    beta = torch.cat([torch.zeros(1).to(beta.device), beta], dim=0)
    a = (1 - beta).cumprod(dim=0).index_select(0, t + 1).view(-1, 1, 1, 1)
    return a


def generalized_steps(x, seq, model, b, **kwargs):
    with torch.no_grad():
        n = x.size(0)
        seq_next = [-1] + list(seq[:-1])
        x0_preds = []
        xs = [x]
        for i, j in zip(reversed(seq), reversed(seq_next)):
            t = (torch.ones(n) * i).to(x.device)
            next_t = (torch.ones(n) * j).to(x.device)
            at = compute_alpha(b, t.long())
            at_next = compute_alpha(b, next_t.long())
            xt = xs[-1].to('cuda')
            et = model(xt, t)
            x0_t = (xt - et * (1 - at).sqrt()) / at.sqrt()
            x0_preds.append(x0_t.to('cpu'))
            c1 = (
                kwargs.get("eta", 0) * ((1 - at / at_next) * (1 - at_next) / (1 - at)).sqrt()
            )
            c2 = ((1 - at_next) - c1 ** 2).sqrt()
            xt_next = at_next.sqrt() * x0_t + c1 * torch.randn_like(x) + c2 * et
            xs.append(xt_next.to('cpu'))

    return xs, x0_preds


def pick_steps(total, n, skip_type="uniform"):
    if skip_type == "uniform":
        skip = total // n
        return list(range(0, total, skip))
    if skip_type == "quad":
        return [int(s) for s in (torch.linspace(0, (total * 0.8) ** 0.5, n) ** 2).tolist()]
    raise NotImplementedError(skip_type)


def sample_images(model, betas, n_images, size, device, eta=0.0, steps=4):
    x = torch.randn(n_images, 1, size, size, device=device)
    seq = pick_steps(betas.shape[0], steps)
    xs, preds = generalized_steps(x, seq, model, betas, eta=eta)
    final = xs[-1]
    lo, hi = final.min(), final.max()
    images = [((im - lo) / (hi - lo)).mul(255).byte().numpy() for im in final]
    drift = [float((a - b).abs().mean()) for a, b in zip(preds[:-1], preds[1:])]
    return images, max(drift or [0.0])
