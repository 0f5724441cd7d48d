import sys
from driving import Driver, DEV, ROOT
driver = Driver("torchquad")
sys.path.insert(0, ROOT)
import torch, torchquad
from torchquad import (MonteCarlo, Trapezoid, Simpson, Boole, VEGAS, GaussLegendre, Gaussian, RNG, Sobol, IntegrationGrid, set_up_backend, set_log_level, set_precision, enable_cuda)
from torchquad.integration import utils as U
set_log_level("WARNING")

def f1(x): return torch.sin(x[:, 0]) + torch.exp(x[:, 1])
def f2(x): return torch.prod(torch.cos(x), dim=1)
def f3(x): return torch.stack([torch.sin(x[:, 0]), torch.exp(x[:, 1])], dim=1)
def farg(x, a, b): return a * x[:, 0] ** 2 + b

DOMAIN = [[0, 1], [-1, 1]]
INTEGRATORS = dict(trapezoid=(Trapezoid, 101 * 101), simpson=(Simpson, 101 * 101), boole=(Boole, 101 * 101), monte_carlo=(MonteCarlo, 10000), gauss=(GaussLegendre, 101 * 101), gaussian=(Gaussian, 64), vegas=(VEGAS, 10000))

def run(cls, n, f, domain, **kw):
    return cls().integrate(f, dim=2, N=n, integration_domain=domain, **kw)

def defaults():
    set_up_backend("torch", data_type="float32")
    enable_cuda()
    set_precision("float32", backend="torch")
if DEV == "cuda": driver.work("set up", defaults)
for name, (cls, n) in INTEGRATORS.items():
    for fname, f in dict(sum=f1, product=f2, vector=f3).items():
        if name == "vegas" and fname == "vector": continue
        driver.work("%s/%s" % (name, fname), lambda: run(cls, n, f, DOMAIN).cpu())
        driver.work("%s/%s/tensor domain" % (name, fname), lambda: run(cls, n, f, torch.tensor(DOMAIN, dtype=torch.float32, device=DEV)))
    driver.work(name + "/args", lambda: cls().integrate(farg, dim=1, N=n if n < 10001 else 101, integration_domain=[[0, 2]], args=(2.0, 1.0), backend="torch"))
    driver.work(name + "/default domain", lambda: cls().integrate(f2, dim=3, N=9261 if name != "gaussian" else 27))
    if hasattr(cls, "get_jit_compiled_integrate") and name != "vegas":
        def jit():
            g = cls().get_jit_compiled_integrate(dim=2, N=n, integration_domain=torch.tensor(DOMAIN, dtype=torch.float32, device=DEV), backend="torch")
            return g(f2, torch.tensor(DOMAIN, dtype=torch.float32, device=DEV))
        driver.work(name + "/jit", jit)
def gradient(cls, n):
    d = torch.tensor([[0.0, 1.0], [0.0, 2.0]], device=DEV, requires_grad=True)
    result = cls().integrate(f2, dim=2, N=n, integration_domain=d)
    result.backward()
    return d.grad
for name in ("trapezoid", "simpson", "boole", "monte_carlo", "gauss"):
    driver.work(name + "/gradient", lambda: gradient(*INTEGRATORS[name]))
driver.work("monte_carlo/rng", lambda: MonteCarlo().integrate(f1, 2, 5000, DOMAIN, rng=RNG("torch", seed=3), backend="torch"))
driver.work("monte_carlo/seed", lambda: MonteCarlo().integrate(f1, 2, 5000, DOMAIN, seed=3, backend="torch"))
driver.work("sobol", lambda: MonteCarlo().integrate(f1, 2, 4096, DOMAIN, rng=Sobol("torch", seed=3) if "backend" in Sobol.__init__.__code__.co_varnames else Sobol(), backend="torch"))
driver.work("vegas/options", lambda: VEGAS().integrate(f1, 2, 10000, DOMAIN, seed=1, eps_rel=1e-3, eps_abs=1e-3, max_iterations=10, use_warmup=False, backend="torch"))
driver.work("vegas/grid improve", lambda: VEGAS().integrate(f2, 3, 30000, [[0, 1]] * 3, seed=1, use_grid_improve=True, max_iterations=20, backend="torch"))
driver.work("vegas/full result", lambda: print(VEGAS().integrate(f2, 2, 10000, DOMAIN, seed=1, backend="torch")))
def grid():
    g = IntegrationGrid(2500, torch.tensor(DOMAIN, dtype=torch.float32, device=DEV))
    return g.points, g.h
driver.work("grid", grid)
driver.work("deployment test", lambda: torchquad._deployment_test(), limit=30)
driver.finish()
