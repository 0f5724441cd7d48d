import functools, os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torchopt")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn, torch.nn.functional as F
import functorch
import torchopt
from torchopt import linalg, linear_solve, pytree
from torchopt.diff import implicit, zero_order

def net(): return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).to(DEV)
def batch(): return torch.randn(5, 6, device=DEV), torch.randint(3, (5,), device=DEV)
def functional(model):
    params = dict(model.named_parameters())
    return params, lambda p, x: torch.func.functional_call(model, p, (x,))
ALIASES = {"sgd": dict(momentum=0.9, nesterov=True), "adam": {}, "adamw": dict(weight_decay=0.01), "adamax": {}, "adadelta": {}, "adagrad": {}, "radam": {}, "rmsprop": dict(centered=True, momentum=0.9)}
for name, options in ALIASES.items():
    make = getattr(torchopt, name)
    def alias(**more):
        params, f = functional(net()); opt = make(lr=0.05, **options, **more); state = opt.init(params)
        for _ in range(3):
            x, y = batch(); loss = F.cross_entropy(f(params, x), y); grads = torch.autograd.grad(loss, list(params.values())); grads = dict(zip(params, grads))
            updates, state = opt.update(grads, state, params=params, inplace=False); params = torchopt.apply_updates(params, updates, inplace=False)
            params = {k: v.detach().requires_grad_() for k, v in params.items()}
        return loss.item()
    driver.work("alias/" + name, alias)
    if name not in ("adamax", "adadelta", "radam"): driver.work("maximize/" + name, lambda: alias(maximize=True))
    if name not in ("sgd",): driver.work("decay/" + name, lambda: alias(**({} if name == "adamw" else dict(weight_decay=0.01))))
    cls = {"sgd": torchopt.SGD, "adam": torchopt.Adam, "adamw": torchopt.AdamW, "adamax": torchopt.AdaMax, "adadelta": torchopt.AdaDelta, "adagrad": torchopt.AdaGrad, "radam": torchopt.RAdam, "rmsprop": torchopt.RMSProp}[name]
    def optimizer():
        m = net(); opt = cls(m.parameters(), lr=0.05, **options)
        for _ in range(3): x, y = batch(); opt.zero_grad(); loss = F.cross_entropy(m(x), y); loss.backward(); opt.step()
        state = opt.state_dict(); opt.load_state_dict(state)
        return loss.item()
    driver.work("optimizer/" + name, optimizer)
    meta_cls = getattr(torchopt, "Meta" + cls.__name__)
    def meta():
        m = net(); scale = torch.ones((), device=DEV, requires_grad=True); opt = meta_cls(m, lr=0.05, **{k: v for k, v in options.items()})
        start, begin = torchopt.extract_state_dict(m, by="reference", detach_buffers=True), torchopt.extract_state_dict(opt, by="reference")
        outer = torch.optim.Adam([scale], 0.1)
        for _ in range(2):
            for _ in range(2): x, y = batch(); opt.step(scale * F.cross_entropy(m(x), y))
            loss = F.cross_entropy(m(x), y); outer.zero_grad(); loss.backward(); outer.step()
            torchopt.recover_state_dict(m, start); torchopt.recover_state_dict(opt, begin)
        return loss.item(), scale.item()
    driver.work("meta/" + name, meta)
def accelerated():
    m = net(); opt = torchopt.Adam(m.parameters(), lr=0.05, use_accelerated_op=True); F.cross_entropy(m(batch()[0]), batch()[1]).backward(); opt.step()
driver.work("accelerated", accelerated)
driver.work("accelerated available", lambda: torchopt.accelerated_op_available(torch.device(DEV)))
def func_optimizer():
    params = (torch.randn(6, 3, device=DEV, requires_grad=True), torch.zeros(3, device=DEV, requires_grad=True)); opt = torchopt.FuncOptimizer(torchopt.adam(lr=0.05))
    for _ in range(3): x, y = batch(); params = opt.step(F.cross_entropy(x @ params[0] + params[1], y), params)
    opt.load_state_dict(opt.state_dict())
driver.work("func optimizer", func_optimizer)
def chained(*parts):
    params, f = functional(net()); opt = torchopt.chain(*parts); state = opt.init(params)
    for _ in range(2):
        x, y = batch(); grads = dict(zip(params, torch.autograd.grad(F.cross_entropy(f(params, x), y), list(params.values())))); updates, state = opt.update(grads, state, params=params); torchopt.apply_updates(params, updates)
from torchopt import transform
chains = {"clip": lambda: [torchopt.clip_grad_norm(1.0), torchopt.adam(0.1)], "clip inf": lambda: [torchopt.clip_grad_norm(1.0, norm_type=float("inf")), torchopt.sgd(0.1)], "clip checked": lambda: [torchopt.clip_grad_norm(1.0, error_if_nonfinite=True), torchopt.sgd(0.1)], "nan": lambda: [torchopt.nan_to_num(0.0), torchopt.sgd(0.1)], "meta hook": lambda: [torchopt.sgd(0.1)],
          "schedule": lambda: [torchopt.sgd(lr=torchopt.schedule.linear_schedule(0.1, 0.01, 5, 1))], "polynomial": lambda: [torchopt.adam(lr=torchopt.schedule.polynomial_schedule(0.1, 0.01, 2, 5, 1))], "exponential": lambda: [torchopt.sgd(lr=torchopt.schedule.exponential_decay(0.1, 0.9, 1, 2))], "masked": lambda: [transform.masked(transform.add_decayed_weights(0.1), lambda p: pytree.tree_map(lambda _: True, p)) if hasattr(transform, "masked") else torchopt.sgd(0.1)],
          "trace": lambda: [transform.trace(0.9, nesterov=True), transform.scale(-0.1)], "rss": lambda: [transform.scale_by_rss(), transform.scale(-0.1)] if hasattr(transform, "scale_by_rss") else [torchopt.sgd(0.1)], "stddev": lambda: [transform.scale_by_stddev(), transform.scale(-0.1)], "rms": lambda: [transform.scale_by_rms(), transform.scale(-0.1)]}
for name, make in chains.items():
    driver.work("chain/" + name, lambda: chained(*make()))

def spd(): a = torch.randn(6, 6, device=DEV); return a @ a.t() + 6 * torch.eye(6, device=DEV)
driver.work("cg", lambda: (lambda a, b: linalg.cg(a, b, rtol=1e-6).norm().item())(spd(), torch.randn(6, device=DEV)))
driver.work("cg matvec", lambda: (lambda a, b: linalg.cg(lambda x: a @ x, b, maxiter=10, atol=1e-6))(spd(), torch.randn(6, device=DEV)))
driver.work("cg tree", lambda: (lambda a, b: linalg.cg(lambda x: {"u": a @ x["u"]}, {"u": b}))(spd(), torch.randn(6, device=DEV)))
driver.work("ns", lambda: (lambda a, b: linalg.ns(a / 50, b, maxiter=20, alpha=0.5))(spd(), torch.randn(6, device=DEV)))
driver.work("ns matvec", lambda: (lambda a, b: linalg.ns(lambda x: a @ x / 50, b, maxiter=5))(spd(), torch.randn(6, device=DEV)))
driver.work("ns inverse", lambda: (linalg.ns_inv(spd() / 50, 10), linalg.ns_inv(spd() / 50)))
for name, make in {"cg": lambda: linear_solve.solve_cg(), "cg ridge": lambda: linear_solve.solve_cg(ridge=0.1, init=None), "inv": lambda: linear_solve.solve_inv(), "inv ns": lambda: linear_solve.solve_inv(ns=True), "normal": lambda: linear_solve.solve_normal_cg(), "inv ridge": lambda: linear_solve.solve_inv(ridge=0.1)}.items():
    driver.work("solve/" + name, lambda: (lambda a, b: make()(lambda x: a @ x, b))(spd() / 10, torch.randn(6, device=DEV)))

def ridge_objective(p, l, x, y): return (x @ p - y).square().mean() + 0.5 * l * p.square().sum()
for name, solve in {"cg": lambda: linear_solve.solve_normal_cg(maxiter=5, atol=0), "inv": lambda: linear_solve.solve_inv(), "plain": lambda: None}.items():
    def root():
        @implicit.custom_root(functorch.grad(ridge_objective, argnums=0), argnums=1, solve=solve() or linear_solve.solve_normal_cg())
        def solver(init, l, x, y):
            return torch.linalg.solve(x.t() @ x * 2 / len(x) + l * torch.eye(x.shape[1], device=DEV), x.t() @ y * 2 / len(x))
        l = torch.tensor(0.5, device=DEV, requires_grad=True); x, y = torch.randn(9, 4, device=DEV), torch.randn(9, device=DEV)
        out = solver(torch.zeros(4, device=DEV), l, x, y); out.square().sum().backward(); return l.grad.item()
    driver.work("root/" + name, root)
def root_aux():
    @implicit.custom_root(functorch.grad(ridge_objective, argnums=0), argnums=(1, 2), has_aux=True)
    def solver(init, l, x, y): return torch.linalg.solve(x.t() @ x * 2 / len(x) + l * torch.eye(x.shape[1], device=DEV), x.t() @ y * 2 / len(x)), {"n": len(x)}
    l, x = torch.tensor(0.5, device=DEV, requires_grad=True), torch.randn(9, 4, device=DEV, requires_grad=True); out, aux = solver(torch.zeros(4, device=DEV), l, x, torch.randn(9, device=DEV)); out.sum().backward()
driver.work("root/aux", root_aux)
class Inner(torchopt.nn.ImplicitMetaGradientModule if hasattr(torchopt.nn, "ImplicitMetaGradientModule") else implicit.nn.ImplicitMetaGradientModule, linear_solve=linear_solve.solve_normal_cg(maxiter=5, atol=0)):
    def __init__(self, meta_net, model):
        super().__init__(); self.meta_net = meta_net; self.net = torchopt.module_clone(model, by="deepcopy", detach_buffers=True)
    def forward(self, x): return self.net(x)
    def objective(self, x, y): return F.cross_entropy(self.net(x), y) + sum((a - b).square().sum() for a, b in zip(self.parameters(), self.meta_parameters()))
    def solve(self, x, y):
        opt = torch.optim.SGD(self.parameters(), 0.1)
        with torch.enable_grad():
            for _ in range(3): opt.zero_grad(); loss = self.objective(x, y); loss.backward(inputs=list(self.parameters())); opt.step()
        return self
def imaml():
    m = net(); outer = torch.optim.Adam(m.parameters(), 0.01)
    for _ in range(2): x, y = batch(); inner = Inner(m, m).to(DEV); best = inner.solve(x, y); outer.zero_grad(); F.cross_entropy(best(x), y).backward(); outer.step()
driver.work("imaml", imaml)
for method in ("naive", "forward", "antithetic"):
    def zeroth():
        @zero_order.zero_order(distribution=torch.distributions.Normal(loc=torch.tensor(0.0, device=DEV), scale=torch.tensor(1.0, device=DEV)), method=method, argnums=0, num_samples=10, sigma=0.01)
        def loss(p, x, y): return F.cross_entropy(x @ p, y)
        p = torch.randn(6, 3, device=DEV, requires_grad=True); loss(p, *batch()).backward(); return p.grad.norm().item()
    driver.work("zero order/" + method, zeroth)
class Zeroth(zero_order.nn.ZeroOrderGradientModule if hasattr(zero_order, "nn") else torchopt.nn.ZeroOrderGradientModule, method="naive", num_samples=5, sigma=0.01):
    def __init__(self): super().__init__(); self.l = nn.Linear(6, 1)
    def forward(self, x): return self.l(x).square().mean()
    def sample(self, sample_shape=torch.Size()): return torch.randn(sample_shape, device=DEV)
def zeroth_module(): m = Zeroth().to(DEV); loss = m(batch()[0]); loss.backward()
driver.work("zero order/module", zeroth_module)
for by in ("reference", "copy", "deepcopy"):
    driver.work("extract/" + by, lambda: (lambda m: torchopt.recover_state_dict(m, torchopt.extract_state_dict(m, by=by, device=torch.device(DEV), with_buffers=True, enable_visual=False)))(net()))
    driver.work("clone/" + by, lambda: torchopt.module_clone(net(), by=by, device=DEV))
driver.work("stop gradient", lambda: (torchopt.stop_gradient(net()), torchopt.stop_gradient({"a": torch.randn(2, device=DEV, requires_grad=True)}), torchopt.module_detach_(net())))
driver.work("state", lambda: (lambda m: (torch.save(torchopt.extract_state_dict(m, by="copy").params, "s.pt")))(net()))
def swapped():
    from torchopt.nn import stateless
    m = net(); named = {k: torch.randn_like(v) for k, v in m.named_parameters()}
    with stateless.reparametrize(m, named): m(batch()[0])
    stateless.swap_state(m, named)
driver.work("stateless", swapped)
def trees():
    t = {"a": torch.randn(3, device=DEV), "b": [torch.randn(2, 2, device=DEV)]}
    return pytree.tree_add(t, t), pytree.tree_sub(t, t), pytree.tree_mul(t, t), pytree.tree_matmul(t["b"], t["b"]), pytree.tree_scalar_mul(2.0, t), pytree.tree_truediv(t, t), pytree.tree_vdot_real(t, t), pytree.tree_wait([]) if hasattr(pytree, "tree_wait") else None
driver.work("trees", trees)
driver.work("visual", lambda: torchopt.visual.make_dot(net()(batch()[0]).sum(), params=[]))
driver.work("distributed", lambda: (torchopt.distributed.mean_reducer([torch.randn(3, device=DEV)] * 2), torchopt.distributed.sum_reducer([torch.randn(3, device=DEV)] * 2)))
driver.finish()
