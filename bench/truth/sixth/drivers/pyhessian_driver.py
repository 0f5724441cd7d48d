"""Hessians of networks: their eigenvalues, traces and densities on a batch and on a loader, for several networks and losses, and the operations on lists of tensors."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pyhessian")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import copy, numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from pyhessian import get_params_grad, group_add, group_product, hessian, hessian_vector_product, normalization, orthnormal

def eig(matrix, eigenvectors=False):
    """What torch.eig gave: newer PyTorch only has its successor. The density calls it with a symmetric matrix."""
    values, vectors = torch.linalg.eigh(matrix)
    return torch.stack([values, torch.zeros_like(values)], 1), vectors
torch.eig = eig

K, GPU = 3, DEV == "cuda"
class Conv(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Conv2d(1, 4, 3); self.n = nn.BatchNorm2d(4); self.b = nn.Linear(16, K)
    def forward(self, x): return self.b(F.adaptive_avg_pool2d(self.n(self.a(x)).relu(), 2).flatten(1))
class Residual(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Linear(6, 8); self.b = nn.Linear(8, 8); self.n = nn.LayerNorm(8); self.c = nn.Linear(8, K)
    def forward(self, x): h = self.a(x).tanh(); return self.c(h + self.n(self.b(h)).tanh())
class Attentive(nn.Module):
    def __init__(self): super().__init__(); self.q = nn.Linear(4, 4); self.k = nn.Linear(4, 4); self.o = nn.Linear(4, K)
    def forward(self, x): return self.o(((self.q(x) @ self.k(x).transpose(1, 2)).softmax(-1) @ x).mean(1))
def frozen(m): m[0].requires_grad_(False); return m
nets = {"dense": (lambda: nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, K)), (6,)), "smooth": (lambda: nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, K)), (6,)), "linear": (lambda: nn.Linear(6, K), (6,)), "conv": (Conv, (1, 7, 7)),
        "residual": (Residual, (6,)), "attentive": (Attentive, (5, 4)), "frozen": (lambda: frozen(nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, K))), (6,)), "dropout": (lambda: nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.Dropout(0.5), nn.Linear(8, K)), (6,))}
losses = {"cross entropy": (nn.CrossEntropyLoss(), lambda n: torch.randint(K, (n,))), "squares": (nn.MSELoss(), lambda n: torch.randn(n, K)), "smoothed": (nn.CrossEntropyLoss(label_smoothing=0.1), lambda n: torch.randint(K, (n,))),
          "binary": (nn.BCEWithLogitsLoss(), lambda n: torch.randint(2, (n, K)).float()), "own": (lambda p, y: F.nll_loss(p.log_softmax(1), y) + 0.1 * p.square().mean(), lambda n: torch.randint(K, (n,)))}
def data(net, loss, n=12): return torch.randn(n, *nets[net][1]), losses[loss][1](n)
def batch(net="smooth", loss="cross entropy", there=False, n=12): x, y = data(net, loss, n); return hessian(nets[net][0]().to(DEV), losses[loss][0], data=(x.to(DEV), y.to(DEV)) if there or not GPU else (x, y), cuda=GPU)
def primed(m, net, loss): losses[loss][0](m(data(net, loss)[0].to(DEV)), data(net, loss)[1].to(DEV)).backward(); return m  # the loader's way wants gradients to have been there
def loader(net="smooth", loss="cross entropy", there=False, shuffle=False, size=5, before=False):
    x, y = data(net, loss); m = nets[net][0]().to(DEV); d = DataLoader(TensorDataset(*((x.to(DEV), y.to(DEV)) if there else (x, y))), size, shuffle=shuffle)
    return hessian(primed(m, net, loss) if before else m, losses[loss][0], dataloader=d, cuda=GPU)
tasks = {"top": lambda h: h.eigenvalues(maxIter=4), "top two": lambda h: h.eigenvalues(maxIter=3, tol=1e-9, top_n=2), "loose": lambda h: h.eigenvalues(maxIter=20, tol=1.0), "trace": lambda h: np.mean(h.trace(maxIter=4)), "trace loose": lambda h: h.trace(maxIter=9, tol=10.0), "density": lambda h: h.density(iter=4), "density twice": lambda h: h.density(iter=3, n_v=2)}
for net in nets:
    for name, f in tasks.items(): driver.work(f"batch/{net}/{name}", lambda: f(batch(net))); driver.work(f"loader/{net}/{name}", lambda: f(loader(net)))
for loss in losses:
    for name in ("top", "trace", "density"): driver.work(f"loss/{loss}/{name}", lambda: tasks[name](batch("smooth", loss))); driver.work(f"loss/{loss}/{name}/loader", lambda: tasks[name](loader("smooth", loss)))
for name, f in tasks.items():
    driver.work(f"there/{name}", lambda: f(batch(there=True))); driver.work(f"there/{name}/loader", lambda: f(loader(there=True))); driver.work(f"shuffled/{name}", lambda: f(loader(shuffle=True))); driver.work(f"primed/{name}", lambda: f(loader(before=True, size=12)))
driver.work("all of one", lambda: (lambda h: [f(h) for f in tasks.values()])(batch())); driver.work("all of one/loader", lambda: (lambda h: [f(h) for f in tasks.values()])(loader()))
driver.work("top three", lambda: batch().eigenvalues(maxIter=5, top_n=3)); driver.work("whole linear spectrum", lambda: batch("linear").density(iter=12)); driver.work("too many steps", lambda: hessian(nn.Linear(2, 1).to(DEV), nn.MSELoss(), data=(torch.randn(4, 2).to(DEV), torch.randn(4, 1).to(DEV)), cuda=GPU).density(iter=6))
driver.work("no curvature", lambda: hessian(nn.Linear(3, 1, bias=False).to(DEV), lambda p, y: (p.square() * 0).mean() + 0 * y.sum(), data=(torch.randn(4, 3).to(DEV), torch.randn(4, 1).to(DEV)), cuda=GPU).density(iter=3))
def perturbed():
    h = batch(); _, v = h.eigenvalues(maxIter=4); m, (x, y) = h.model, (h.inputs, h.targets); seen = []
    for step in np.linspace(-0.5, 0.5, 5):
        other = copy.deepcopy(m)
        for p, o, d in zip(m.parameters(), other.parameters(), v[0]): o.data = p.data + step * d
        seen.append(h.criterion(other(x), y).item())
    return seen
driver.work("landscape", perturbed)
def gradients(): h = batch(); params, grads = get_params_grad(h.model); v = [torch.randn_like(p) for p in params]; seen = []; [seen.append(h.criterion(h.model(h.inputs), h.targets).item()) for _ in range(2)]; return hessian_vector_product(grads, params, v), seen
driver.work("vector product", gradients)
def lists(): return [torch.randn(4, 3, device=DEV), torch.randn(3, device=DEV)]
driver.work("lists", lambda: (group_product(lists(), lists()), group_add(lists(), lists()), group_add(lists(), lists(), alpha=-0.5), group_add(lists(), lists(), alpha=group_product(lists(), lists())), normalization(lists()), orthnormal(lists(), []), orthnormal(lists(), [normalization(lists()), normalization(lists())])))
driver.work("lists/gradients", lambda: (get_params_grad(nets["frozen"][0]().to(DEV)), get_params_grad(nets["dense"][0]().to(DEV))))
def training():
    m = nets["conv"][0]().to(DEV); opt = torch.optim.SGD(m.parameters(), 0.1); seen = []
    for _ in range(2):
        m.train(); x, y = data("conv", "cross entropy"); loss = F.cross_entropy(m(x.to(DEV)), y.to(DEV)); opt.zero_grad(); loss.backward(); opt.step(); m.zero_grad()
        h = hessian(m, nn.CrossEntropyLoss(), data=(x, y), cuda=GPU); seen.append((h.eigenvalues(maxIter=3)[0][-1], np.mean(h.trace(maxIter=3))))
    return seen
driver.work("while training", training)
def refused():
    for o in (dict(), dict(data=(1, 2), dataloader=[1])):
        try: hessian(nn.Linear(1, 1), nn.MSELoss(), **o)
        except AssertionError: pass
    try: batch().eigenvalues(top_n=0)
    except AssertionError: return True
driver.work("refused", refused)
driver.work("on the processor", lambda: hessian(nn.Linear(6, K), nn.CrossEntropyLoss(), data=data("linear", "cross entropy"), cuda=False).eigenvalues(maxIter=2))
driver.finish()
