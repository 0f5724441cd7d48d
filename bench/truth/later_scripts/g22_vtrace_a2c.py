import collections

import torch
import torch.nn.functional as F

VTraceReturns = collections.namedtuple("VTraceReturns", "vs pg_advantages")


def action_log_probs(policy_logits, actions):
    return -F.nll_loss(F.log_softmax(torch.flatten(policy_logits, 0, -2), dim=-1), torch.flatten(actions), reduction="none").view_as(actions)


@torch.no_grad()
def from_importance_weights(log_rhos, discounts, rewards, values, bootstrap_value, clip=1.0):
    rhos = torch.exp(log_rhos)
    clipped = torch.clamp(rhos, max=clip) if clip is not None else rhos
    cs = torch.clamp(rhos, max=1.0)
    values_t_plus_1 = torch.cat([values[1:], torch.unsqueeze(bootstrap_value, 0)], dim=0)
    deltas = clipped * (rewards + discounts * values_t_plus_1 - values)
    acc = torch.zeros_like(bootstrap_value)
    result = []
    for t in range(discounts.shape[0] - 1, -1, -1):
        acc = deltas[t] + discounts[t] * cs[t] * acc
        result.append(acc)
    result.reverse()
    vs = torch.add(torch.stack(result), values)
    vs_next = torch.cat([vs[1:], bootstrap_value.unsqueeze(0)], dim=0)
    return VTraceReturns(vs, clipped * (rewards + discounts * vs_next - values))


class ReturnScaler:
    """Running mean and variance with Welford's update."""

    def __init__(self):
        self.mean, self.var, self.count = 0.0, 1.0, 1e-4

    def update(self, x):
        mean, var, n = x.mean(), x.var(unbiased=False), x.numel()
        delta = mean - self.mean
        tot = self.count + n
        self.mean = self.mean + delta * n / tot
        self.var = (self.var * self.count + var * n + delta ** 2 * self.count * n / tot) / tot
        self.count = tot

    def __call__(self, x):
        return (x - self.mean) / (self.var + 1e-8) ** 0.5


def learn(flags, actor_model, model, batch, optimizer, scheduler, scaler):
    batch = {k: v.to(flags["device"], non_blocking=True) for k, v in batch.items()}
    logits, baseline = model(batch["frame"])
    bootstrap = baseline[-1]
    batch = {key: tensor[1:] for key, tensor in batch.items()}
    logits, baseline = logits[:-1], baseline[:-1]
    rewards = batch["reward"]
    if flags["reward_clipping"] == "abs_one":
        rewards = torch.clamp(rewards, -1, 1)
    discounts = (~batch["done"]).float() * flags["discounting"]
    log_rhos = action_log_probs(logits, batch["action"]) - action_log_probs(batch["policy_logits"], batch["action"])
    vt = from_importance_weights(log_rhos.detach(), discounts, rewards, baseline.detach(), bootstrap.detach())
    scaler.update(vt.vs)
    pg = (F.nll_loss(F.log_softmax(logits.flatten(0, 1), -1), batch["action"].flatten(), reduction="none") * vt.pg_advantages.flatten()).sum()
    bl = 0.5 * ((vt.vs - baseline) ** 2).sum()
    ent = (F.softmax(logits, -1) * F.log_softmax(logits, -1)).sum()
    total = pg + flags["baseline_cost"] * bl + flags["entropy_cost"] * ent
    finished = batch["episode_return"][batch["done"]]
    stats = {
        "episode_returns": tuple(finished.cpu().numpy()),
        "mean_episode_return": torch.mean(finished).item(),
        "total_loss": total.item(),
        "pg_loss": pg.item(),
        "baseline_loss": bl.item(),
        "return_scale": float(scaler.var) ** 0.5,
    }
    optimizer.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), flags["grad_norm_clipping"])
    optimizer.step()
    scheduler.step()
    actor_model.load_state_dict(model.state_dict())
    return stats


def get_batch(full, buffers, indices):
    picked = [buffers[i] for i in indices]
    batch = {k: torch.stack([b[k] for b in picked], dim=1) for k in picked[0]}
    for i in indices:
        full.append(i)
    return batch


def discounted(rewards, dones, gamma):
    out, running = [], 0.0
    for r, d in zip(reversed(rewards), reversed(dones)):
        running = r + gamma * running * (1 - d)
        out.insert(0, running)
    return out
