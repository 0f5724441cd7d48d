import contextlib
import time

import torch


class NativeScaler:
    def __init__(self, scaler):
        self._scaler = scaler

    def __call__(self, loss, optimizer, clip_grad=None, parameters=None, update_grad=True):
        self._scaler.scale(loss).backward()
        if not update_grad:
            return None
        self._scaler.unscale_(optimizer)
        if clip_grad is not None:
            norm = torch.nn.utils.clip_grad_norm_(parameters, clip_grad)
        else:
            norm = get_grad_norm(parameters)
        self._scaler.step(optimizer)
        self._scaler.update()
        return norm

    def state_dict(self):
        return self._scaler.state_dict()


def get_grad_norm(parameters, norm_type=2.0):
    parameters = [p for p in parameters if p.grad is not None]
    if len(parameters) == 0:
        return torch.tensor(0.0)
    device = parameters[0].grad.device
    if norm_type == float("inf"):
        return max(p.grad.detach().abs().max().to(device) for p in parameters)
    return torch.norm(torch.stack([torch.norm(p.grad.detach(), norm_type).to(device) for p in parameters]), norm_type)


def clip_by_hand(parameters, max_norm):
    total = 0.0
    for p in parameters:
        if p.grad is not None:
            total += p.grad.data.norm(2).item() ** 2
    total = total ** 0.5
    coef = max_norm / (total + 1e-6)
    if coef < 1:
        for p in parameters:
            if p.grad is not None:
                p.grad.data.mul_(coef)
    return total


def adaptive_clip(parameters, clip_factor=0.01, eps=1e-3):
    for p in parameters:
        if p.grad is None:
            continue
        p_norm = p.detach().norm(dim=-1, keepdim=True).clamp_(min=eps) if p.dim() > 1 else p.detach().norm().clamp_(min=eps)
        g_norm = p.grad.norm(dim=-1, keepdim=True) if p.dim() > 1 else p.grad.norm()
        max_norm = p_norm * clip_factor
        clipped = p.grad * (max_norm / g_norm.clamp(min=1e-6))
        p.grad.detach().copy_(torch.where(g_norm < max_norm, p.grad, clipped))


def has_inf_or_nan(params):
    for p in params:
        if p.grad is None:
            continue
        s = float(p.grad.float().sum())
        if s in (float("inf"), -float("inf")) or s != s:
            return True
    return False


def train_one_epoch(model, criterion, loader, optimizer, device, scaler, args):
    accum = args.accum_iter
    start = time.time()
    optimizer.zero_grad()
    logged = []
    amp = torch.autocast("cuda", dtype=torch.float16) if args.amp else contextlib.nullcontext()
    for it, (samples, targets) in enumerate(loader):
        samples = samples.to(device, non_blocking=True)
        targets = targets.to(device, non_blocking=True)
        with amp:
            loss = criterion(model(samples), targets)
        loss_value = loss.detach()
        loss = loss / accum
        norm = scaler(loss, optimizer, clip_grad=args.clip_grad, parameters=model.parameters(), update_grad=(it + 1) % accum == 0)
        if (it + 1) % accum == 0:
            optimizer.zero_grad()
            logged.append({"loss": loss_value, "norm": norm})
    torch.cuda.synchronize()
    print("epoch time", time.time() - start)
    print("Averaged stats:", {k: torch.stack([l[k] for l in logged]).mean().item() for k in ("loss", "norm")})


def bf16_steps(model, batches, optimizer, max_norm):
    skipped = 0
    for i, (x, y) in enumerate(batches):
        with torch.autocast(device_type=x.device.type, dtype=torch.bfloat16):
            loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        if has_inf_or_nan(model.parameters()):
            skipped += 1
        elif i % 2:
            print(f"grad norm {clip_by_hand(list(model.parameters()), max_norm):.3f}")
            optimizer.step()
        else:
            adaptive_clip(model.parameters())
            optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return skipped
