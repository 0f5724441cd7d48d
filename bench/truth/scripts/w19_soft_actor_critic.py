import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal
from torch.optim import Adam

LOG_SIG_MAX, LOG_SIG_MIN, epsilon = 2, -20, 1e-6


class QNetwork(nn.Module):
    def __init__(self, s, a):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(s + a, 16), nn.ReLU(), nn.Linear(16, 1))
        self.q2 = nn.Sequential(nn.Linear(s + a, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, state, action):
        xu = torch.cat([state, action], 1)
        return self.q1(xu), self.q2(xu)


class GaussianPolicy(nn.Module):
    def __init__(self, s, a):
        super().__init__()
        self.mean_linear, self.log_std_linear = nn.Linear(s, a), nn.Linear(s, a)
        self.action_scale, self.action_bias = torch.tensor(1.), torch.tensor(0.)

    def sample(self, state):
        mean, log_std = self.mean_linear(state), self.log_std_linear(state).clamp(LOG_SIG_MIN, LOG_SIG_MAX)
        normal = Normal(mean, log_std.exp())
        x_t = normal.rsample()
        y_t = torch.tanh(x_t)
        log_prob = normal.log_prob(x_t) - torch.log(self.action_scale * (1 - y_t.pow(2)) + epsilon)
        return y_t * self.action_scale + self.action_bias, log_prob.sum(1, keepdim=True), torch.tanh(mean)

    def to(self, device):
        self.action_scale = self.action_scale.to(device)
        self.action_bias = self.action_bias.to(device)
        return super().to(device)


class SAC(object):
    def __init__(self, s, a, gamma=0.99, tau=0.005, lr=3e-4):
        self.gamma, self.tau, self.device = gamma, tau, torch.device("cuda")
        self.critic, self.critic_target = QNetwork(s, a).to(self.device), QNetwork(s, a).to(self.device)
        self.critic_target.load_state_dict(self.critic.state_dict())
        self.policy = GaussianPolicy(s, a).to(self.device)
        self.critic_optim, self.policy_optim = Adam(self.critic.parameters(), lr=lr), Adam(self.policy.parameters(), lr=lr)
        self.target_entropy = -torch.prod(torch.Tensor((a,)).to(self.device)).item()
        self.log_alpha = torch.zeros(1, requires_grad=True, device=self.device)
        self.alpha_optim, self.alpha = Adam([self.log_alpha], lr=lr), 0.2

    def select_action(self, state, evaluate=False):
        state = torch.FloatTensor(state).to(self.device).unsqueeze(0)
        action, _, mean = self.policy.sample(state)
        return (mean if evaluate else action).detach().cpu().numpy()[0]

    def update_parameters(self, batch, updates):
        state, action, reward, next_state, mask = (torch.FloatTensor(np.stack(b)).to(self.device) for b in zip(*batch))
        with torch.no_grad():
            next_action, next_logp, _ = self.policy.sample(next_state)
            min_q = torch.min(*self.critic_target(next_state, next_action)) - self.alpha * next_logp
            next_q = reward.unsqueeze(1) + mask.unsqueeze(1) * self.gamma * min_q
        qf1, qf2 = self.critic(state, action)
        qf_loss = F.mse_loss(qf1, next_q) + F.mse_loss(qf2, next_q)
        self.critic_optim.zero_grad()
        qf_loss.backward()
        self.critic_optim.step()

        pi, log_pi, _ = self.policy.sample(state)
        policy_loss = ((self.alpha * log_pi) - torch.min(*self.critic(state, pi))).mean()
        self.policy_optim.zero_grad()
        policy_loss.backward()
        self.policy_optim.step()

        alpha_loss = -(self.log_alpha * (log_pi + self.target_entropy).detach()).mean()
        self.alpha_optim.zero_grad()
        alpha_loss.backward()
        self.alpha_optim.step()
        self.alpha = self.log_alpha.exp()
        if updates % 2 == 0:
            for tp, p in zip(self.critic_target.parameters(), self.critic.parameters()):
                tp.data.copy_(tp.data * (1.0 - self.tau) + p.data * self.tau)
        return qf_loss.item(), policy_loss.item(), self.alpha.clone()


agent, memory, updates = SAC(4, 2), deque(maxlen=100), 0
state, total = np.random.randn(4), 0.0
for t in range(12):
    action = agent.select_action(state) if len(memory) > 4 else np.random.uniform(-1, 1, 2)
    next_state, reward = np.random.randn(4), float(-np.square(action).sum())
    memory.append((state, action, reward, next_state, float(t % 5 != 4)))
    state, total = next_state, total + reward
    if len(memory) >= 8:
        q, p, alpha = agent.update_parameters(random.sample(memory, 8), updates)
        updates += 1
        if updates % 3 == 0:
            print("updates %d q %.3f policy %.3f alpha %.3f" % (updates, q, p, alpha))
print("return", round(total, 2), "greedy", agent.select_action(state, evaluate=True).round(2).tolist())
