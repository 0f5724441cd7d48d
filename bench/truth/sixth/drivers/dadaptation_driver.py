"""Optimizers that find their own step sizes: every one with its options, closures, groups, layer scales, schedules, sparse and complex gradients, states, sharding."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("dadaptation")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, copy, io, logging, torch, torch.nn as nn, torch.nn.functional as F
import torch.distributed as dist
from dadaptation import DAdaptAdaGrad, DAdaptAdam, DAdaptAdan, DAdaptLion, DAdaptSGD
from dadaptation.experimental import DAdaptAdamPreprint, DAdaptAdanIP
logging.basicConfig(level=logging.INFO, stream=io.StringIO())  # what log_every writes

kinds = {"adagrad": DAdaptAdaGrad, "adam": DAdaptAdam, "adan": DAdaptAdan, "lion": DAdaptLion, "sgd": DAdaptSGD, "preprint": DAdaptAdamPreprint, "adan ip": DAdaptAdanIP}
class Conv(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Conv2d(1, 4, 3); self.n = nn.BatchNorm2d(4); self.b = nn.Linear(16, 3)
    def forward(self, x): return self.b(F.adaptive_avg_pool2d(self.n(self.a(x)).relu(), 2).flatten(1))
class Tags(nn.Module):
    def __init__(self): super().__init__(); self.e = nn.Embedding(9, 6); self.r = nn.LSTM(6, 6, batch_first=True); self.o = nn.Linear(6, 3)
    def forward(self, x): return self.o(self.r(self.e(x))[0][:, -1])
nets = {"dense": (lambda: nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).to(DEV), lambda: torch.randn(8, 6, device=DEV)),
        "conv": (lambda: Conv().to(DEV), lambda: torch.randn(8, 1, 8, 8, device=DEV)), "tags": (lambda: Tags().to(DEV), lambda: torch.randint(9, (8, 5), device=DEV))}
def quiet(f):
    def g(*a, **k):
        with contextlib.redirect_stdout(io.StringIO()): return f(*a, **k)
    return g
@quiet
def train(kind, net="dense", steps=3, closure=False, clip=False, groups=None, schedule=None, dtype=None, unused=False, frozen=False, **o):
    make, data = nets[net]; m = make().to(dtype) if dtype else make()
    if frozen: next(m.parameters()).requires_grad_(False)
    params = list(m.parameters()) + ([nn.Parameter(torch.zeros(2, device=DEV))] if unused else []); opt = kinds[kind](groups(m) if groups else params, **o)
    sched = schedule(opt) if schedule else None; y = torch.randint(3, (8,), device=DEV); seen = []
    for _ in range(steps):
        x = data(); x = x.to(dtype) if dtype and x.is_floating_point() else x
        def loss_of(): opt.zero_grad(); e = F.cross_entropy(m(x).float(), y); e.backward(); return e
        if closure: loss = opt.step(loss_of) if kind not in ("adan", "adan ip") else opt.step(torch.enable_grad()(loss_of))
        else:
            loss = loss_of()
            if clip: nn.utils.clip_grad_norm_(m.parameters(), 1.0)
            opt.step()
        if sched: sched.step()
        seen.append(loss.item())
    return seen, opt.param_groups[0]["d"], opt
for kind in kinds:
    for net in nets: driver.work(f"{kind}/{net}", lambda: train(kind, net))
    driver.work(f"{kind}/closure", lambda: train(kind, closure=True)); driver.work(f"{kind}/clipped", lambda: train(kind, clip=True)); driver.work(f"{kind}/unused", lambda: train(kind, unused=True)); driver.work(f"{kind}/frozen", lambda: train(kind, frozen=True))
    for o in (dict(weight_decay=0.1), dict(log_every=1), dict(d0=1e-3), dict(lr=0.5, weight_decay=0.01, log_every=2)): driver.work(f"{kind}/{o}", lambda: train(kind, **o))
    if kind != "lion": driver.work(f"{kind}/growth", lambda: train(kind, growth_rate=1.02, steps=4))
    driver.work(f"{kind}/larger d0", lambda: train(kind, d0=1.0, steps=5)); driver.work(f"{kind}/double", lambda: train(kind, dtype=torch.float64))
    driver.work(f"{kind}/two groups", lambda: train(kind, groups=lambda m: [{"params": m[0].parameters()}, {"params": m[2].parameters(), "weight_decay": 0.1}]))
    driver.work(f"{kind}/cosine", lambda: train(kind, schedule=lambda o: torch.optim.lr_scheduler.CosineAnnealingLR(o, 4))); driver.work(f"{kind}/steps", lambda: train(kind, schedule=lambda o: torch.optim.lr_scheduler.StepLR(o, 1, 0.5)))
    @quiet
    def saved():
        _, _, opt = train(kind); torch.save(opt.state_dict(), "a.pt"); m = nets["dense"][0](); other = kinds[kind](m.parameters()); other.load_state_dict(torch.load("a.pt", map_location=DEV, weights_only=False))
        for _ in range(2): other.zero_grad(); m(torch.randn(4, 6, device=DEV)).square().sum().backward(); other.step()
        return copy.deepcopy(other).state_dict()["param_groups"][0]["d"]
    driver.work(f"{kind}/saved", saved)
    @quiet
    def still(): m = nets["dense"][0](); opt = kinds[kind](m.parameters()); (m(torch.randn(4, 6, device=DEV)).sum() * 0).backward(); return opt.step()  # no gradient, no progress
    if kind != "sgd": driver.work(f"{kind}/still", still)
    @quiet
    def refused():
        made = []
        for o in (dict(lr=-1.0), dict(d0=-1.0), dict(eps=-1.0), dict(betas=(2.0, 0.9, 0.9)), dict(betas=(0.9, 2.0, 0.9)), dict(betas=(0.9, 0.9, 2.0)), dict(momentum=-1.0)):
            try: made.append(kinds[kind](nets["dense"][0]().parameters(), **o))
            except (ValueError, TypeError): pass
        return made
    driver.work(f"{kind}/refused", refused)
    if kind != "sgd": driver.work(f"{kind}/no gradients", lambda: kinds[kind]([nn.Parameter(torch.zeros(2, device=DEV))]).step())
frozen_lr = lambda m: [{"params": m[0].parameters(), "lr": 0.0}, {"params": m[2].parameters()}]
for kind in ("adam", "lion", "sgd", "preprint"): driver.work(f"{kind}/still group", lambda: train(kind, groups=frozen_lr))
@quiet
def different(kind):
    try: train(kind, groups=lambda m: [{"params": m[0].parameters(), "lr": 0.3}, {"params": m[2].parameters()}])
    except RuntimeError: return True
for kind in ("adam", "lion", "sgd", "preprint"): driver.work(f"{kind}/different", lambda: different(kind))
for kind, os_ in {"adam": [dict(decouple=True, weight_decay=0.1), dict(use_bias_correction=True), dict(betas=(0.5, 0.9), eps=1e-6)], "preprint": [dict(decouple=True, weight_decay=0.1), dict(betas=(0.5, 0.9))], "adan": [dict(no_prox=True), dict(weight_decay=0.0, betas=(0.9, 0.8, 0.9))],
                  "adan ip": [dict(no_prox=True), dict(weight_decay=0.0)], "sgd": [dict(momentum=0.9), dict(momentum=0.9, weight_decay=0.1, log_every=1)], "adagrad": [dict(momentum=0.9), dict(eps=1e-3, momentum=0.5, weight_decay=0.1)], "lion": [dict(betas=(0.5, 0.9)), dict(lr=2.0)]}.items():
    for o in os_:
        for net in nets: driver.work(f"{kind}/{net}/{list(o)}", lambda: train(kind, net, **o))
driver.work("adam/layer scales", lambda: train("adam", groups=lambda m: [{"params": m[0].parameters(), "layer_scale": 0.5}, {"params": m[2].parameters(), "layer_scale": 2.0}]))
@quiet
def sparse(steps=3, **o):
    e = nn.EmbeddingBag(20, 4, mode="sum", sparse=True).to(DEV); opt = DAdaptAdaGrad(e.parameters(), **o); seen = []
    for _ in range(steps): opt.zero_grad(); loss = e(torch.randint(20, (6, 3), device=DEV)).square().sum(); loss.backward(); opt.step(); seen.append(loss.item())
    return seen
for o in (dict(), dict(log_every=1), dict(d0=1e-2, growth_rate=1.1), dict(lr=0.5)): driver.work(f"adagrad/sparse/{o}", lambda: sparse(**o))
@quiet
def complex_(kind, steps=3):
    p = nn.Parameter(torch.randn(4, dtype=torch.cfloat, device=DEV)); opt = kinds[kind]([p])
    for _ in range(steps): opt.zero_grad(); (p * torch.randn(4, device=DEV)).abs().square().sum().backward(); opt.step()
    return p
def complex_tried(kind):
    try: return complex_(kind)
    except (RuntimeError, TypeError): return None  # it multiplies complex with real tensors in place
for kind in ("adan", "preprint"): driver.work(f"{kind}/complex", lambda: complex_tried(kind))
@quiet
def restarted(kind):
    m = nets["dense"][0](); opt = kinds[kind](m.parameters())
    for i in range(4):
        opt.zero_grad(); m(torch.randn(4, 6, device=DEV)).square().sum().backward(); opt.step()
        if i == 1: opt.restart_opt()
    return opt.supports_memory_efficient_fp16, opt.supports_flat_params
for kind in ("adan", "adan ip"): driver.work(f"{kind}/restarted", lambda: restarted(kind))
for kind in ("adam", "preprint"): driver.work(f"{kind}/supports", lambda: (lambda o: (o.supports_memory_efficient_fp16, o.supports_flat_params))(kinds[kind](nets["dense"][0]().parameters())))
@quiet
def scaled(kind):
    m = nets["dense"][0](); opt = kinds[kind](m.parameters()); scaler = torch.amp.GradScaler(DEV, enabled=DEV == "cuda")
    for _ in range(3):
        opt.zero_grad()
        with torch.autocast(DEV, dtype=torch.float16 if DEV == "cuda" else torch.bfloat16): loss = m(torch.randn(8, 6, device=DEV)).square().mean()
        scaler.scale(loss).backward(); scaler.unscale_(opt); nn.utils.clip_grad_norm_(m.parameters(), 1.0); scaler.step(opt); scaler.update()
    return loss.item()
for kind in kinds: driver.work(f"{kind}/scaled", lambda: scaled(kind))
# one process of its own group: what a sharded training sums
ready = False
try: dist.init_process_group("nccl" if DEV == "cuda" else "gloo", init_method=f"file://{os.getcwd()}/group", rank=0, world_size=1); ready = True
except Exception as error: print("  no process group:", error)
if ready:
    for kind in ("adam", "lion", "sgd", "preprint"): driver.work(f"{kind}/sharded", lambda: train(kind, fsdp_in_use=True), limit=30); driver.work(f"{kind}/sharded logged", lambda: train(kind, fsdp_in_use=True, log_every=1, steps=4), limit=30)
    @quiet
    def flattened(kind, steps=3):
        p = nn.Parameter(torch.randn(8, device=DEV)); p._fsdp_flattened = True; opt = kinds[kind]([p])
        for _ in range(steps): opt.zero_grad(); p.square().sum().backward(); opt.step()
    for kind in ("adam", "sgd", "preprint"): driver.work(f"{kind}/flattened", lambda: flattened(kind))
    dist.destroy_process_group()
driver.finish()
