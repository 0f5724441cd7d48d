import torch
from torch.distributions import Categorical

eps = 1e-8


def select_action(policy, state, saved_log_probs):
    state = torch.from_numpy(state).float().unsqueeze(0).cuda()
    probs = policy(state)
    m = Categorical(probs)
    action = m.sample()
    saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode(policy, optimizer, rewards, log_probs, gamma=0.99):
    R = 0
    policy_loss = []
    returns = []
    for r in rewards[::-1]:
        R = r + gamma * R
        returns.insert(0, R)
    returns = torch.tensor(returns).cuda()
    returns = (returns - returns.mean()) / (returns.std() + eps)
    for log_prob, R in zip(log_probs, returns):
        policy_loss.append(-log_prob * R)
    optimizer.zero_grad()
    policy_loss = torch.cat(policy_loss).sum()
    policy_loss.backward()
    optimizer.step()
    del rewards[:]
    del log_probs[:]
    return float(policy_loss)


def train(env, policy, optimizer, episodes=2, log_interval=1):
    running_reward = 10
    for i_episode in range(episodes):
        state, ep_reward = env.reset(), 0
        rewards, log_probs = [], []
        for t in range(1, 6):
            action = select_action(policy, state, log_probs)
            state, reward, done = env.step(action)
            rewards.append(reward)
            ep_reward += reward
            if done:
                break
        running_reward = 0.05 * ep_reward + (1 - 0.05) * running_reward
        loss = finish_episode(policy, optimizer, rewards, log_probs)
        if i_episode % log_interval == 0:
            print('Episode {}\tLast reward: {:.2f}\tAverage reward: {:.2f}\tloss {:.3f}'.format(
                i_episode, ep_reward, running_reward, loss))
        if running_reward > 195:
            print("Solved!")
            break
    return running_reward
