import numpy as np
import torch


def make_windows(series, lookback, horizon):
    xs, ys = [], []
    for i in range(len(series) - lookback - horizon + 1):
        xs.append(series[i:i + lookback])
        ys.append(series[i + lookback:i + lookback + horizon])
    return np.stack(xs).astype(np.float32), np.stack(ys).astype(np.float32)


def quantile_loss(pred, y, q):
    e = y - pred
    return torch.max(q * e, (q - 1) * e).mean()


def rollout(net, window, steps, device):
    """Feed the model its own predictions."""
    x = torch.tensor(window, dtype=torch.float32, device=device)[None, :, None]
    preds = []
    hidden = None
    with torch.no_grad():
        for s in range(steps):
            out, hidden = net(x, hidden)
            nxt = out[:, -1:]
            preds.append(nxt.item())
            x = nxt
    return np.array(preds)


def smape(a, f):
    return 100 / len(a) * np.sum(2 * np.abs(f - a) / (np.abs(a) + np.abs(f) + 1e-8))


def train_forecaster(net, series, optimizer, device, lookback=8, horizon=4, epochs=2, q=0.5, batch=16):
    mu, sd = series.mean(), series.std() or 1.0
    z = (series - mu) / sd
    split = int(len(z) * 0.8)
    X, Y = make_windows(z[:split], lookback, horizon)
    best = np.inf
    for epoch in range(epochs):
        perm = np.random.permutation(len(X))
        losses = []
        net.train()
        for i in range(0, len(perm), batch):
            idx = perm[i:i + batch]
            xb = torch.from_numpy(X[idx]).unsqueeze(-1).to(device)
            yb = torch.from_numpy(Y[idx]).to(device)
            out, _ = net(xb)
            loss = quantile_loss(out[:, -horizon:, 0], yb, q)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.detach().cpu().numpy())
        net.eval()
        pred = rollout(net, z[split - lookback:split], horizon, device) * sd + mu
        err = smape(series[split:split + horizon], pred)
        if err < best:
            best = err
        print(f"epoch {epoch}  loss {np.mean(losses):.4f}  smape {err:.2f}  best {best:.2f}")
    return float(best)
