"""The repository's main.py on gym's classic tasks, and its Atari path on a made-up pixel environment."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("a2c_ppo_gail")
R = os.path.join(ROOT, "a2c_ppo_gail")
sys.path.insert(0, R)
import numpy as np, torch
base = driver.folder.name
os.makedirs(base, exist_ok=True); os.chdir(base)
if DEV == "cpu": torch.cuda.is_available = lambda: False
import gym
from gym.spaces import Box, Discrete, MultiBinary
import a2c_ppo_acktr.envs as envs_module
envs_module.SubprocVecEnv = envs_module.DummyVecEnv  # no processes are forked on the measuring machine
import main as program
from evaluation import evaluate
from a2c_ppo_acktr import algo, utils
from a2c_ppo_acktr.algo import gail
from a2c_ppo_acktr.envs import make_vec_envs, VecPyTorch, VecPyTorchFrameStack, TransposeImage
from a2c_ppo_acktr.model import Policy
from a2c_ppo_acktr.storage import RolloutStorage

contains = Discrete.contains  # on the GPU the package hands over actions of shape (1,), which Atari takes and gym's own check refuses
Discrete.contains = lambda self, x: contains(self, x.item() if isinstance(x, np.ndarray) and x.size == 1 else x)

def main(*flags):
    saved = sys.argv
    sys.argv = ["main.py", "--log-dir", base + "/log", "--save-dir", base + "/models", "--num-processes", "4", "--log-interval", "1", "--save-interval", "2", *flags]
    try:
        program.main()
    finally:
        sys.argv = saved
a2c = ["--env-name", "CartPole-v1", "--algo", "a2c", "--num-steps", "16", "--num-env-steps", "320"]
ppo = ["--env-name", "CartPole-v1", "--algo", "ppo", "--num-steps", "32", "--num-mini-batch", "4", "--ppo-epoch", "2", "--num-env-steps", "512", "--use-gae"]
driver.work("a2c", lambda: main(*a2c))
driver.work("a2c recurrent", lambda: main(*a2c, "--recurrent-policy"))
driver.work("a2c gae limits", lambda: main(*a2c, "--use-gae", "--use-proper-time-limits"))
driver.work("a2c limits", lambda: main(*a2c, "--use-proper-time-limits", "--use-linear-lr-decay"))
driver.work("ppo", lambda: main(*ppo, "--use-linear-lr-decay"))
driver.work("ppo recurrent", lambda: main(*ppo, "--recurrent-policy"))
driver.work("acktr", lambda: main("--env-name", "CartPole-v1", "--algo", "acktr", "--num-steps", "16", "--num-env-steps", "320"))
for e in ("Pendulum-v1",):
    driver.work("ppo continuous", lambda: main("--env-name", e, *ppo[2:], "--cuda-deterministic"))
    driver.work("acktr continuous", lambda: main("--env-name", e, "--algo", "acktr", "--num-steps", "16", "--num-env-steps", "320", "--use-linear-lr-decay"))
def imitation():
    os.makedirs(base + "/experts", exist_ok=True)
    torch.save({"states": torch.randn(5, 200, 3), "actions": torch.randn(5, 200, 1), "rewards": torch.randn(5, 200), "lengths": torch.full((5,), 200)}, base + "/experts/trajs_pendulum.pt")
    main("--env-name", "Pendulum-v1", *ppo[2:], "--gail", "--gail-experts-dir", base + "/experts", "--gail-batch-size", "16", "--gail-epoch", "2")
driver.work("gail", imitation, limit=40)
driver.work("evaluation", lambda: main(*a2c, "--eval-interval", "2"), limit=30)
def evaluation():
    device = torch.device(DEV)
    e = make_vec_envs("CartPole-v1", 1, 4, 0.99, None, device, False)
    policy = Policy(e.observation_space.shape, e.action_space).to(device)
    evaluate(policy, utils.get_vec_normalize(e).obs_rms, "CartPole-v1", 1, 4, base + "/log_eval", device)
driver.work("evaluate", evaluation, limit=30)

class Pixels(gym.Env):
    observation_space = Box(0, 255, (84, 84, 1), np.uint8); action_space = Discrete(4); count = 0
    def reset(self): self.count = 0; return np.zeros((84, 84, 1), np.uint8)
    def step(self, action):
        self.count += 1
        return np.full((84, 84, 1), self.count, np.uint8), 1.0, self.count >= 10, {}
def pixels(kind="a2c", recurrent=False):
    device = torch.device(DEV)
    e = VecPyTorchFrameStack(VecPyTorch(envs_module.DummyVecEnv([lambda: TransposeImage(Pixels(), op=[2, 0, 1])] * 4), device), 4, device)
    policy = Policy(e.observation_space.shape, e.action_space, base_kwargs={"recurrent": recurrent}).to(device)
    agent = {"a2c": lambda: algo.A2C_ACKTR(policy, 0.5, 0.01, lr=7e-4, eps=1e-5, alpha=0.99, max_grad_norm=0.5), "acktr": lambda: algo.A2C_ACKTR(policy, 0.5, 0.01, acktr=True),
             "ppo": lambda: algo.PPO(policy, 0.1, 2, 2, 0.5, 0.01, lr=2.5e-4, eps=1e-5, max_grad_norm=0.5, use_clipped_value_loss=True)}[kind]()
    storage = RolloutStorage(12, 4, e.observation_space.shape, e.action_space, policy.recurrent_hidden_state_size)
    storage.obs[0].copy_(e.reset()); storage.to(device)
    for update in range(2):
        for step in range(12):
            with torch.no_grad():
                value, action, log_prob, hxs = policy.act(storage.obs[step], storage.recurrent_hidden_states[step], storage.masks[step])
            obs, reward, done, infos = e.step(action)
            masks = torch.FloatTensor([[0.0] if d else [1.0] for d in done]); bad = torch.ones(4, 1)
            storage.insert(obs, hxs, action, log_prob, value, reward, masks, bad)
        with torch.no_grad():
            next_value = policy.get_value(storage.obs[-1], storage.recurrent_hidden_states[-1], storage.masks[-1]).detach()
        storage.compute_returns(next_value, True, 0.99, 0.95, False)
        agent.update(storage); storage.after_update()
    e.close()
for kind in ("a2c", "acktr", "ppo"):
    driver.work("pixels/" + kind, lambda: pixels(kind), limit=30)
driver.work("pixels/recurrent", lambda: pixels("ppo", True), limit=30)
def binary():
    policy = Policy((6,), MultiBinary(3)).to(DEV)
    x, h, m = torch.randn(5, 6, device=DEV), torch.zeros(5, 1, device=DEV), torch.ones(5, 1, device=DEV)
    value, action, lp, h = policy.act(x, h, m, deterministic=True)
    v, lp, ent, h = policy.evaluate_actions(x, h, m, action)
    (v.mean() + lp.mean() + ent).backward()
driver.work("binary actions", binary)
driver.finish()
