"""Training that can be differentiated: patched modules, all optimizers, learned settings, callbacks, inner loops of meta-learning, registering, applying overrides."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("higher")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import copy, torch, torch.nn as nn, torch.nn.functional as F
import higher
from higher import optim as HO, patch as HP, utils as HU

def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, AttributeError, IndexError, KeyError, NotImplementedError)) as error: return str(error)
work = driver.work
def x(n=16, d=6): return torch.randn(n, d, device=DEV)
def y(n=16, k=3): return torch.randint(k, (n,), device=DEV)
def images(n=6): return torch.randn(n, 1, 12, 12, device=DEV)
class Tied(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Linear(6, 6); self.b = nn.Linear(6, 6); self.b.weight = self.a.weight; self.c = nn.Linear(6, 3, bias=False); self.register_parameter("none", None); self.register_buffer("seen", torch.zeros(1)); self.note = "n"
    def forward(self, x): self.seen = self.seen + 1; return self.c(self.b(self.a(x).relu()))
class Nested(nn.Module):
    def __init__(self): super().__init__(); self.body = nn.ModuleList([nn.Linear(6, 6) for _ in range(2)]); self.scale = nn.Parameter(torch.ones(6)); self.head = nn.ModuleDict({"a": nn.Linear(6, 3)})
    def forward(self, x, twice=False):
        for m in self.body: x = torch.tanh(m(x)) * self.scale
        return self.head["a"](x) * (2 if twice else 1)
class Recurrent(nn.Module):
    def __init__(self, kind): super().__init__(); self.r = kind(6, 5, batch_first=True); self.o = nn.Linear(5, 3)
    def forward(self, x): return self.o(self.r(x.view(-1, 1, 6).expand(-1, 4, 6))[0][:, -1])
class Assigning(nn.Module):
    def __init__(self): super().__init__(); self.w = nn.Parameter(torch.randn(6, 3) * 0.1); self.register_buffer("b", torch.zeros(3))
    def forward(self, x): self.b = self.b * 0.9 + x.mean(); self.last = x.shape; return x @ self.w + self.b
nets = {"mlp": lambda: nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)), "normed": lambda: nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Dropout(0.1), nn.Linear(8, 3)), "tied": Tied, "nested": Nested, "assigning": Assigning, "layer norm": lambda: nn.Sequential(nn.LayerNorm(6), nn.Linear(6, 3)), "gru": lambda: Recurrent(nn.GRU), "lstm": lambda: Recurrent(nn.LSTM), "rnn": lambda: Recurrent(nn.RNN)}
def net(name="mlp"): torch.manual_seed(1); return nets[name]().to(DEV)
def cnn(): torch.manual_seed(1); return nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8, momentum=1, affine=True), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8, track_running_stats=False), nn.ReLU(), nn.Flatten(), nn.Linear(72, 3)).to(DEV)
optimizers = {"SGD": (torch.optim.SGD, dict(lr=0.1)), "SGD momentum": (torch.optim.SGD, dict(lr=0.1, momentum=0.9)), "SGD decay": (torch.optim.SGD, dict(lr=0.1, weight_decay=1e-2, momentum=0.5, dampening=0.1)), "SGD nesterov": (torch.optim.SGD, dict(lr=0.05, momentum=0.9, nesterov=True)), "Adam": (torch.optim.Adam, dict(lr=1e-2)), "Adam amsgrad": (torch.optim.Adam, dict(lr=1e-2, amsgrad=True, weight_decay=1e-2)), "Adadelta": (torch.optim.Adadelta, dict(weight_decay=1e-3)), "Adagrad": (torch.optim.Adagrad, dict(lr=1e-2, lr_decay=1e-2, weight_decay=1e-3)), "Adamax": (torch.optim.Adamax, dict(weight_decay=1e-3)), "ASGD": (torch.optim.ASGD, dict(lr=1e-2, weight_decay=1e-3)), "RMSprop": (torch.optim.RMSprop, dict(lr=1e-2, weight_decay=1e-3)), "RMSprop centered": (torch.optim.RMSprop, dict(lr=1e-2, centered=True, momentum=0.5)), "Rprop": (torch.optim.Rprop, dict(lr=1e-2))}
def opt_of(name, m): kind, o = optimizers[name]; return kind(m.parameters(), **o)
def unrolled(m, opt, steps=3, track=True, copy_=True, outer=True, **o):
    a, b = x(), y()
    with higher.innerloop_ctx(m, opt, track_higher_grads=track, copy_initial_weights=copy_, **o) as (f, d):
        for _ in range(steps): d.step(F.cross_entropy(f(a), b))
        loss = F.cross_entropy(f(x()), y())
        if not outer: return loss.item(), (f(a).argmax(1) == b).float().mean().item()
        g = torch.autograd.grad(loss, list(f.parameters(time=0)), allow_unused=True) if track else torch.autograd.grad(loss, f.parameters(), allow_unused=True)
    return [None if t is None else t.norm().item() for t in g]
def warmed(m, opt, steps=2):
    for _ in range(steps): opt.zero_grad(); F.cross_entropy(m(x()), y()).backward(); opt.step()
    return opt
def meta(inner, outer=torch.optim.Adam, rounds=2, tasks=2, steps=2, make=cnn, clip=False, device=None):
    m = make(); o = outer(m.parameters(), 1e-2); d = inner(m); seen = []
    for _ in range(rounds):
        o.zero_grad(); losses, hits = [], []
        for _ in range(tasks):
            with higher.innerloop_ctx(m, d, copy_initial_weights=False, device=device) as (f, diff):
                for _ in range(steps): diff.step(F.cross_entropy(f(images()), y(6)))
                out = f(images()); t = y(6); loss = F.cross_entropy(out, t); losses.append(loss.detach()); hits.append((out.argmax(1) == t).sum().item() / 6); loss.backward()
        if clip: nn.utils.clip_grad_norm_(m.parameters(), 1.0)
        o.step(); seen.append((sum(losses).item() / tasks, sum(hits) / tasks))
    return seen
for name in optimizers:
    work("optimizer/" + name, lambda: (lambda m: unrolled(m, opt_of(name, m)))(net())); work("optimizer/started " + name, lambda: (lambda m: unrolled(m, warmed(m, opt_of(name, m))))(net()))
    work("optimizer/test " + name, lambda: (lambda m: unrolled(m, opt_of(name, m), track=False, outer=False))(net()))
    work("optimizer/meta " + name, lambda: meta(lambda m: opt_of(name, m), rounds=1))
sgd = lambda m: torch.optim.SGD(m.parameters(), 0.1)
work("meta/sgd", lambda: meta(sgd)); work("meta/clipped", lambda: meta(sgd, clip=True)); work("meta/outer sgd", lambda: meta(sgd, torch.optim.SGD, rounds=1, steps=4)); work("meta/device", lambda: meta(sgd, rounds=1, device=torch.device(DEV)))
def tested(rounds=2):
    m = cnn(); d = sgd(m); m.train(); losses = []
    for _ in range(rounds):
        with higher.innerloop_ctx(m, d, track_higher_grads=False) as (f, diff):
            for _ in range(3): diff.step(F.cross_entropy(f(images()), y(6)))
            losses.append(F.cross_entropy(f(images()).detach(), y(6)))
    return torch.stack(losses).mean().item()
work("meta/test", tested)
for name in nets:
    for track in (True, False): work(f"patched/{name}/{track}", lambda: (lambda m: unrolled(m, sgd(m), track=track))(net(name)))
    work("patched/uncopied " + name, lambda: (lambda m: unrolled(m, sgd(m), copy_=False))(net(name)))
    work("patched/eval " + name, lambda: (lambda m: HP.monkeypatch(m.eval())(x()).sum().item())(net(name)))
    if name not in ("normed", "tied", "assigning"): work("patched/functional " + name, lambda: (lambda m: (lambda f: f(x(), params=[p * 0.9 for p in m.parameters()]).square().mean().backward())(HP.make_functional(m)))(net(name)))
def kept(): m = net("nested"); f = HP.monkeypatch(m); f.train(); a = f(x(), twice=True); p = list(f.parameters()); f.update_params([q * 0.5 for q in p]); b = f(x()); n = [k for k, _ in f.named_parameters()] if hasattr(f, "named_parameters") else None; return (a - b).norm().item(), len(p), n, f.fast_params[0].norm().item(), repr(f)[:50], f.track_higher_grads, len(list(f.init_fast_params)), raises(lambda: setattr(f, "fast_params", None)), f.fast_params
work("patched/parameters", lambda: raises(kept))
def part(): m = net("nested"); f = HP.monkeypatch(m); out = f.body[0](x()); out2 = f.head["a"](x(), params=list(f.parameters())); return out.sum().item() + out2.sum().item()
work("patched/part alone", part); work("patched/no parameters", lambda: raises(lambda: HP.make_functional(net())(x())))
def history(): m = net(); f = HP.monkeypatch(m); d = higher.get_diff_optim(sgd(m), m.parameters(), fmodel=f); [d.step(F.cross_entropy(f(x()), y())) for _ in range(3)]; return [[p.norm().item() for p in f.parameters(time=t)] for t in (0, 1, -1)], raises(lambda: f.parameters(time=9)), [t.shape for t in f.parameters()]
work("patched/times", history); work("patched/untracked times", lambda: (lambda f: [raises(lambda: list(f.parameters(time=t))) for t in (0, 1, -1)])(HP.monkeypatch(net(), track_higher_grads=False)))
def changed(): m = net("assigning"); f = HP.monkeypatch(m); f.note = "x"; f.other = torch.ones(2, device=DEV); f.w = torch.zeros(6, 3, device=DEV, requires_grad=True); a = f(x()); return a.norm().item(), raises(lambda: setattr(f, "b", "text")), raises(lambda: setattr(f, "w", 3)), raises(lambda: setattr(f, "m", nn.Linear(2, 2))), f.b.norm().item()
work("patched/attributes", lambda: raises(changed)); work("patched/buffers", lambda: (lambda m: (lambda f: (f(x()), HP.buffer_sync(m, f), HP.buffer_sync(m, f, torch.device(DEV)), f(x()).sum().item()))(HP.monkeypatch(m)))(net("normed")))
work("patched/device", lambda: HP.monkeypatch(net(), device=torch.device(DEV))(x())); work("patched/device uncopied", lambda: HP.monkeypatch(net("tied"), device=torch.device(DEV), copy_initial_weights=False)(x())); work("patched/from cpu", lambda: HP.monkeypatch(nets["mlp"](), device=torch.device(DEV))(x()))
work("patched/states", lambda: (lambda f: (f.state_dict(), f.zero_grad(), f.eval(), f.train(), [b.shape for b in f.buffers()]))(HP.monkeypatch(net("normed"))))
def frozen(): m = net(); m[0].weight.requires_grad_(False); return unrolled(m, torch.optim.SGD(m.parameters(), 0.1), outer=False)
work("patched/frozen", frozen); work("patched/unused", lambda: (lambda m: unrolled(m, sgd(m)))(nn.Sequential(net(), nn.Identity())))
def learned(names, kind=torch.optim.SGD, per_group=False, steps=3, **o):  # settings of the optimizer that are learned
    m = net("normed"); groups = [{"params": m[0].parameters()}, {"params": [p for k in m[1:] for p in k.parameters()]}]; opt = kind(groups, **{**dict(lr=0.1), **o}); over = {}
    for n, v in names.items(): over[n] = [torch.tensor(w, device=DEV, requires_grad=True) for w in ((v, v * 0.5) if per_group else (v,))]
    with higher.innerloop_ctx(m, opt, override=over) as (f, d):
        for _ in range(steps): d.step(F.cross_entropy(f(x()), y()))
        F.cross_entropy(f(x()), y()).backward()
    grads = [None if t.grad is None else t.grad.item() for v in over.values() for t in v]; HO.apply_trainable_opt_params(opt, over); return grads, [{k: g[k] for k in names} for g in opt.param_groups]
for per_group in (False, True):
    work(f"learned/lr/{per_group}", lambda: learned(dict(lr=0.1), per_group=per_group)); work(f"learned/momentum/{per_group}", lambda: learned(dict(lr=0.1, momentum=0.9), per_group=per_group, momentum=0.9)); work(f"learned/decay/{per_group}", lambda: learned(dict(weight_decay=1e-2), per_group=per_group, weight_decay=1e-2))
    work(f"learned/Adam/{per_group}", lambda: learned(dict(lr=1e-2), torch.optim.Adam, per_group)); work(f"learned/RMSprop/{per_group}", lambda: learned(dict(lr=1e-2, alpha=0.9), torch.optim.RMSprop, per_group)); work(f"learned/Adagrad/{per_group}", lambda: learned(dict(lr=1e-2, lr_decay=0.1), torch.optim.Adagrad, per_group)); work(f"learned/nesterov/{per_group}", lambda: learned(dict(lr=0.1), per_group=per_group, momentum=0.9, nesterov=True))
def betas(): m = net(); opt = torch.optim.Adam(m.parameters(), 1e-2); b = [(torch.tensor(0.9, device=DEV, requires_grad=True), torch.tensor(0.99, device=DEV, requires_grad=True))]; return unrolled(m, opt, override={"betas": b}, outer=False), HO.apply_trainable_opt_params(opt, {"betas": b}), opt.param_groups[0]["betas"]
work("learned/betas", lambda: raises(betas))
def settings(): m = net(); opt = torch.optim.Adam(m.parameters(), 1e-2); t = HO.get_trainable_opt_params(opt, device=torch.device(DEV)); out = unrolled(m, opt, override={k: v for k, v in t.items() if k in ("lr",)}, outer=False); HO.apply_trainable_opt_params(opt, {"lr": t["lr"]}); return {k: str(v)[:40] for k, v in t.items()}, out
work("learned/all settings", lambda: raises(settings)); work("learned/settings SGD", lambda: raises(lambda: HO.get_trainable_opt_params(sgd(net()), device=torch.device(DEV)))); work("learned/wrong", lambda: [raises(f) for f in (lambda: unrolled(net(), sgd(net())), lambda: (lambda m: unrolled(m, sgd(m), override={"lr": [0.1, 0.2, 0.3]}))(net()), lambda: (lambda m: HO.apply_trainable_opt_params(sgd(m), {"lr": [1, 2, 3]}))(net()), lambda: (lambda m: HO.apply_trainable_opt_params(sgd(m), {"nothing": [1]}))(net()), lambda: (lambda m: HO.apply_trainable_opt_params(sgd(m), {"lr": ["a"]}))(net()))])
def meta_lr(rounds=3):
    m = net(); lr = nn.Parameter(torch.tensor(0.05, device=DEV)); o = torch.optim.Adam([lr], 1e-2); d = sgd(m); seen = []
    for _ in range(rounds):
        with higher.innerloop_ctx(m, d, override={"lr": [lr]}) as (f, diff):
            for _ in range(2): diff.step(F.cross_entropy(f(x()), y()))
            loss = F.cross_entropy(f(x()), y()); o.zero_grad(); loss.backward(); o.step(); seen.append((loss.item(), lr.item()))
    return seen
work("learned/loop", meta_lr)
def clip_all(g): n = torch.stack([t.norm() for t in g if t is not None]).norm(); return [None if t is None else t * (1.0 / n.clamp(min=1.0)) for t in g]
def called(at):
    m = net(); f = HP.monkeypatch(m); d = higher.get_diff_optim(sgd(m), m.parameters(), fmodel=f, **({"grad_callback": clip_all} if at == "made" else {}))
    for _ in range(2): d.step(F.cross_entropy(f(x()), y()), **({"grad_callback": clip_all} if at == "stepped" else {}), **({"override": {"lr": [0.01]}} if at == "override" else {}))
    return F.cross_entropy(f(x()), y()).item()
for at in ("made", "stepped", "override"): work("callback/" + at, lambda: called(at))
def by_hand(kind="SGD"): m = net(); f = HP.make_functional(m); d = higher.get_diff_optim(opt_of(kind, m), m.parameters()); p = HU.get_func_params(m); q = p; [q := d.step(F.cross_entropy(f(x(), params=q), y()), params=q) for _ in range(3)]; F.cross_entropy(f(x(), params=q), y()).backward(); return [t.grad.norm().item() for t in p]
for kind in ("SGD", "Adam", "SGD nesterov"): work("by hand/" + kind, lambda: by_hand(kind))
work("by hand/no parameters", lambda: (lambda m: raises(lambda: higher.get_diff_optim(sgd(m), m.parameters()).step(torch.ones((), device=DEV, requires_grad=True))))(net()))
for name, (kind, o) in optimizers.items(): work("created/" + name, lambda: (lambda f, m: (lambda d: (d.step(F.cross_entropy(f(x()), y())), F.cross_entropy(f(x()), y()).item()))(higher.create_diff_optim(kind, o, params=list(m.parameters()), fmodel=f, device=torch.device(DEV))))(*(lambda m: (HP.monkeypatch(m), m))(net())))
def created_groups(): m = net(); f = HP.monkeypatch(m); d = higher.create_diff_optim(torch.optim.SGD, dict(lr=0.1), params=[{"params": list(m[0].parameters()), "lr": 0.2}, {"params": list(m[2].parameters())}], fmodel=f); d.step(F.cross_entropy(f(x()), y())); return [t.norm().item() for t in f.parameters()]
work("created/groups", lambda: raises(created_groups)); work("created/override", lambda: raises(lambda: (lambda m: (lambda f: higher.create_diff_optim(torch.optim.SGD, dict(lr=0.1), fmodel=f, override={"lr": [0.3]}).step(F.cross_entropy(f(x()), y())))(HP.monkeypatch(m)))(net()))); work("created/wrong", lambda: [raises(f) for f in (lambda: higher.create_diff_optim(torch.optim.LBFGS, {}, params=list(net().parameters())), lambda: higher.create_diff_optim(torch.optim.SGD, dict(lr=0.1)), lambda: higher.create_diff_optim(torch.optim.SGD, {}, params=[{}]))])
class Sign(torch.optim.SGD): pass
class DiffSign(HO.DifferentiableOptimizer):
    def _update(self, grouped_grads, **o):
        for group, grads in zip(self.param_groups, grouped_grads): group["params"] = [p if g is None else p - group["lr"] * torch.tanh(g) for p, g in zip(group["params"], grads)]
work("registered", lambda: (higher.register_optim(Sign, DiffSign), (lambda m: unrolled(m, Sign(m.parameters(), lr=0.1)))(net()))); work("unregistered", lambda: raises(lambda: (lambda m: unrolled(m, torch.optim.AdamW(m.parameters())))(net())))
nested = lambda: {"a": [torch.ones(2, device=DEV), (torch.zeros(1, device=DEV), 3)], "b": {"c": torch.randn(2, device=DEV)}, "d": {1, 2}}
work("utils/flatten", lambda: HU.flatten(nested())); work("utils/copied", lambda: HU._recursive_copy_and_cast(nested(), torch.device(DEV))); work("utils/copied here", lambda: HU._recursive_copy_and_cast(nested(), None)); work("utils/parameters", lambda: [HU.get_func_params(net("tied"), device=d, safe_copy=s) for d in (None, torch.device(DEV)) for s in (True, False)]); work("utils/container", lambda: [HU._is_container(t) for t in ([], (), {}, set(), 1)])
def distilled(rounds=2, steps=3):  # learned data
    data = nn.Parameter(x(9)); labels = torch.arange(9, device=DEV) % 3; o = torch.optim.Adam([data], 1e-2); seen = []
    for _ in range(rounds):
        m = net(); d = sgd(m)
        with higher.innerloop_ctx(m, d) as (f, diff):
            for _ in range(steps): diff.step(F.cross_entropy(f(data), labels))
            loss = F.cross_entropy(f(x(32)), y(32)); o.zero_grad(); loss.backward(); o.step(); seen.append(loss.item())
    return seen
work("loop/distilled data", distilled)
def weighted(rounds=2):  # learned weights of examples
    m = net(); o = sgd(m)
    for _ in range(rounds):
        a, b = x(), y(); w = torch.zeros(16, device=DEV, requires_grad=True)
        with higher.innerloop_ctx(m, o) as (f, d): d.step((F.cross_entropy(f(a), b, reduction="none") * w).sum()); g = torch.autograd.grad(F.cross_entropy(f(x()), y()), w)[0]
        v = (-g).clamp(min=0); s = v.sum(); v = v / s if s.item() > 0 else v; o.zero_grad(); (F.cross_entropy(m(a), b, reduction="none") * v).sum().backward(); o.step()
    return v.max().item()
work("loop/weighted examples", weighted)
def sine(rounds=2):
    m = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1)).to(DEV); o = torch.optim.Adam(m.parameters(), 1e-3); d = torch.optim.SGD(m.parameters(), 1e-2)
    for _ in range(rounds):
        o.zero_grad(); total = 0.0
        for _ in range(3):
            a, p = torch.rand(2, device=DEV); q = lambda: (lambda t: (t, a * torch.sin(t + p)))(torch.rand(10, 1, device=DEV) * 10 - 5)
            with higher.innerloop_ctx(m, d, copy_initial_weights=False) as (f, diff):
                t, v = q(); diff.step(F.mse_loss(f(t), v)); t, v = q(); loss = F.mse_loss(f(t), v); loss.backward(); total += loss.item()
        o.step()
    return total
work("loop/sine", sine)
def smoothed():  # one loop in another
    m = net(); d = sgd(m)
    with higher.innerloop_ctx(m, d) as (f, diff):
        diff.step(F.cross_entropy(f(x()), y())); n = copy.deepcopy(m)
        with higher.innerloop_ctx(n, sgd(n)) as (g, diff2): diff2.step(F.kl_div(g(x()).log_softmax(1), f(x()).softmax(1).detach(), reduction="batchmean"))
        return F.mse_loss(g(x()), f(x())).item()
work("loop/two", smoothed)
driver.finish()
