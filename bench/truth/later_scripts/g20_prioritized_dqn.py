import random

import numpy as np
import torch
import torch.nn.functional as F


class SumTree:
    def __init__(self, capacity):
        self.tree = np.zeros(2 * capacity - 1)
        self.data = np.zeros(capacity, dtype=object)
        self.capacity, self.write, self.n = capacity, 0, 0

    def total(self):
        return self.tree[0]

    def update(self, idx, p):
        change = p - self.tree[idx]
        self.tree[idx] = p
        while idx != 0:
            idx = (idx - 1) // 2
            self.tree[idx] += change

    def add(self, p, data):
        idx = self.write + self.capacity - 1
        self.data[self.write] = data
        self.update(idx, p)
        self.write = (self.write + 1) % self.capacity
        self.n = min(self.n + 1, self.capacity)

    def get(self, s):
        idx = 0
        while 2 * idx + 1 < len(self.tree):
            left = 2 * idx + 1
            if s <= self.tree[left]:
                idx = left
            else:
                s -= self.tree[left]
                idx = left + 1
        return idx, self.tree[idx], self.data[idx - self.capacity + 1]


class PrioritizedReplay:
    e, a = 0.01, 0.6

    def __init__(self, capacity):
        self.tree = SumTree(capacity)
        self.beta = 0.4

    def push(self, error, sample):
        self.tree.add((np.abs(error) + self.e) ** self.a, sample)

    def sample(self, n):
        batch, idxs, priorities = [], [], []
        segment = self.tree.total() / n
        self.beta = min(1.0, self.beta + 0.001)
        for i in range(n):
            idx, p, data = self.tree.get(random.uniform(segment * i, segment * (i + 1)))
            if not isinstance(data, tuple):
                idx, p, data = self.tree.get(0.0)
            batch.append(data)
            idxs.append(idx)
            priorities.append(p)
        probs = np.array(priorities) / self.tree.total()
        weight = np.power(self.tree.n * probs, -self.beta)
        return batch, idxs, weight / weight.max()

    def update(self, idxs, errors):
        for idx, err in zip(idxs, errors):
            self.tree.update(idx, (abs(err) + self.e) ** self.a)


class DQNAgent:
    def __init__(self, policy_net, target_net, optimizer, device, n_actions, gamma=0.99):
        self.policy, self.target, self.optimizer = policy_net, target_net, optimizer
        self.device, self.n_actions, self.gamma = device, n_actions, gamma
        self.epsilon, self.steps = 1.0, 0

    def act(self, state):
        self.epsilon = max(0.05, self.epsilon * 0.8)
        if random.random() < self.epsilon:
            return random.randrange(self.n_actions)
        with torch.no_grad():
            state = torch.tensor(state, device=self.device, dtype=torch.float32).unsqueeze(0)
            return self.policy(state).max(1)[1].view(1, 1).item()

    def learn(self, memory, batch_size):
        batch, idxs, is_weights = memory.sample(batch_size)
        states, actions, rewards, next_states, dones = zip(*batch)
        states = torch.FloatTensor(np.vstack(states)).to(self.device)
        next_states = torch.FloatTensor(np.vstack(next_states)).to(self.device)
        actions = torch.LongTensor(actions).unsqueeze(1).to(self.device)
        rewards = torch.tensor(rewards, dtype=torch.float32, device=self.device)
        dones = torch.tensor(np.array(dones), dtype=torch.float32).to(self.device)
        weights = torch.from_numpy(is_weights).float().to(self.device)
        q = self.policy(states).gather(1, actions).squeeze(1)
        with torch.no_grad():
            best = self.policy(next_states).argmax(1, keepdim=True)
            target = rewards + (1 - dones) * self.gamma * self.target(next_states).gather(1, best).squeeze(1)
        errors = torch.abs(q - target).detach().cpu().numpy()
        memory.update(idxs, errors)
        loss = (weights * F.smooth_l1_loss(q, target, reduction="none")).mean()
        self.optimizer.zero_grad()
        loss.backward()
        for param in self.policy.parameters():
            param.grad.data.clamp_(-1, 1)
        self.optimizer.step()
        self.steps += 1
        if self.steps % 3 == 0:
            self.target.load_state_dict(self.policy.state_dict())
        return loss.item()

    def soft_update(self, tau):
        for t, p in zip(self.target.parameters(), self.policy.parameters()):
            t.data.copy_(tau * p.data + (1.0 - tau) * t.data)


def run_training(agent, env, memory, episodes, batch_size):
    rewards, losses = [], []
    for ep in range(episodes):
        state, total, done = env.reset(), 0, False
        while not done:
            action = agent.act(state)
            nxt, r, done = env.step(action)
            memory.push(r, (state, action, r, nxt, done))
            if memory.tree.n >= batch_size:
                losses.append(agent.learn(memory, batch_size))
                agent.soft_update(0.01)
            state = nxt
            total += r
        rewards.append(total)
    return np.mean(rewards), np.mean(losses)
