"""Optimizers of torch-optimizer, each with its options on dense, convolutional and small problems, with closures and saved states."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_optimizer")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import copy, torch, torch.nn as nn
import torch_optimizer as O

def net(): return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 5)).to(DEV)
def batch(): return torch.randn(4, 3, 6, 6, device=DEV), torch.randint(5, (4,), device=DEV)
def train(make, steps=4, model=net, graph=False, closure=False):
    m = model(); opt = make(m.parameters())
    for _ in range(steps):
        x, y = batch(); loss = nn.functional.cross_entropy(m(x), y)
        if closure:
            def again(): opt.zero_grad(); loss = nn.functional.cross_entropy(m(x), y); loss.backward(create_graph=graph); return loss
            opt.step(again)
        else: opt.zero_grad(); loss.backward(create_graph=graph); opt.step()
    return opt
def flat(): return nn.Sequential(nn.Flatten(), nn.Linear(108, 16), nn.Tanh(), nn.Linear(16, 5)).to(DEV)
options = {
    "A2GradExp": [dict(lips=10.0), dict(beta=5.0, rho=0.9)], "A2GradInc": [dict(lips=10.0)], "A2GradUni": [dict(lips=10.0)], "AccSGD": [{}, dict(lr=0.01, kappa=10.0, weight_decay=0.1)],
    "AdaBelief": [{}, dict(amsgrad=True), dict(weight_decouple=True, weight_decay=0.1), dict(fixed_decay=True, weight_decouple=True, weight_decay=0.1), dict(rectify=True), dict(weight_decay=0.1)], "AdaBound": [{}, dict(amsbound=True, weight_decay=0.1)], "AdaMod": [{}, dict(weight_decay=0.1)],
    "Adafactor": [{}, dict(lr=1e-3, relative_step=False), dict(beta1=0.9), dict(weight_decay=0.1, scale_parameter=False), dict(warmup_init=True)], "AdamP": [{}, dict(nesterov=True, weight_decay=0.1)], "AggMo": [{}, dict(betas=[0.0, 0.5], weight_decay=0.1)],
    "Apollo": [{}, dict(lr=0.1, weight_decay=0.1, warmup=2)], "DiffGrad": [{}, dict(weight_decay=0.1)], "LARS": [{}, dict(lr=0.01, momentum=0.9, nesterov=True, weight_decay=0.1)], "Lamb": [{}, dict(weight_decay=0.1, clamp_value=5.0), dict(adam=True), dict(debias=True)], "MADGRAD": [{}, dict(momentum=0.0, weight_decay=0.1)],
    "NovoGrad": [{}, dict(amsgrad=True, weight_decay=0.1, grad_averaging=True)], "PID": [{}, dict(momentum=0.9, weight_decay=0.1)], "QHAdam": [{}, dict(decouple_weight_decay=True, weight_decay=0.1), dict(nus=(0.7, 0.9))], "QHM": [dict(lr=0.01, momentum=0.9), dict(lr=0.01, momentum=0.9, weight_decay=0.1, weight_decay_type="direct")],
    "RAdam": [{}, dict(weight_decay=0.1)], "SGDP": [{}, dict(lr=0.01, momentum=0.9, nesterov=True, weight_decay=0.1)], "SGDW": [{}, dict(lr=0.01, momentum=0.9, nesterov=True, weight_decay=0.1)], "SWATS": [{}, dict(nesterov=True, weight_decay=0.1), dict(amsgrad=True)],
    "Shampoo": [{}, dict(momentum=0.9, weight_decay=0.1, update_freq=2)], "Yogi": [{}, dict(weight_decay=0.1)], "Ranger": [{}], "RangerQH": [{}], "RangerVA": [{}],
}
def cls(name): return getattr(O, name)
for name, all_of_it in options.items():
    for number, o in enumerate(all_of_it):
        driver.work(f"{name}/{number}", lambda: train(lambda p: cls(name)(p, **o), model=flat if name == "Adafactor" else net), limit=25)
    driver.work(f"{name}/closure", lambda: train(lambda p: cls(name)(p, **all_of_it[0]), closure=True, model=flat))
    def saved(): opt = train(lambda p: cls(name)(p, **all_of_it[0]), 2, flat); state = copy.deepcopy(opt.state_dict()); opt.load_state_dict(state); opt.step(); return len(repr(opt))
    driver.work(f"{name}/saved", saved)
driver.work("AdamP/many steps", lambda: train(lambda p: O.AdamP(p, 1e-2), 12)); driver.work("RAdam/many steps", lambda: train(lambda p: O.RAdam(p), 12)); driver.work("SWATS/many steps", lambda: train(lambda p: O.SWATS(p, 1e-1), 15, flat)); driver.work("AdaBelief/many steps", lambda: train(lambda p: O.AdaBelief(p, rectify=True), 12))
for number, o in enumerate(({}, dict(hessian_power=0.5, weight_decay=0.1))):
    driver.work(f"Adahessian/{number}", lambda: train(lambda p: O.Adahessian(p, **o), graph=True)); driver.work(f"Adahessian/{number}/flat", lambda: train(lambda p: O.Adahessian(p, **o), 2, flat, graph=True))
for base in ("Yogi", "RAdam"):
    driver.work(f"Lookahead/{base}", lambda: train(lambda p: O.Lookahead(cls(base)(p), k=2, alpha=0.5), 5)); driver.work(f"Lookahead/{base}/closure", lambda: train(lambda p: O.Lookahead(cls(base)(p), k=2), 3, closure=True))
def ahead(): opt = train(lambda p: O.Lookahead(O.DiffGrad(p), k=2), 3, flat); opt.step(); opt.zero_grad(); return opt.param_groups
driver.work("Lookahead/saved", ahead)
def rosenbrock(name, **o):
    p = torch.tensor([-2.0, 2.0], device=DEV, requires_grad=True); opt = O.get(name)([p], **o)
    for _ in range(5): loss = (1 - p[0]) ** 2 + 100 * (p[1] - p[0] ** 2) ** 2; opt.zero_grad(); loss.backward(); opt.step()
    return loss.item()
for name in ("yogi", "diffgrad", "adabound", "lamb", "radam", "adamod", "qhadam", "madgrad"):
    driver.work("rosenbrock/" + name, lambda: rosenbrock(name))
def scheduled(name): m = flat(); opt = cls(name)([dict(params=m[1].parameters(), lr=0.01), dict(params=m[3].parameters())], lr=1e-3); s = torch.optim.lr_scheduler.StepLR(opt, 1); [(opt.zero_grad(), m(batch()[0]).sum().backward(), nn.utils.clip_grad_norm_(m.parameters(), 1.0), opt.step(), s.step()) for _ in range(3)]; return s.get_last_lr()
for name in ("AdaBound", "Yogi", "SGDW", "LARS", "Lamb", "NovoGrad"):
    driver.work("scheduled/" + name, lambda: scheduled(name))
driver.finish()
