import numpy as np
import torch
import torch.nn as nn


class RolloutBuffer:
    def __init__(self, num_steps, num_envs, obs_dim, device, gamma=0.99, lam=0.95):
        self.obs = torch.zeros((num_steps, num_envs, obs_dim), device=device)
        self.actions = torch.zeros((num_steps, num_envs), dtype=torch.long, device=device)
        self.logprobs = torch.zeros((num_steps, num_envs)).to(device)
        self.rewards = torch.zeros((num_steps, num_envs)).to(device)
        self.dones = torch.zeros((num_steps, num_envs)).to(device)
        self.values = torch.zeros((num_steps, num_envs)).to(device)
        self.gamma, self.lam, self.num_steps, self.device = gamma, lam, num_steps, device

    def insert(self, step, obs, action, logprob, reward, done, value):
        self.obs[step].copy_(obs)
        self.actions[step] = action
        self.logprobs[step] = logprob
        self.rewards[step] = torch.tensor(reward).to(self.device).view(-1)
        self.dones[step] = done
        self.values[step] = value.flatten()

    def gae(self, next_value, next_done):
        advantages = torch.zeros_like(self.rewards).to(self.device)
        last = 0
        for t in reversed(range(self.num_steps)):
            if t == self.num_steps - 1:
                nonterminal, nextvalues = 1.0 - next_done, next_value
            else:
                nonterminal, nextvalues = 1.0 - self.dones[t + 1], self.values[t + 1]
            delta = self.rewards[t] + self.gamma * nextvalues * nonterminal - self.values[t]
            advantages[t] = last = delta + self.gamma * self.lam * nonterminal * last
        return advantages, advantages + self.values


class Agent(nn.Module):
    def __init__(self, actor, critic):
        super().__init__()
        self.actor, self.critic = actor, critic

    def get_action_and_value(self, x, action=None):
        probs = torch.distributions.Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


def collect(agent, envs, buffer, obs, done):
    for step in range(buffer.num_steps):
        with torch.no_grad():
            action, logprob, _, value = agent.get_action_and_value(obs)
        next_obs, reward, terminated, info = envs.step(action.cpu().numpy())
        buffer.insert(step, obs, action, logprob, reward, done, value)
        obs, done = torch.Tensor(next_obs).to(buffer.device), torch.Tensor(terminated).to(buffer.device)
    with torch.no_grad():
        next_value = agent.critic(obs).reshape(1, -1)
    return obs, done, *buffer.gae(next_value, done)


def update(agent, optimizer, buffer, advantages, returns, args):
    b_obs = buffer.obs.reshape(-1, buffer.obs.shape[-1])
    b_logprobs, b_actions = buffer.logprobs.reshape(-1), buffer.actions.reshape(-1)
    b_adv, b_returns, b_values = advantages.reshape(-1), returns.reshape(-1), buffer.values.reshape(-1)
    b_inds = np.arange(len(b_obs))
    clipfracs = []
    for epoch in range(args["update_epochs"]):
        np.random.shuffle(b_inds)
        for start in range(0, len(b_obs), args["minibatch_size"]):
            mb_inds = b_inds[start : start + args["minibatch_size"]]
            _, newlogprob, entropy, newvalue = agent.get_action_and_value(b_obs[mb_inds], b_actions[mb_inds])
            logratio = newlogprob - b_logprobs[mb_inds]
            ratio = logratio.exp()
            with torch.no_grad():
                old_approx_kl = (-logratio).mean()
                approx_kl = ((ratio - 1) - logratio).mean()
                clipfracs += [((ratio - 1.0).abs() > args["clip_coef"]).float().mean().item()]
            mb_adv = b_adv[mb_inds]
            mb_adv = (mb_adv - mb_adv.mean()) / (mb_adv.std() + 1e-8)
            pg_loss = torch.max(-mb_adv * ratio, -mb_adv * torch.clamp(ratio, 1 - args["clip_coef"], 1 + args["clip_coef"])).mean()
            v_loss = 0.5 * ((newvalue.view(-1) - b_returns[mb_inds]) ** 2).mean()
            entropy_loss = entropy.mean()
            loss = pg_loss - args["ent_coef"] * entropy_loss + v_loss * args["vf_coef"]
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), args["max_grad_norm"])
            optimizer.step()
        if args["target_kl"] is not None and approx_kl > args["target_kl"]:
            break
    y_pred, y_true = b_values.cpu().numpy(), b_returns.cpu().numpy()
    var_y = np.var(y_true)
    explained = np.nan if var_y == 0 else 1 - np.var(y_true - y_pred) / var_y
    return {"v_loss": v_loss.item(), "pg": pg_loss.item(), "kl": old_approx_kl.item(), "clipfrac": np.mean(clipfracs), "ev": explained}


def main_loop(agent, envs, optimizer, buffer, args):
    obs = torch.Tensor(envs.reset()).to(buffer.device)
    done = torch.zeros(obs.shape[0]).to(buffer.device)
    for it in range(args["iterations"]):
        optimizer.param_groups[0]["lr"] = (1.0 - it / args["iterations"]) * args["lr"]
        obs, done, adv, ret = collect(agent, envs, buffer, obs, done)
        stats = update(agent, optimizer, buffer, adv, ret, args)
        print(it, "SPS:", stats["v_loss"], f"return {ret.mean():.2f}")
