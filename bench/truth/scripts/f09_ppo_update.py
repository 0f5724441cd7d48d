import numpy as np
import torch
import torch.nn as nn


def compute_gae(rewards, values, dones, last_value, gamma=0.99, lam=0.95):
    T = rewards.shape[0]
    adv = torch.zeros_like(rewards)
    running = 0
    for t in reversed(range(T)):
        next_value = last_value if t == T - 1 else values[t + 1]
        nonterminal = 1.0 - dones[t]
        delta = rewards[t] + gamma * next_value * nonterminal - values[t]
        running = delta + gamma * lam * nonterminal * running
        adv[t] = running
    return adv, adv + values


def update(agent, optimizer, rollout, cfg):
    b_obs = rollout["obs"].flatten(0, 1)
    b_act = rollout["actions"].flatten()
    b_logp = rollout["logprobs"].flatten()
    adv, ret = compute_gae(rollout["rewards"], rollout["values"], rollout["dones"], rollout["last_value"])
    b_adv, b_ret = adv.flatten(), ret.flatten()

    inds = np.arange(len(b_obs))
    clipfracs, kls = [], []
    size = len(inds) // cfg["minibatches"]
    for epoch in range(cfg["epochs"]):
        np.random.shuffle(inds)
        for start in range(0, len(inds), size):
            mb = inds[start:start + size]
            logp, entropy, value = agent(b_obs[mb], b_act[mb])
            logratio = logp - b_logp[mb]
            ratio = logratio.exp()

            with torch.no_grad():
                approx_kl = ((ratio - 1) - logratio).mean()
                clipfracs += [((ratio - 1.0).abs() > cfg["clip"]).float().mean().item()]

            mb_adv = b_adv[mb]
            if cfg.get("norm_adv", True):
                mb_adv = (mb_adv - mb_adv.mean()) / (mb_adv.std() + 1e-8)

            pg = torch.max(-mb_adv * ratio, -mb_adv * torch.clamp(ratio, 1 - cfg["clip"], 1 + cfg["clip"])).mean()
            v_loss = 0.5 * ((value - b_ret[mb]) ** 2).mean()
            loss = pg - cfg["ent"] * entropy.mean() + cfg["vf"] * v_loss

            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), cfg["max_grad_norm"])
            optimizer.step()
            kls.append(approx_kl.item())
        if cfg["target_kl"] is not None and approx_kl > cfg["target_kl"]:
            break

    y_pred, y_true = rollout["values"].cpu().numpy(), ret.cpu().numpy()
    var_y = np.var(y_true)
    explained = np.nan if var_y == 0 else 1 - np.var(y_true - y_pred) / var_y
    return {"pg": pg.item(), "vf": v_loss.item(), "kl": np.mean(kls), "clip": np.mean(clipfracs), "ev": explained}
