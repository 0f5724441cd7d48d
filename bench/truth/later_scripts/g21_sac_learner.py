import copy

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

LOG_STD_MAX, LOG_STD_MIN = 2, -5


class ReplayBuffer(object):
    def __init__(self, state_dim, action_dim, max_size=64, device="cpu"):
        self.max_size, self.ptr, self.size = max_size, 0, 0
        self.state = np.zeros((max_size, state_dim))
        self.action = np.zeros((max_size, action_dim))
        self.next_state = np.zeros((max_size, state_dim))
        self.reward = np.zeros((max_size, 1))
        self.not_done = np.zeros((max_size, 1))
        self.device = device

    def add(self, state, action, next_state, reward, done):
        self.state[self.ptr] = state
        self.action[self.ptr] = action
        self.next_state[self.ptr] = next_state
        self.reward[self.ptr] = reward
        self.not_done[self.ptr] = 1.0 - done
        self.ptr = (self.ptr + 1) % self.max_size
        self.size = min(self.size + 1, self.max_size)

    def sample(self, batch_size):
        ind = np.random.randint(0, self.size, size=batch_size)
        return (
            torch.FloatTensor(self.state[ind]).to(self.device),
            torch.FloatTensor(self.action[ind]).to(self.device),
            torch.FloatTensor(self.next_state[ind]).to(self.device),
            torch.FloatTensor(self.reward[ind]).to(self.device),
            torch.FloatTensor(self.not_done[ind]).to(self.device),
        )


class Actor(nn.Module):
    def __init__(self, body, scale):
        super().__init__()
        self.body = body
        self.register_buffer("action_scale", torch.tensor(scale, dtype=torch.float32))

    def forward(self, x):
        mean, log_std = self.body(x).chunk(2, -1)
        log_std = torch.tanh(log_std)
        return mean, LOG_STD_MIN + 0.5 * (LOG_STD_MAX - LOG_STD_MIN) * (log_std + 1)

    def get_action(self, x):
        mean, log_std = self(x)
        normal = torch.distributions.Normal(mean, log_std.exp())
        x_t = normal.rsample()
        y_t = torch.tanh(x_t)
        action = y_t * self.action_scale
        log_prob = normal.log_prob(x_t) - torch.log(self.action_scale * (1 - y_t.pow(2)) + 1e-6)
        return action, log_prob.sum(1, keepdim=True), torch.tanh(mean) * self.action_scale


class SAC:
    def __init__(self, actor, q1, q2, lr, device, target_entropy):
        self.actor, self.q1, self.q2 = actor, q1, q2
        self.q1_t, self.q2_t = copy.deepcopy(q1), copy.deepcopy(q2)
        self.q_opt = torch.optim.Adam(list(q1.parameters()) + list(q2.parameters()), lr=lr)
        self.a_opt = torch.optim.Adam(actor.parameters(), lr=lr)
        self.target_entropy = target_entropy
        self.log_alpha = torch.zeros(1, requires_grad=True, device=device)
        self.alpha = self.log_alpha.exp().item()
        self.alpha_opt = torch.optim.Adam([self.log_alpha], lr=lr)
        self.device = device

    def select_action(self, state, evaluate=False):
        state = torch.FloatTensor(state.reshape(1, -1)).to(self.device)
        with torch.no_grad():
            action, _, mean = self.actor.get_action(state)
        return (mean if evaluate else action).cpu().data.numpy().flatten()

    def train(self, buffer, step, batch_size=16, gamma=0.99, tau=0.005):
        s, a, ns, r, not_done = buffer.sample(batch_size)
        with torch.no_grad():
            na, nlogp, _ = self.actor.get_action(ns)
            x = torch.cat([ns, na], 1)
            target = r + not_done * gamma * (torch.min(self.q1_t(x), self.q2_t(x)) - self.alpha * nlogp)
        sa = torch.cat([s, a], 1)
        q1, q2 = self.q1(sa), self.q2(sa)
        q_loss = F.mse_loss(q1, target) + F.mse_loss(q2, target)
        self.q_opt.zero_grad()
        q_loss.backward()
        self.q_opt.step()
        metrics = {"q": q1.mean(), "q_loss": q_loss}
        if step % 2 == 0:
            pi, logp, _ = self.actor.get_action(s)
            spi = torch.cat([s, pi], 1)
            actor_loss = (self.alpha * logp - torch.min(self.q1(spi), self.q2(spi))).mean()
            self.a_opt.zero_grad()
            actor_loss.backward()
            self.a_opt.step()
            alpha_loss = (-self.log_alpha.exp() * (logp + self.target_entropy).detach()).mean()
            self.alpha_opt.zero_grad()
            alpha_loss.backward()
            self.alpha_opt.step()
            self.alpha = self.log_alpha.exp().item()
            metrics.update(actor=actor_loss, alpha=self.alpha, entropy=-logp.mean())
        with torch.no_grad():
            for net, tgt in ((self.q1, self.q1_t), (self.q2, self.q2_t)):
                torch._foreach_lerp_(list(tgt.parameters()), list(net.parameters()), tau)
        return metrics


def loop(agent, env, buffer, steps, start=4):
    state, ep_ret, returns = env.reset(), 0.0, []
    for t in range(steps):
        action = env.sample() if t < start else agent.select_action(np.array(state))
        nxt, reward, done = env.step(action)
        buffer.add(state, action, nxt, reward, float(done))
        state = nxt
        ep_ret += reward
        if t >= start:
            m = agent.train(buffer, t)
            if t % 3 == 0:
                print("  ".join(f"{k}={float(v):.3f}" for k, v in m.items()))
        if done:
            returns.append(ep_ret)
            state, ep_ret = env.reset(), 0.0
    return returns, agent.select_action(np.array(state), evaluate=True)
