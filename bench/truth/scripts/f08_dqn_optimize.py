import random
import torch
import torch.nn.functional as F
from collections import namedtuple

Transition = namedtuple('Transition', ('state', 'action', 'next_state', 'reward'))

steps_done = 0


def select_action(state, policy_net, n_actions, eps, device):
    global steps_done
    steps_done += 1
    if random.random() > eps:
        with torch.no_grad():
            return policy_net(state).max(1)[1].view(1, 1)
    return torch.tensor([[random.randrange(n_actions)]], device=device, dtype=torch.long)


def optimize_model(memory, policy_net, target_net, optimizer, device, BATCH_SIZE=8, GAMMA=0.99):
    if len(memory) < BATCH_SIZE:
        return
    transitions = random.sample(memory, BATCH_SIZE)
    batch = Transition(*zip(*transitions))

    non_final_mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), device=device, dtype=torch.bool)
    non_final_next_states = torch.cat([s for s in batch.next_state if s is not None])
    state_batch = torch.cat(batch.state)
    action_batch = torch.cat(batch.action)
    reward_batch = torch.cat(batch.reward)

    state_action_values = policy_net(state_batch).gather(1, action_batch)

    next_state_values = torch.zeros(BATCH_SIZE, device=device)
    with torch.no_grad():
        next_state_values[non_final_mask] = target_net(non_final_next_states).max(1)[0]
    expected = (next_state_values * GAMMA) + reward_batch

    loss = F.smooth_l1_loss(state_action_values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    for param in policy_net.parameters():
        param.grad.data.clamp_(-1, 1)
    optimizer.step()
    return loss


def run_episode(env, memory, policy_net, target_net, optimizer, device, eps=0.3):
    state = torch.tensor(env.reset(), dtype=torch.float32, device=device).unsqueeze(0)
    total, history = 0, []
    done = False
    while not done:
        action = select_action(state, policy_net, env.n_actions, eps, device)
        obs, reward, done = env.step(action.item())
        total += reward
        reward = torch.tensor([reward], device=device)
        nxt = None if done else torch.tensor(obs, dtype=torch.float32, device=device).unsqueeze(0)
        memory.append(Transition(state, action, nxt, reward))
        state = nxt
        loss = optimize_model(memory, policy_net, target_net, optimizer, device)
        if loss is not None:
            history.append(loss.item())
    return total, sum(history) / (len(history) or 1)
