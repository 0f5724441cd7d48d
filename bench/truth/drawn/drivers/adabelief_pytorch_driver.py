import itertools, os, sys
from driving import Driver, DEV, ROOT
driver = Driver("adabelief_pytorch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn, torch.nn.functional as F
from adabelief_pytorch import AdaBelief

def net(): return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 4)).to(DEV)
def steps(model, opt, n=12):
    for _ in range(n):
        x, y = torch.randn(4, 3, 8, 8, device=DEV), torch.randint(4, (4,), device=DEV)
        opt.zero_grad(); loss = F.cross_entropy(model(x), y); loss.backward(); opt.step()
    return loss.item()
def run(**options): model = net(); return steps(model, AdaBelief(model.parameters(), lr=1e-3, **{"print_change_log": False, **options}))
names = ("amsgrad", "weight_decouple", "fixed_decay", "rectify", "degenerated_to_sgd")
for flags in itertools.product((False, True), repeat=len(names)):
    chosen = dict(zip(names, flags))
    driver.work("/".join(n for n in names if chosen[n]) or "plain", lambda: run(weight_decay=1e-2, **chosen))
driver.work("log", lambda: run(print_change_log=True))
driver.work("no decay", lambda: run(weight_decay=0))
driver.work("betas", lambda: run(betas=(0.9, 0.99), eps=1e-8))
def betas_in_groups():
    model = net(); groups = [{"params": [p], "betas": (0.5, 0.9 + 0.01 * i)} for i, p in enumerate(model.parameters())]
    steps(model, AdaBelief(groups, print_change_log=False, rectify=True))
driver.work("groups", betas_in_groups)
def reset(): model = net(); opt = AdaBelief(model.parameters(), print_change_log=False, amsgrad=True); steps(model, opt, 3); opt.reset(); steps(model, opt, 3)
driver.work("reset", reset)
def closure():
    model = net(); opt = AdaBelief(model.parameters(), print_change_log=False); x = torch.randn(4, 3, 8, 8, device=DEV)
    def f(): opt.zero_grad(); loss = model(x).square().mean(); loss.backward(); return loss
    for _ in range(3): opt.step(f).item()
driver.work("closure", closure)
def state():
    model = net(); opt = AdaBelief(model.parameters(), print_change_log=False, amsgrad=True); steps(model, opt, 4); torch.save(opt.state_dict(), "o.pt")
    other = AdaBelief(model.parameters(), print_change_log=False, amsgrad=True); other.load_state_dict(torch.load("o.pt")); steps(model, other, 4)
driver.work("state", state)
def schedule(): model = net(); opt = AdaBelief(model.parameters(), print_change_log=False); s = torch.optim.lr_scheduler.StepLR(opt, 2); [(steps(model, opt, 2), s.step()) for _ in range(3)]
driver.work("schedule", schedule)
def halves(): model = net().half(); opt = AdaBelief(model.parameters(), print_change_log=False, eps=1e-6, weight_decay=1e-2); x = torch.randn(4, 3, 8, 8, device=DEV).half(); [(model(x).float().square().mean().backward(), opt.step()) for _ in range(4)]
driver.work("half", halves)
def scaled():
    model = net(); opt = AdaBelief(model.parameters(), print_change_log=False); scaler = torch.amp.GradScaler(DEV, enabled=DEV == "cuda")
    for _ in range(4):
        with torch.autocast(DEV, torch.bfloat16): loss = model(torch.randn(4, 3, 8, 8, device=DEV)).square().mean()
        opt.zero_grad(); scaler.scale(loss).backward(); scaler.unscale_(opt); nn.utils.clip_grad_norm_(model.parameters(), 1.0); scaler.step(opt); scaler.update()
driver.work("scaled", scaled)
def sparse(): e = nn.Embedding(9, 4, sparse=True).to(DEV); opt = AdaBelief(e.parameters(), print_change_log=False); e(torch.arange(3, device=DEV)).sum().backward(); opt.step()
def refused():
    try: sparse()
    except RuntimeError: pass
driver.work("sparse", refused)
for bad in (dict(lr=-1), dict(eps=-1), dict(betas=(2, 0.9)), dict(betas=(0.9, 2))):
    def wrong():
        try: AdaBelief(net().parameters(), print_change_log=False, **bad)
        except ValueError: pass
    driver.work("wrong/" + next(iter(bad)), wrong)
def frozen(): model = net(); [p.requires_grad_(False) for p in model[0].parameters()]; steps(model, AdaBelief(model.parameters(), print_change_log=False), 3)
driver.work("frozen", frozen)
def added(): model = net(); opt = AdaBelief(model[0].parameters(), print_change_log=False); opt.add_param_group({"params": model[4].parameters(), "lr": 1e-2}); steps(model, opt, 3)
driver.work("added", added)
for n in (1, 4, 6, 20):
    driver.work("rectified/%d" % n, lambda: (lambda m: steps(m, AdaBelief(m.parameters(), print_change_log=False, rectify=True, betas=(0.9, 0.95)), n))(net()))
driver.finish()
