"""Agents of skrl trained for a few steps on made-up vectorised environments whose tensors are on the GPU."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("skrl")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import numpy as np, torch, torch.nn as nn
import gymnasium
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Tuple
from skrl.envs.wrappers.torch import Wrapper, MultiAgentEnvWrapper, wrap_env
from skrl.memories.torch import RandomMemory
from skrl.models.torch import Model, CategoricalMixin, DeterministicMixin, GaussianMixin, MultiCategoricalMixin, MultivariateGaussianMixin, TabularMixin
from skrl.resources.noises.torch import GaussianNoise, OrnsteinUhlenbeckNoise
from skrl.resources.preprocessors.torch import RunningStandardScaler
from skrl.resources.schedulers.torch import KLAdaptiveLR
from skrl.trainers.torch import SequentialTrainer, StepTrainer
from skrl.utils.model_instantiators import torch as make
from skrl.utils.spaces import torch as S
from skrl.utils import set_seed

dev = torch.device(DEV)
OBS, CONT, DISC, MULTI = Box(-5, 5, (5,)), Box(-1, 1, (2,)), Discrete(3), MultiDiscrete([3, 2])
NET = [{"name": "net", "input": "OBSERVATIONS", "layers": [16, 16], "activations": "elu"}]
Q = [{"name": "net", "input": "concatenate([OBSERVATIONS, ACTIONS])", "layers": [16], "activations": "relu"}]
class Env:
    """A gymnasium-like vectorised environment on the GPU."""
    def __init__(self, action, n=4, observation=OBS): self.n, self.t = n, 0; self.observation_space, self.action_space, self.state_space, self.num_envs, self.num_agents, self.device = observation, action, None, n, 1, dev
class Made(Wrapper):
    def __init__(self, env): super().__init__(env); self.t = 0
    @property
    def observation_space(self): return self._env.observation_space
    @property
    def action_space(self): return self._env.action_space
    @property
    def state_space(self): return None
    @property
    def num_envs(self): return self._env.n
    @property
    def device(self): return dev
    def look(self): o = self._env.observation_space; return torch.randint(o.n, (self.num_envs, 1), device=dev) if isinstance(o, Discrete) else torch.randn(self.num_envs, 5, device=dev)
    def reset(self): return self.look(), {}
    def state(self): return None
    def step(self, actions):
        self.t += 1
        done = torch.rand(self.num_envs, 1, device=dev) < 0.2
        return self.look(), torch.rand(self.num_envs, 1, device=dev) - actions.float().abs().mean(1, keepdim=True), done, torch.zeros_like(done), {"episode": {"r": torch.rand((), device=dev)}}
    def render(self): pass
    def close(self): pass
def spaces(action, observation=OBS): return dict(observation_space=observation, action_space=action, device=dev)
def gaussian(a=CONT): return make.gaussian_model(**spaces(a), network=NET, output="tanh(ACTIONS)", initial_log_std=-0.5)
def multivariate(): return make.multivariate_gaussian_model(**spaces(CONT), network=NET, output="ACTIONS")
def categorical(): return make.categorical_model(**spaces(DISC), network=NET, output="ACTIONS")
def multicategorical(): return make.multicategorical_model(**spaces(MULTI), network=NET, output="ACTIONS")
def value(a=CONT): return make.deterministic_model(**spaces(a), network=NET, output="ONE")
def critic(a=CONT): return make.deterministic_model(**spaces(a), network=Q, output="ONE")
def actor(): return make.deterministic_model(**spaces(CONT), network=NET, output="tanh(ACTIONS)", clip_actions=True)
def qnet(): return make.deterministic_model(**spaces(DISC), network=NET, output="ACTIONS")
def initialized(models):
    for role, m in models.items():
        m.init_state_dict({"observations": torch.zeros(1, 5, device=dev), "states": torch.zeros(1, 5, device=dev), "taken_actions": torch.zeros(1, 1 if isinstance(m.action_space, Discrete) else 2, device=dev)}, role=role)
        m.init_parameters(method_name="normal_", mean=0.0, std=0.1)
    return models
QUIET = {"experiment": {"write_interval": 4, "checkpoint_interval": 8, "directory": "runs"}}
SCALERS = dict(observation_preprocessor=RunningStandardScaler, observation_preprocessor_kwargs={"size": OBS, "device": dev})
VALUES = dict(value_preprocessor=RunningStandardScaler, value_preprocessor_kwargs={"size": 1, "device": dev})
def trained(module, name, models, action, steps=24, memory=16, step_trainer=False, observation=OBS, evaluate=False, **cfg):
    agents = __import__("skrl.agents.torch." + module, fromlist=[name]); cls = getattr(agents, name); config = getattr(agents, name.split("_")[0] + "_CFG", None) or getattr(agents, name + "_CFG")
    env = Made(Env(action, observation=observation))
    agent = cls(models=models, memory=RandomMemory(memory_size=memory, num_envs=4, device=dev) if memory else None, observation_space=observation, action_space=action, device=dev, cfg={**QUIET, **cfg})
    options = {"timesteps": steps, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False}
    if step_trainer:
        t = StepTrainer(env=env, agents=agent, cfg=options)
        for i in range(steps): t.train(timestep=i, timesteps=steps)
    else:
        t = SequentialTrainer(env=env, agents=agent, cfg=options); t.train()
    if evaluate: t.eval()
    agent.save("agent.pt"); agent.load("agent.pt")
    return agent
on = dict(rollouts=8, learning_epochs=2, mini_batches=2)
ppo = lambda **c: trained("ppo", "PPO", initialized({"policy": gaussian(), "value": value()}), CONT, memory=8, **{**on, **c})
driver.work("ppo", ppo)
driver.work("ppo/scaled", lambda: ppo(**SCALERS, **VALUES))
driver.work("ppo/kl", lambda: ppo(learning_rate_scheduler=KLAdaptiveLR, learning_rate_scheduler_kwargs={"kl_threshold": 0.008}))
driver.work("ppo/threshold", lambda: ppo(kl_threshold=1e-6, entropy_loss_scale=0.01))
driver.work("ppo/bootstrap", lambda: ppo(time_limit_bootstrap=True, rewards_shaper=lambda r, *_: r * 0.1))
driver.work("ppo/unclipped", lambda: ppo(value_clip=0, grad_norm_clip=0))
driver.work("ppo/mixed", lambda: ppo(mixed_precision=DEV == "cuda"))
driver.work("ppo/steps", lambda: ppo(step_trainer=True))
driver.work("ppo/evaluated", lambda: ppo(evaluate=True))
driver.work("ppo/schedule", lambda: ppo(learning_rate_scheduler=torch.optim.lr_scheduler.StepLR, learning_rate_scheduler_kwargs={"step_size": 1}))
driver.work("ppo/categorical", lambda: trained("ppo", "PPO", initialized({"policy": categorical(), "value": value(DISC)}), DISC, memory=8, **on))
driver.work("ppo/multicategorical", lambda: trained("ppo", "PPO", initialized({"policy": multicategorical(), "value": value(MULTI)}), MULTI, memory=8, **on))
driver.work("ppo/multivariate", lambda: trained("ppo", "PPO", initialized({"policy": multivariate(), "value": value()}), CONT, memory=8, **on))
def shared(): m = make.shared_model(**spaces(CONT), structure=["GaussianMixin", "DeterministicMixin"], roles=["policy", "value"], parameters=[{"network": NET, "output": "ACTIONS"}, {"network": NET, "output": "ONE"}]); m.init_state_dict({"observations": torch.zeros(1, 5, device=dev)}, role="policy"); m.init_state_dict({"observations": torch.zeros(1, 5, device=dev)}, role="value"); return trained("ppo", "PPO", {"policy": m, "value": m}, CONT, memory=8, **on)
driver.work("ppo/shared", shared)
for module, name, extra in (("a2c", "A2C", dict(rollouts=8, mini_batches=2)), ("rpo", "RPO", on), ("trpo", "TRPO", on)):
    run = lambda **c: trained(module, name, initialized({"policy": gaussian(), "value": value()}), CONT, memory=8, **{**extra, **c})
    driver.work(module, run)
    driver.work(module + "/scaled", lambda: run(**SCALERS, **VALUES))
    driver.work(module + "/bootstrap", lambda: run(time_limit_bootstrap=True, rewards_shaper=lambda r, *_: r * 0.1))
driver.work("a2c/kl", lambda: trained("a2c", "A2C", initialized({"policy": gaussian(), "value": value()}), CONT, memory=8, rollouts=8, learning_rate_scheduler=KLAdaptiveLR))
driver.work("a2c/mixed", lambda: trained("a2c", "A2C", initialized({"policy": gaussian(), "value": value()}), CONT, memory=8, rollouts=8, mixed_precision=DEV == "cuda"))
off = dict(batch_size=8, learning_starts=4, random_timesteps=4)
def ddpg(**c): return trained("ddpg", "DDPG", initialized({"policy": actor(), "target_policy": actor(), "critic": critic(), "target_critic": critic()}), CONT, memory=64, **{**off, **c})
driver.work("ddpg", ddpg)
driver.work("ddpg/noise", lambda: ddpg(exploration_noise=OrnsteinUhlenbeckNoise, exploration_noise_kwargs=dict(theta=0.15, sigma=0.1, base_scale=0.5, device=dev), grad_norm_clip=1.0))
driver.work("ddpg/scaled", lambda: ddpg(**SCALERS, exploration_noise=GaussianNoise, exploration_noise_kwargs=dict(mean=0, std=0.1, device=dev), gradient_steps=2))
driver.work("ddpg/schedule", lambda: ddpg(exploration_noise=GaussianNoise, exploration_noise_kwargs=dict(mean=0, std=0.1, device=dev), exploration_scheduler=lambda t, n: 1 - t / max(n, 1), learning_rate_scheduler=torch.optim.lr_scheduler.StepLR, learning_rate_scheduler_kwargs={"step_size": 2}))
twins = lambda: {"critic_1": critic(), "critic_2": critic(), "target_critic_1": critic(), "target_critic_2": critic()}
def td3(**c): return trained("td3", "TD3", initialized({"policy": actor(), "target_policy": actor(), **twins()}), CONT, memory=64, **{**off, **c})
driver.work("td3", td3)
driver.work("td3/noise", lambda: td3(exploration_noise=GaussianNoise, exploration_noise_kwargs=dict(mean=0, std=0.1, device=dev), smooth_regularization_noise=GaussianNoise, smooth_regularization_noise_kwargs=dict(mean=0, std=0.2, device=dev), smooth_regularization_clip=0.5, grad_norm_clip=1.0))
driver.work("td3/scaled", lambda: td3(**SCALERS, mixed_precision=DEV == "cuda"))
def sac(**c): return trained("sac", "SAC", initialized({"policy": gaussian(), **twins()}), CONT, memory=64, **{**off, **c})
driver.work("sac", sac)
driver.work("sac/fixed", lambda: sac(learn_entropy=False, initial_entropy_value=0.1, grad_norm_clip=1.0))
driver.work("sac/target", lambda: sac(target_entropy=-1.0, **SCALERS, gradient_steps=2))
driver.work("sac/mixed", lambda: sac(mixed_precision=DEV == "cuda", learning_rate_scheduler=torch.optim.lr_scheduler.StepLR, learning_rate_scheduler_kwargs={"step_size": 2}))
for module, name in (("dqn", "DQN"), ("ddqn", "DDQN")):
    run = lambda **c: trained(module, name, initialized({"q_network": qnet(), "target_q_network": qnet()}), DISC, memory=64, **{**off, **c})
    driver.work(module, run)
    driver.work(module + "/explored", lambda: run(exploration_scheduler=lambda t, n: 0.5, target_update_interval=2, update_interval=2))
    driver.work(module + "/scaled", lambda: run(**SCALERS, rewards_shaper=lambda r, *_: r * 0.1, mixed_precision=DEV == "cuda"))
driver.work("cem", lambda: trained("cem", "CEM", initialized({"policy": categorical()}), DISC, memory=8, rollouts=8, percentile=0.5))
driver.work("cem/scaled", lambda: trained("cem", "CEM", initialized({"policy": categorical()}), DISC, memory=8, rollouts=8, **SCALERS))
class Table(TabularMixin, Model):
    def __init__(self, observation_space, action_space, device, num_envs=4, epsilon=0.3):
        Model.__init__(self, observation_space=observation_space, action_space=action_space, device=device); TabularMixin.__init__(self)
        self.epsilon, self.table = epsilon, nn.Parameter(torch.ones(num_envs, self.num_observations, self.num_actions, device=self.device), requires_grad=False)
    def compute(self, inputs, role=""):
        o = inputs["observations"].long(); actions = torch.argmax(self.table[torch.arange(len(o)).view(-1, 1).to(self.device), o], dim=-1).view(-1, 1)
        i = (torch.rand(len(o), device=self.device) < self.epsilon).nonzero().view(-1)
        if i.numel(): actions[i] = torch.randint(self.num_actions, (i.numel(), 1), device=self.device)
        return actions, {}
for module, name in (("q_learning", "Q_LEARNING"), ("sarsa", "SARSA")):
    def tabular():
        agents = __import__("skrl.agents.torch." + module, fromlist=[name]); cls = getattr(agents, name, None) or getattr(agents, "Q_LEARNING" if module == "q_learning" else "SARSA"); o = Discrete(4)
        agent = cls(models={"policy": Table(o, DISC, dev, 4)}, memory=None, observation_space=o, action_space=DISC, device=dev, cfg=QUIET)
        SequentialTrainer(env=Made(Env(DISC, observation=o)), agents=agent, cfg={"timesteps": 12, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False}).train()
    driver.work(module, tabular)
def amp():
    from skrl.agents.torch.amp import AMP
    A = Box(-5, 5, (5,)); motions, replay = RandomMemory(memory_size=64, device=dev), RandomMemory(memory_size=64, device=dev)
    class Motion(Made):
        def step(self, actions): o, r, d, t, i = super().step(actions); return o, r, d, t, {"terminate": d, "amp_obs": torch.randn(4, 5, device=dev)}
    disc = make.deterministic_model(observation_space=A, action_space=CONT, device=dev, network=NET, output="ONE")
    agent = AMP(models=initialized({"policy": gaussian(), "value": value(), "discriminator": disc}), memory=RandomMemory(memory_size=8, num_envs=4, device=dev), observation_space=OBS, action_space=CONT, device=dev, cfg={**QUIET, **on, "amp_batch_size": 16, "discriminator_batch_size": 8}, amp_observation_space=A, motion_dataset=motions, reply_buffer=replay, collect_reference_motions=lambda n: torch.randn(n, 5, device=dev))
    SequentialTrainer(env=Motion(Env(CONT)), agents=agent, cfg={"timesteps": 20, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False}).train()
driver.work("amp", amp)
class Recurrent(GaussianMixin, DeterministicMixin, Model):
    def __init__(self, kind="policy"):
        Model.__init__(self, observation_space=OBS, action_space=CONT, device=dev); self.kind = kind
        GaussianMixin.__init__(self) if kind == "policy" else DeterministicMixin.__init__(self)
        self.rnn, self.out = nn.GRU(5, 8, batch_first=True), nn.Linear(8, 2 if kind == "policy" else 1); self.log_std = nn.Parameter(torch.zeros(2))
    def act(self, inputs, *, role=""): return (GaussianMixin if self.kind == "policy" else DeterministicMixin).act(self, inputs, role=role)
    def get_specification(self): return {"rnn": {"sequence_length": 4, "sizes": [(1, 4, 8)]}}
    def compute(self, inputs, role=""):
        x, h = inputs["observations"], inputs["rnn"][0]
        if self.training:
            n = 4; x = x.view(-1, n, 5); h = h.view(1, -1, n, 8)[:, :, 0].contiguous(); y, h = self.rnn(x, h); y = y.flatten(0, 1)
        else: y, h = self.rnn(x.view(-1, 1, 5), h); y = y.flatten(0, 1)
        out = self.out(y); return (out, {"log_std": self.log_std, "rnn": [h]}) if self.kind == "policy" else (out, {"rnn": [h]})
for module, name in (("ppo", "PPO_RNN"), ("a2c", "A2C_RNN"), ("rpo", "RPO_RNN"), ("trpo", "TRPO_RNN")):
    driver.work("recurrent/" + module, lambda: trained(module, name, {"policy": Recurrent().to(dev), "value": Recurrent("value").to(dev)}, CONT, memory=8, **({k: v for k, v in on.items() if module != "a2c" or k != "learning_epochs"})))
class Many(MultiAgentEnvWrapper):
    possible = ["a", "b"]
    def __init__(self, env): super().__init__(env); self.agents_ = self.possible
    possible_agents = property(lambda self: ["a", "b"]); agents = property(lambda self: ["a", "b"]); num_envs = property(lambda self: 4); num_agents = property(lambda self: 2); max_num_agents = property(lambda self: 2); device = property(lambda self: dev)
    observation_spaces = property(lambda self: {k: OBS for k in "ab"}); action_spaces = property(lambda self: {k: CONT for k in "ab"}); state_spaces = property(lambda self: {k: OBS for k in "ab"})
    def observation_space(self, agent): return OBS
    def action_space(self, agent): return CONT
    def state_space(self, agent): return OBS
    def each(self, f): return {k: f() for k in "ab"}
    def reset(self): return self.each(lambda: torch.randn(4, 5, device=dev)), {}
    def state(self): return self.each(lambda: torch.randn(4, 5, device=dev))
    def step(self, actions): d = torch.rand(4, 1, device=dev) < 0.2; return self.each(lambda: torch.randn(4, 5, device=dev)), self.each(lambda: torch.rand(4, 1, device=dev)), self.each(lambda: d), self.each(lambda: torch.zeros_like(d)), {}
    def render(self): pass
    def close(self): pass
for module, name in (("ippo", "IPPO"), ("mappo", "MAPPO")):
    def multi():
        cls = getattr(__import__("skrl.multi_agents.torch." + module, fromlist=[name]), name); env = Many(Env(CONT))
        agent = cls(possible_agents=["a", "b"], models={k: initialized({"policy": gaussian(), "value": value() if module == "ippo" else make.deterministic_model(observation_space=OBS, state_space=OBS, action_space=CONT, device=dev, network=[{"name": "net", "input": "STATES", "layers": [16], "activations": "elu"}], output="ONE")}) for k in "ab"}, memories={k: RandomMemory(memory_size=8, num_envs=4, device=dev) for k in "ab"}, observation_spaces=env.observation_spaces, state_spaces=env.state_spaces, action_spaces=env.action_spaces, device=dev, cfg={**QUIET, **on, **{k + "_kwargs": {"a": {}, "b": {}} for k in ("learning_rate_scheduler", "observation_preprocessor", "state_preprocessor", "value_preprocessor")}})
        t = SequentialTrainer(env=env, agents=agent, cfg={"timesteps": 20, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False}); t.train(); t.eval()
    driver.work(module, multi)

def memory(kind):
    m = RandomMemory(memory_size=12, num_envs=3, device=dev, replacement=kind != "unique"); m.create_tensor(name="states", size=4, dtype=torch.float32); m.create_tensor(name="actions", size=1, dtype=torch.long)
    for _ in range(15): m.add_samples(states=torch.randn(3, 4, device=dev), actions=torch.randint(3, (3, 1), device=dev))
    m.sample(names=["states", "actions"], batch_size=6), m.sample(names=["states"], batch_size=8, mini_batches=2), m.sample_all(names=["states"], mini_batches=3), m.sample_all(names=["states"], mini_batches=2, sequence_length=4), m.get_tensor_by_name("states"), len(m), m.get_sampling_indexes()
    for f in ("pt", "npz", "csv"): m.save("mem", format=f)
    m.reset()
driver.work("memory", lambda: memory("plain"))
driver.work("memory/unique", lambda: memory("unique"))
def scaler(): s = RunningStandardScaler(size=4, device=dev).to(dev); x = torch.randn(8, 4, device=dev); s(x, train=True), s(x, inverse=True), s(x), s(torch.randn(2, 8, 4, device=dev), train=True, no_grad=False); s.load_state_dict(s.state_dict())
driver.work("scaler", scaler)
def noises(): g, o = GaussianNoise(mean=0, std=1, device=dev), OrnsteinUhlenbeckNoise(theta=0.1, sigma=0.2, base_scale=0.3, device=dev); g.sample((3, 2)), g.sample_like(torch.ones(2, device=dev)), o.sample((3, 2)), o.sample_like(torch.ones(3, 2, device=dev))
driver.work("noise", noises)
def kl(): p = nn.Linear(2, 2).to(dev); o = torch.optim.Adam(p.parameters(), 1e-3); s = KLAdaptiveLR(o, kl_threshold=0.01); s.step(torch.tensor(0.1, device=dev)), s.step(0.001), s.step()
driver.work("kl", kl)
def space_functions():
    s = Dict({"a": Box(-1, 1, (2, 2)), "b": Discrete(3), "c": Tuple((MultiDiscrete([2, 3]), Box(0, 1, (1,))))})
    x = S.sample_space(s, batch_size=3, backend="native", device=dev); t = S.tensorize_space(s, x, device=dev); f = S.flatten_tensorized_space(t); u = S.unflatten_tensorized_space(s, f); S.untensorize_space(s, t, squeeze_batch_dimension=False), S.compute_space_size(s), S.compute_space_size(s, occupied_size=True), S.compute_space_limits(s)
driver.work("spaces", space_functions)
def acts():
    o = {"observations": torch.randn(4, 5, device=dev)}
    for m in (m.to(dev) for m in initialized(dict(enumerate((gaussian(), multivariate(), categorical(), multicategorical(), actor())))).values()):
        a, info = m.act(o); m.act({**o, "taken_actions": a}); m.random_act(o)
        for f in ("get_entropy", "distribution", "get_log_std"):
            if hasattr(m, f): getattr(m, f)(role="")
driver.work("models", acts)
def model_methods(): m, n = initialized({"policy": gaussian()})["policy"], initialized({"policy": gaussian()})["policy"]; m.update_parameters(n, polyak=0.1), m.freeze_parameters(True), m.enable_training_mode(False), m.save("m.pt"), m.load("m.pt"), m.init_biases(method_name="constant_", val=0.1), m.init_weights(method_name="orthogonal_", gain=0.5); m.migrate(state_dict=n.state_dict(), auto_mapping=True) if hasattr(m, "migrate") else None
driver.work("model methods", model_methods)
class Gym(gymnasium.Env):
    observation_space, action_space = OBS, CONT
    def reset(self, *, seed=None, options=None): return np.zeros(5, np.float32), {}
    def step(self, action): return np.random.randn(5).astype(np.float32), 1.0, bool(np.random.rand() < 0.2), False, {}
def wrapped(): env = wrap_env(Gym(), wrapper="gymnasium", verbose=False); o, _ = env.reset(); [env.step(torch.rand(1, 2, device=env.device)) for _ in range(5)]; env.close()
driver.work("wrap", wrapped)
def wrapped_vector(): env = wrap_env(gymnasium.vector.SyncVectorEnv([Gym] * 3), wrapper="gymnasium", verbose=False); env.reset(); [env.step(torch.rand(3, 2, device=env.device)) for _ in range(5)]
driver.work("wrap/vector", wrapped_vector)
def wrapped_train():
    env = wrap_env(gymnasium.vector.SyncVectorEnv([Gym] * 4), wrapper="gymnasium", verbose=False); from skrl.agents.torch.ppo import PPO
    agent = PPO(models=initialized({"policy": gaussian(), "value": value()}), memory=RandomMemory(memory_size=8, num_envs=4, device=dev), observation_space=OBS, action_space=CONT, device=dev, cfg={**QUIET, **on})
    SequentialTrainer(env=env, agents=agent, cfg={"timesteps": 20, "headless": True, "disable_progressbar": True, "close_environment_at_exit": False}).train()
driver.work("wrap/train", wrapped_train)
driver.work("seed", lambda: set_seed(3))
driver.finish()
