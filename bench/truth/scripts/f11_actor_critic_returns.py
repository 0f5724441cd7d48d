import torch
from torch import nn


def discounted(rewards, masks, bootstrap, gamma):
    out = []
    R = bootstrap
    for step in reversed(range(len(rewards))):
        R = rewards[step] + gamma * R * masks[step]
        out.insert(0, R)
    return out


def a2c_step(model, optimizer, envs, obs, device, n_steps=5, gamma=0.99, ent_coef=0.01, stats=None):
    log_probs, values, rewards, masks = [], [], [], []
    entropy = 0
    stats = stats or {"episodes": 0, "return": 0.0}

    for _ in range(n_steps):
        obs = torch.FloatTensor(obs).to(device)
        dist, value = model(obs)
        action = dist.sample()
        next_obs, reward, done = envs.step(action.cpu().numpy())

        log_prob = dist.log_prob(action)
        entropy += dist.entropy().mean()

        log_probs.append(log_prob)
        values.append(value)
        rewards.append(torch.FloatTensor(reward).unsqueeze(1).to(device))
        masks.append(torch.FloatTensor(1 - done).unsqueeze(1).to(device))
        if done.any():
            stats["episodes"] += int(done.sum())
        stats["return"] += float(reward.mean())
        obs = next_obs

    next_obs = torch.FloatTensor(obs).to(device)
    _, next_value = model(next_obs)
    returns = discounted(rewards, masks, next_value, gamma)

    log_probs = torch.cat(log_probs)
    returns = torch.cat(returns).detach()
    values = torch.cat(values)
    advantage = returns - values

    actor_loss = -(log_probs.unsqueeze(1) * advantage.detach()).mean()
    critic_loss = advantage.pow(2).mean()
    loss = actor_loss + 0.5 * critic_loss - ent_coef * entropy

    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    if torch.isnan(loss):
        raise ValueError("loss is nan after %d episodes" % stats["episodes"])
    return obs, stats
