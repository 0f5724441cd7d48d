"""Reinforcement learning of robots: runners with PPO and distillation on a toy of many environments, models, distributions, storage, curiosity, symmetry, export."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("rsl_rl")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, copy, io, torch, torch.nn as nn
from tensordict import TensorDict
from rsl_rl import models as Mo, modules as Md, utils as U
from rsl_rl.env import VecEnv
from rsl_rl.extensions import rnd as R
from rsl_rl.modules import distribution as Di, normalization as No
from rsl_rl.runners import DistillationRunner, OnPolicyRunner
from rsl_rl.storage import RolloutStorage
from rsl_rl.utils import utils as Ut

E, A, D = 8, 2, 5
class Toy(VecEnv):
    """Points that are driven to the origin."""
    step_dt = 0.1
    def __init__(self, images=False, logs=True):
        self.num_envs, self.num_actions, self.max_episode_length, self.device, self.cfg, self.images, self.logs = E, A, 6, DEV, {"name": "toy"}, images, logs; self.episode_length_buf = torch.zeros(E, dtype=torch.long, device=DEV); self.state = torch.randn(E, D, device=DEV); self.unwrapped = self
    def get_observations(self): o = {"policy": self.state, "more": self.state.square()}; return TensorDict({**o, "image": self.state[:, :1, None, None].expand(E, 1, 8, 8).contiguous()} if self.images else o, batch_size=[E], device=DEV)
    def step(self, actions):
        self.state = torch.cat([self.state[:, :A] + 0.1 * actions.clamp(-1, 1), self.state[:, A:] * 0.9], 1); self.episode_length_buf += 1; late = self.episode_length_buf >= self.max_episode_length; done = late | (self.state.abs().amax(1) > 4)
        self.state = torch.where(done[:, None], torch.randn_like(self.state), self.state); self.episode_length_buf *= ~done
        return self.get_observations(), -self.state.square().sum(1), done, {"time_outs": late, **({"log": {"/reward": self.state.mean(), "plain": 1.0, "Episode/a": self.state.abs().mean()}} if self.logs else {})}
def mirrored(env, obs, actions):
    if obs is not None: o = obs.clone(); o = TensorDict({k: torch.cat([v, -v]) for k, v in o.items()}, batch_size=[2 * obs.batch_size[0]], device=DEV)
    return (o if obs is not None else None), (torch.cat([actions, -actions]) if actions is not None else None)
small = {"class_name": "MLPModel", "hidden_dims": [16, 16], "activation": "elu"}
gauss = {"class_name": "GaussianDistribution", "init_std": 1.0}
def config(actor=None, critic=None, algorithm=None, **o):
    return copy.deepcopy({"num_steps_per_env": 6, "save_interval": 2, "obs_groups": {"actor": ["policy"], "critic": ["policy", "more"]}, "algorithm": {"class_name": "PPO", "num_learning_epochs": 2, "num_mini_batches": 2, **(algorithm or {})}, "actor": {**small, "distribution_cfg": gauss, **(actor or {})}, "critic": {**small, **(critic or {})}, **o})
def quiet(f):
    def g(*a, **k):
        with contextlib.redirect_stdout(io.StringIO()): return f(*a, **k)
    return g
def run(c, steps=2, images=False, log=None, random=False, logs=True): r = OnPolicyRunner(Toy(images, logs), c, log, DEV); r.learn(steps, random); return r
recurrent = {"class_name": "RNNModel", "rnn_hidden_dim": 8}
heads = {"gauss": gauss, "log": {**gauss, "std_type": "log"}, "fixed": {**gauss, "learn_std": False}, "bounded": {**gauss, "std_range": (0.1, 2.0)}, "varied": {"class_name": "HeteroscedasticGaussianDistribution"}, "varied log": {"class_name": "HeteroscedasticGaussianDistribution", "std_type": "log"}, "beta": {"class_name": "BetaDistribution"}}
for name, d in heads.items(): driver.work("ppo/" + name, quiet(lambda: run(config({"distribution_cfg": d}))))
driver.work("ppo/silent", quiet(lambda: run(config(), logs=False))); driver.work("ppo/random start", quiet(lambda: run(config(), random=True))); driver.work("ppo/unchecked", quiet(lambda: run(config(check_for_nan=False)))); driver.work("ppo/logged", quiet(lambda: run(config(), 3, log="logs")), limit=40)
for o in (dict(schedule="fixed"), dict(use_clipped_value_loss=False), dict(normalize_advantage_per_mini_batch=True), dict(use_mixed_precision=True), dict(optimizer="adamw"), dict(optimizer="sgd"), dict(desired_kl=1e-9), dict(desired_kl=1e9)): driver.work(f"ppo/{o}", quiet(lambda: run(config(algorithm=o))))
driver.work("ppo/normalized", quiet(lambda: run(config({"obs_normalization": True}, {"obs_normalization": True}))))
for kind in ("lstm", "gru"):
    for layers in (1, 2): driver.work(f"ppo/{kind}/{layers}", quiet(lambda: run(config({**recurrent, "rnn_type": kind, "rnn_num_layers": layers}, {**recurrent, "rnn_type": kind, "rnn_num_layers": layers}))))
    driver.work(f"ppo/{kind}/normalized", quiet(lambda: run(config({**recurrent, "rnn_type": kind, "obs_normalization": True}, {**recurrent, "rnn_type": kind}))))
cnn = {"output_channels": [4, 4], "kernel_size": 3, "stride": 1, "activation": "elu"}
images = {"obs_groups": {"actor": ["policy", "image"], "critic": ["policy", "image"]}}
for o in (dict(), dict(norm="batch"), dict(norm="layer"), dict(max_pool=True), dict(global_pool="max"), dict(global_pool="avg"), dict(padding="zeros", flatten=True)): driver.work(f"ppo/images/{o}", quiet(lambda: run(config({"class_name": "CNNModel", "cnn_cfg": {**cnn, **o}}, {"class_name": "CNNModel", "cnn_cfg": {**cnn, **o}}, **images), images=True)))
driver.work("ppo/images/shared", quiet(lambda: run(config({"class_name": "CNNModel", "cnn_cfg": cnn}, {"class_name": "CNNModel", "cnn_cfg": cnn}, {"share_cnn_encoders": True}, **images), images=True)))
curious = {"num_outputs": 3, "predictor_hidden_dims": [8], "target_hidden_dims": [8], "weight": 0.5, "learning_rate": 1e-3}
schedules = {"none": None, "constant": {"mode": "constant"}, "step": {"mode": "step", "final_step": 4, "final_value": 0.1}, "linear": {"mode": "linear", "initial_step": 1, "final_step": 9, "final_value": 0.1}}
for name, s in schedules.items():
    for n in (False, True): driver.work(f"ppo/curious/{name}/{n}", quiet(lambda: run(config(algorithm={"rnd_cfg": {**curious, "weight_schedule": s, "state_normalization": n, "reward_normalization": n}}, obs_groups={"actor": ["policy"], "critic": ["policy"], "rnd_state": ["policy"]}), log="curious" if n else None)), limit=30)
for a in (False, True):
    for l in (False, True): driver.work(f"ppo/mirrored/{a}/{l}", quiet(lambda: run(config(algorithm={"symmetry_cfg": {"data_augmentation_func": mirrored, "use_data_augmentation": a, "use_mirror_loss": l, "mirror_loss_coeff": 0.1}}))))
def kept(c, **o):
    r = run(c, log="kept", **o); r.save("m.pt", {"a": 1}); s = OnPolicyRunner(Toy(**{k: v for k, v in o.items() if k == "images"}), copy.deepcopy(c), None, DEV); s.load("m.pt"); p = s.get_inference_policy(DEV); e = Toy(**{k: v for k, v in o.items() if k == "images"}); obs = e.get_observations()
    with torch.inference_mode():
        for _ in range(3): obs, _, dones, _ = e.step(p(obs)); p.reset(dones)
    return r, s
driver.work("kept/plain", quiet(lambda: kept(config())), limit=30); driver.work("kept/recurrent", quiet(lambda: kept(config(recurrent, recurrent))), limit=30); driver.work("kept/curious", quiet(lambda: kept(config(algorithm={"rnd_cfg": curious}, obs_groups={"actor": ["policy"], "critic": ["policy"], "rnd_state": ["policy"]}))), limit=30)
def exported(c, **o): r = run(c, 1, **o); r.export_policy_to_jit("out"); return r
for name, c in {"plain": config(), "normalized": config({"obs_normalization": True}), "lstm": config(recurrent, recurrent), "gru": config({**recurrent, "rnn_type": "gru"}, {**recurrent, "rnn_type": "gru"}), "beta": config({"distribution_cfg": heads["beta"]}), "varied": config({"distribution_cfg": heads["varied"]})}.items(): driver.work("exported/" + name, quiet(lambda: exported(copy.deepcopy(c))), limit=30)
driver.work("exported/images", quiet(lambda: exported(config({"class_name": "CNNModel", "cnn_cfg": cnn}, {"class_name": "CNNModel", "cnn_cfg": cnn}, **images), images=True)), limit=30)
def distilled(student=None, log=None, **algorithm):
    c = config(); r = OnPolicyRunner(Toy(), config(), None, DEV); r.learn(1); r.save("teacher.pt")
    d = {"num_steps_per_env": 6, "save_interval": 1, "obs_groups": {"student": ["more"], "teacher": ["policy"]}, "algorithm": {"class_name": "Distillation", "num_learning_epochs": 2, "gradient_length": 3, **algorithm}, "student": {**small, "distribution_cfg": gauss, **(student or {})}, "teacher": {**small, "distribution_cfg": gauss}}
    r = DistillationRunner(Toy(), copy.deepcopy(d), log, DEV); r.load("teacher.pt"); r.learn(2); r.save("student.pt"); s = DistillationRunner(Toy(), copy.deepcopy(d), None, DEV); s.load("student.pt"); return s.get_inference_policy(DEV)(Toy().get_observations())
for o in (dict(), dict(loss_type="huber"), dict(max_grad_norm=1.0), dict(use_mixed_precision=True), dict(log="distilled")): driver.work(f"distilled/{o}", quiet(lambda: distilled(**o)), limit=30)
driver.work("distilled/recurrent", quiet(lambda: distilled(recurrent)), limit=30); driver.work("distilled/gru", quiet(lambda: distilled({**recurrent, "rnn_type": "gru"})), limit=30)
def z(*s): return torch.randn(*s, device=DEV)
for name, d in heads.items():
    def used():
        m = Mo.MLPModel(Toy().get_observations(), {"actor": ["policy"]}, "actor", A, [16], distribution_cfg=copy.deepcopy(d)).to(DEV); o = Toy().get_observations(); a = m(o, stochastic_output=True); old = tuple(p.detach().clone() for p in m.output_distribution_params); m(Toy().get_observations(), stochastic_output=True); return m(o), m.output_mean, m.output_std, m.output_entropy, m.get_output_log_prob(a), m.get_kl_divergence(old, m.output_distribution_params), m.get_hidden_state(), m.as_jit().to(DEV)(z(3, D))
    driver.work("model/" + name, used)
driver.work("normalization", lambda: (lambda n, v: ([n.update(z(6, 4)) for _ in range(3)], n(z(2, 4)), n.inverse(z(2, 4)), n.mean, n.std, [v(z(6)) for _ in range(3)]))(No.EmpiricalNormalization([4]).to(DEV), No.EmpiricalDiscountedVariationNormalization([1]).to(DEV))); driver.work("normalization/until", lambda: (lambda n, v: ([n.update(z(6, 4)) for _ in range(3)], [v(z(6)) for _ in range(3)]))(No.EmpiricalNormalization([4], until=8).to(DEV), No.EmpiricalDiscountedVariationNormalization([1], until=8).to(DEV)))
def dones(t=6): d = torch.zeros(t, E, 1, dtype=torch.uint8, device=DEV); d[2, :3] = 1; d[4, 2:] = 1; return d
driver.work("trajectories", lambda: (lambda p, m: (p, Ut.unpad_trajectories(p, m)))(*Ut.split_and_pad_trajectories(z(6, E, 3), dones()))); driver.work("trajectories/dictionary", lambda: (lambda p, m: p)(*Ut.split_and_pad_trajectories(TensorDict({"a": z(6, E, 3)}, [6, E], device=DEV), dones())))
def failed(obs, rewards, d):
    try: Ut.check_nan(obs, rewards, d)
    except Exception: return
driver.work("checked", lambda: (failed(Toy().get_observations(), z(E), torch.zeros(E, device=DEV)), failed(Toy().get_observations(), z(E) / 0 * 0, torch.zeros(E, device=DEV)), failed(TensorDict({"a": torch.full((E, 2), float("nan"), device=DEV)}, [E], device=DEV), z(E), torch.zeros(E, device=DEV)), failed(Toy().get_observations(), z(E), torch.full((E,), float("nan"), device=DEV))))
driver.work("parts", lambda: (Md.MLP(4, 3, [8, -1], last_activation="tanh").to(DEV)(z(2, 4)), Md.MLP(4, (2, 3), [8]).to(DEV)(z(2, 4)), Md.CNN((8, 8), 1, [4, 4], [3, 3], [1, 2]).to(DEV)(z(2, 1, 8, 8)), [Ut.resolve_nn_activation(a) for a in ("elu", "selu", "relu", "silu", "gelu", "tanh", "sigmoid", "softplus", "lrelu", "crelu", "identity", "softmax") if a in ("elu", "relu", "tanh")], [Ut.resolve_optimizer(o) for o in ("adam", "sgd", "rmsprop")]))
def remembered(kind): r = Md.RNN(4, 8, 2, kind).to(DEV); [r(z(E, 4)) for _ in range(2)]; d = torch.zeros(E, dtype=torch.bool, device=DEV); d[:3] = True; r.detach_hidden_state(d); r.reset(d); r.detach_hidden_state(); r.reset(); return r(z(E, 4))
for kind in ("lstm", "gru"): driver.work("parts/" + kind, lambda: remembered(kind))
def stored(kind="rl"):
    s = RolloutStorage(kind, E, 4, Toy().get_observations(), [A], DEV); t = s.Transition(); e = Toy()
    for _ in range(4):
        t.observations = e.get_observations(); t.actions = z(E, A); t.rewards = z(E); t.dones = torch.zeros(E, device=DEV); t.values = z(E, 1); t.actions_log_prob = z(E); t.distribution_params = (z(E, A), z(E, A).abs()); t.hidden_states = (None, None); t.privileged_actions = z(E, A); s.add_transition(t); t.clear()
    out = [b.observations for b in (s.mini_batch_generator(2, 2) if kind == "rl" else s.generator())]; s.clear(); return out
driver.work("stored/rl", stored); driver.work("stored/distillation", lambda: stored("distillation"))
def curiosity(**o): m = R.RandomNetworkDistillation(D, {"rnd_state": ["policy"]}, 3, [8], [-1], **{"weight": 0.5, "state_normalization": True, "reward_normalization": True, "device": DEV, **o}); obs = Toy().get_observations(); r = [m.get_intrinsic_reward(obs) for _ in range(3)]; m.update_normalization(obs); m.compute_loss(obs).backward(); m.eval(); m.train(); return r, m.get_rnd_state(obs)
driver.work("curiosity", curiosity); driver.work("curiosity/scheduled", lambda: curiosity(weight_schedule=schedules["linear"]))
driver.finish()
