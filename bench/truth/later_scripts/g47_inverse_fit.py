import math

import numpy as np
import torch


def positional_encoding(x, n_freqs):
    freqs = 2.0 ** torch.arange(n_freqs, device=x.device) * math.pi
    angles = x[..., None] * freqs
    return torch.cat([x, angles.sin().flatten(-2), angles.cos().flatten(-2)], -1)


def pde_residual(net, x, t, nu):
    x.requires_grad_(True)
    t.requires_grad_(True)
    u = net(torch.cat([x, t], 1))
    grad = lambda out, inp: torch.autograd.grad(out, inp, torch.ones_like(out), create_graph=True)[0]
    u_x, u_t = grad(u, x), grad(u, t)
    return u_t + u * u_x - nu * grad(u_x, x)


def fit_adam(net, sample, optimizer, iters, lam, nu, log_every):
    history = {"res": [], "ic": []}
    for it in range(iters):
        x, t, x0, u0 = sample()
        res = pde_residual(net, x, t, nu).pow(2).mean()
        ic = (net(torch.cat([x0, torch.zeros_like(x0)], 1)) - u0).pow(2).mean()
        optimizer.zero_grad()
        (res + lam * ic).backward()
        optimizer.step()
        if it % log_every == 0:
            with torch.no_grad():
                lam = 0.9 * lam + 0.1 * (res / (ic + 1e-8)).clamp(max=100).item()
            history["res"].append(res.item())
            history["ic"].append(ic.detach().cpu().numpy())
    return history, lam


def fit_lbfgs(net, data, max_iter):
    opt = torch.optim.LBFGS(net.parameters(), max_iter=max_iter, line_search_fn="strong_wolfe")
    x, y = data
    losses = []

    def closure():
        opt.zero_grad()
        loss = (net(x) - y).pow(2).mean()
        loss.backward()
        losses.append(loss.item())
        return loss

    final = opt.step(closure)
    return final.item(), losses


def conjugate_gradient(matvec, b, iters=10, tol=1e-6):
    x = torch.zeros_like(b)
    r = b.clone()
    p = r.clone()
    rs = r.dot(r)
    for i in range(iters):
        Ap = matvec(p)
        alpha = rs / p.dot(Ap)
        x += alpha * p
        r -= alpha * Ap
        rs_new = r.dot(r)
        if rs_new.sqrt() < tol:
            break
        p = r + (rs_new / rs) * p
        rs = rs_new
    return x, i


def power_iteration(A, n=5):
    v = torch.ones(A.size(0), 1, device=A.device, dtype=A.dtype)
    for _ in range(n):
        v = A @ v
        v = v / v.norm()
    return (v.t() @ A @ v).item()


def gauss_newton(residual, theta, iters, damping=1e-3):
    prev = float("inf")
    for _ in range(iters):
        r = residual(theta)
        J = torch.autograd.functional.jacobian(residual, theta)
        H = J.t() @ J + damping * torch.eye(theta.numel(), device=theta.device)
        step = torch.linalg.solve(H, J.t() @ r)
        new = theta - step
        cost = residual(new).square().sum()
        if cost < prev:
            theta, prev, damping = new, cost.item(), damping * 0.5
        else:
            damping *= 4
    return theta, prev


def solve_robust(A, b):
    try:
        L = torch.linalg.cholesky(A)
        return torch.cholesky_solve(b[:, None], L).squeeze(1)
    except RuntimeError:
        return torch.linalg.lstsq(A, b[:, None]).solution.squeeze(1)


def kabsch(P, Q):
    p, q = P.mean(0), Q.mean(0)
    H = (P - p).t() @ (Q - q)
    U, S, Vh = torch.linalg.svd(H)
    d = torch.sign(torch.det(Vh.t() @ U.t()))
    D = torch.diag(torch.stack([torch.ones_like(d), torch.ones_like(d), d]))
    R = Vh.t() @ D @ U.t()
    return R, q - R @ p, S


def render_loop(net, rays, target, optimizer, iters, n_freqs, chunk=8):
    psnrs = []
    for it in range(iters):
        sel = torch.randint(0, rays.size(0), (chunk,), device=rays.device)
        pred = net(positional_encoding(rays[sel], n_freqs))
        loss = (pred - target[sel]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        psnrs.append(-10.0 * math.log10(loss.item()))
    img = torch.cat([net(positional_encoding(r, n_freqs)).detach() for r in rays.split(chunk)])
    img = (img.clamp(0, 1) * 255).to(torch.uint8).cpu().numpy()
    return np.mean(psnrs), img.max()


def run_all(net, ray_net, sample, data, rays, colors, device):
    adam = torch.optim.Adam(net.parameters(), 1e-3)
    hist, lam = fit_adam(net, sample, adam, 4, 1.0, 0.01, 2)
    final, losses = fit_lbfgs(net, data, 3)
    A = torch.randn(6, 6, device=device)
    A = A @ A.t() + torch.eye(6).to(device)
    b = torch.ones(6, device=device)
    x, n = conjugate_gradient(lambda v: A @ v, b)
    print("cg", n, "gap", (x - solve_robust(A, b)).abs().max().item(), "top", power_iteration(A), np.round(hist["res"], 3), lam)
    theta, cost = gauss_newton(lambda th: th ** 2 - b, torch.full((6,), 2.0, device=device), 3)
    R, shift, S = kabsch(torch.randn(5, 3, device=device), torch.randn(5, 3, device=device))
    print(f"lbfgs {final:.4f} ({len(losses)} calls), gn {cost:.2e}", S.tolist())
    opt = torch.optim.Adam(ray_net.parameters())
    return render_loop(ray_net, rays, colors, opt, 3, 2), solve_robust(-A, b)
