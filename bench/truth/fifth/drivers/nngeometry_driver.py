"""Fisher and Gauss-Newton matrices in all representations with what they offer, Jacobians, tangent kernels, Hessians, vectors, all kinds of layers."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("nngeometry")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import copy, matplotlib; matplotlib.use("Agg")
import matplotlib.pyplot as plt, torch, torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset
from nngeometry import FIM, FIM_MonteCarlo, GramMatrix, Hessian, Jacobian
from nngeometry import object as Ob, layers as La, utils as Ut
from nngeometry.backend import TorchHooksJacobianBackend
from nngeometry.backend.torch_hooks.grads_conv import use_conv_impl_for_convs, use_unfold_impl_for_convs
from nngeometry.layercollection import LayerCollection
from nngeometry.maths import kronecker
from nngeometry.object.pspace import bdot
from nngeometry.object.vector import random_fvector, random_pvector, random_pvector_dict

K = 3
def dense(): return nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, K)).to(DEV)
class Conv(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Conv2d(1, 3, 3, 2); self.b = nn.Conv2d(3, 4, 2); self.c = nn.Linear(16, K)
    def forward(self, x): return self.c(self.b(self.a(x).relu()).relu().flatten(1))
class Conv1(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Conv1d(2, 3, 3); self.c = nn.Linear(18, K)
    def forward(self, x): return self.c(self.a(x).relu().flatten(1))
class Norms(nn.Module):
    def __init__(self): super().__init__(); self.a = nn.Linear(6, 6); self.n = nn.LayerNorm(6); self.b = nn.BatchNorm1d(6); self.w = La.WeightNorm1d(6, 6); self.c = La.Cosine1d(6, 6); self.f = La.Affine1d(6); self.o = nn.Linear(6, K)
    def forward(self, x): return self.o(self.f(self.c(self.w(self.b(self.n(self.a(x)))))))
class ConvNorms(nn.Module):
    def __init__(self): super().__init__(); self.a = La.WeightNorm2d(1, 4, 3, 2); self.b = nn.BatchNorm2d(4); self.g = nn.GroupNorm(2, 4); self.t = nn.ConvTranspose2d(4, 2, 2); self.o = nn.Linear(32, K)
    def forward(self, x): return self.o(self.t(self.g(self.b(self.a(x)))).flatten(1))
nets = {"dense": (dense, (6,)), "conv": (lambda: Conv().to(DEV), (1, 7, 7)), "conv1": (lambda: Conv1().to(DEV), (2, 8)), "norms": (lambda: Norms().to(DEV).eval(), (6,)), "conv norms": (lambda: ConvNorms().to(DEV).eval(), (1, 7, 7))}
def loader(shape, n=12, gpu=True): x, y = torch.randn(n, *shape), torch.randint(K, (n,)); return DataLoader(TensorDataset(*((x.to(DEV), y.to(DEV)) if gpu else (x, y))), batch_size=5)
kinds = {"dense": Ob.PMatDense, "diag": Ob.PMatDiag, "blocks": Ob.PMatBlockDiag, "kfac": Ob.PMatKFAC, "ekfac": Ob.PMatEKFAC, "low rank": Ob.PMatLowRank, "quasi": Ob.PMatQuasiDiag, "implicit": Ob.PMatImplicit}
able = {"conv1": ("dense", "diag", "blocks", "kfac", "ekfac", "low rank", "implicit"), "norms": ("dense", "diag", "blocks", "low rank"), "conv norms": ("dense", "diag", "blocks", "low rank")}
def fim(net="dense", kind="kfac", **o): make, shape = nets[net]; m = make(); return m, FIM(m, loader(shape, gpu=o.pop("gpu", True)), kinds[kind], device=DEV, **{"variant": "classif_logits", **o})
def tried(*fs):
    out = []
    for f in fs:
        try: out.append(f())
        except Exception: pass  # not every representation offers it
    return out
def uses(m, F): v = random_pvector(F.generator.layer_collection, DEV, torch.float32); return tried(F.trace, F.frobenius_norm, F.get_diag, lambda: F.mv(v).to_torch(), lambda: F.vTMv(v), F.to_torch, lambda: F.size(), lambda: (2.0 * F).trace())
def solves(m, F):
    v = random_pvector(F.generator.layer_collection, DEV, torch.float32); tried(lambda: F.compute_eigendecomposition(), lambda: F.get_eigendecomposition())
    return tried(lambda: F.solve(v, 1e-2).to_torch(), lambda: F.inverse(1e-2), lambda: F.solvePVec(v, 1e-2), lambda: F.solvePVec(v, 1e-2, impl="eigh"), lambda: F.solvePVec(v, 1e-2, impl="solve"))
for net in nets:
    for kind in able.get(net, kinds):
        driver.work(f"fisher/{net}/{kind}", lambda: uses(*fim(net, kind)))
        driver.work(f"fisher/{net}/{kind}/cpu data", lambda: fim(net, kind, gpu=False))
        if kind not in ("implicit",): driver.work(f"fisher/{net}/{kind}/solve", lambda: solves(*fim(net, kind)))
        for variant in ("regression",):
            driver.work(f"fisher/{net}/{kind}/{variant}", lambda: fim(net, kind, variant=variant))
        for variant in ("classif_logits", "classif_logsoftmax"):
            driver.work(f"sampled/{net}/{kind}/{variant}", lambda: (lambda m: FIM_MonteCarlo(m, loader(nets[net][1]), kinds[kind], variant, trials=2, device=DEV).trace())(nets[net][0]()))
    def jacobian():
        m = nets[net][0](); l = loader(nets[net][1]); J = Jacobian(m, l, lambda *d: m(d[0].to(DEV))); v = random_pvector(J.generator.layer_collection, DEV, torch.float32); f = J.jvp(v); return f.to_torch(), J.vjp(f).to_torch(), [a for a in J.iter_by_module()], (J + J).data, (2.0 * J).to_torch()
    driver.work("jacobian/" + net, jacobian)
    def gram(): m = nets[net][0](); G = GramMatrix(m, loader(nets[net][1]), lambda *d: m(d[0].to(DEV))); v = torch.randn(K, 12, device=DEV); w = torch.randn(K * 12, device=DEV); G.compute_eigendecomposition(); return tried(lambda: G.mv(Ob.FVector(v)), lambda: G.vTMv(Ob.FVector(v)), lambda: G.mv(Ob.FVector(w)), lambda: G.vTMv(Ob.FVector(w)), G.frobenius_norm, G.trace, G.to_torch, G.get_eigendecomposition, lambda: G.size(), lambda: G + G, lambda: G - G, lambda: 2.0 * G, lambda: G.project_to_diag(Ob.FVector(v)), lambda: G.project_from_diag(Ob.FVector(v)))
    driver.work("kernel/" + net, gram)
def hessian(kind): m = dense(); H = Hessian(m, loader((6,)), kinds[kind], lambda p, y: nn.functional.cross_entropy(p, y, reduction="sum")); return H.to_torch(), H.trace(), H.frobenius_norm(), H.mv(random_pvector(H.generator.layer_collection, DEV, torch.float32))
driver.work("hessian", lambda: hessian("dense"))
driver.work("hessian/regression", lambda: (lambda m: Hessian(m, DataLoader(TensorDataset(torch.randn(8, 6), torch.randn(8, K)), 4), Ob.PMatDense, lambda p, y: (p - y).square().sum()).get_diag())(dense()))
for context in (use_conv_impl_for_convs, use_unfold_impl_for_convs):
    def convs(net="conv"):
        with context(): return fim(net, "dense")[1].trace()
    for n in ("conv", "conv1", "conv norms"): driver.work(f"convolutions/{context.__name__}/{n}", lambda: tried(lambda: convs(n)))
def pairs(kind): (m, a), (_, b) = fim("dense", kind), fim("dense", kind); return tried(lambda: (a + b).trace(), lambda: (a - b).trace(), lambda: (3.0 * a).to_torch(), lambda: a.mm(b))
for kind in kinds: driver.work("arithmetic/" + kind, lambda: pairs(kind))
def powers(kind): m, F = fim("dense", kind); v = random_pvector(F.generator.layer_collection, DEV, torch.float32); return tried(lambda: F.pow(-0.5, 1e-2), lambda: F.pow(-1, 1e-2), lambda: F ** -1, lambda: F.pow(2).mv(v), lambda: F.solve(v, 1e-2, impl="default"), lambda: F.to_torch(split_weight_bias=False), lambda: F.get_diag(split_weight_bias=False), lambda: F.inverse(1e-2, use_pi=False), lambda: F.solvePVec(v, 1e-2, use_pi=False))
for kind in ("kfac", "ekfac"): driver.work("powers/" + kind, lambda: powers(kind))
def maps(kind): m, F = fim("dense", kind); J = Jacobian(m, loader((6,)), lambda *d: m(d[0].to(DEV)), layer_collection=F.generator.layer_collection); return F.solve(J, 1e-2).data
for kind in ("dense", "ekfac", "diag"): driver.work("solved maps/" + kind, lambda: tried(lambda: maps(kind)))
def ekfac(net="dense"): m, F = fim(net, "ekfac"); F.update_diag(loader(nets[net][1])); return tried(F.get_KFE, lambda: F.get_KFE(split_weight_bias=False), F.to_torch, F.trace, lambda: F.get_diag(0))
driver.work("ekfac/updated", ekfac); driver.work("ekfac/updated conv", lambda: ekfac("conv"))
def implicit(): m = dense(); J = Jacobian(m, loader((6,)), lambda *d: m(d[0].to(DEV)), representation=Ob.PFMapImplicit); return J.jvp(random_pvector(J.generator.layer_collection, DEV, torch.float32)).to_torch()
driver.work("jacobian/implicit", implicit)
driver.work("jacobian/implicit conv", lambda: (lambda m: (lambda J: J.jvp(random_pvector(J.generator.layer_collection, DEV, torch.float32)).to_torch())(Jacobian(m, loader((1, 7, 7)), lambda *d: m(d[0].to(DEV)), representation=Ob.PFMapImplicit)))(nets["conv"][0]()))
def centered(): m = dense(); b = TorchHooksJacobianBackend(m, lambda *d: m(d[0].to(DEV)), centering=True, layer_collection=LayerCollection.from_model(m)); return tried(*[lambda k=k: k(generator=b, examples=loader((6,))).trace() for k in (Ob.PMatDense, Ob.PMatDiag, Ob.PMatBlockDiag, Ob.PMatQuasiDiag, Ob.PMatImplicit)]), Ob.FMatDense(generator=b, examples=loader((6,))).frobenius_norm(), Ob.PFMapDense(generator=b, examples=loader((6,))).to_torch()
driver.work("centered", centered)
def vectors():
    m = dense(); lc = LayerCollection.from_model(m); a = Ob.PVector.from_model(m); b = random_pvector_dict(lc, DEV); c = random_pvector(lc, DEV, torch.float32)
    nn.functional.cross_entropy(m(torch.randn(4, 6, device=DEV)), torch.randint(K, (4,), device=DEV)).backward(); gr = Ob.PVector.from_model_grad(m)
    return tried(lambda: (a - 0.1 * gr).copy_to_model(m), lambda: c.add_to_model(m), lambda: (a.norm(), a.norm(1), a.dot(gr), (a + gr).to_torch(), (a - gr).norm(), (2 * b).norm(), a.clone().detach().to_dict(), c.to_dict(), b.to_torch(), a.size(), (a + c).to_torch(), a.dot(c), c.norm()), lambda: (lc.numel(), [p.shape for p in lc.parameters(lc.get_layerid_module_maps(m)[0])], list(lc.named_parameters(lc.get_layerid_module_maps(m)[0]))))
driver.work("vectors", vectors); driver.work("vectors/arithmetic", lambda: (lambda lc: (random_pvector(lc, DEV) + random_pvector(lc, DEV), random_pvector_dict(lc, DEV).dot(random_pvector_dict(lc, DEV)), random_pvector(lc, DEV).dot(random_pvector(lc, DEV)), random_fvector(4, 2, DEV).to_torch()))(LayerCollection.from_model(dense())))
def graph(): m = dense(); v = Ob.PVector.from_model(m); loss = m(torch.randn(4, 6, device=DEV)).square().sum(); g1 = Ut.grad(loss, v, create_graph=True); return Ut.grad(g1.dot(g1), v).to_torch()
driver.work("gradients", graph)
driver.work("shown", lambda: Ut.display_correl(fim("dense", "dense")[1], plt.subplots()[1])); driver.work("maths", lambda: kronecker(torch.rand(2, 3, device=DEV), torch.rand(3, 2, device=DEV))); driver.work("batched", lambda: bdot(torch.rand(4, 5, device=DEV), torch.rand(4, 5, device=DEV)))
def natural(kind):
    m = dense(); x, y = torch.randn(24, 6), torch.randint(K, (24,)); losses = []
    for i in range(3):
        F = FIM(m, DataLoader(TensorDataset(x, y), 12), kinds[kind], "classif_logits", DEV); loss = nn.functional.cross_entropy(m(x.to(DEV)), y.to(DEV)); m.zero_grad(); loss.backward(); step = F.solve(Ob.PVector.from_model_grad(m), 1e-2); (-0.1 * step).add_to_model(m); losses.append(loss.item())
    return losses
for kind in ("dense", "diag", "kfac", "ekfac", "blocks"): driver.work("natural gradient/" + kind, lambda: natural(kind))
def consolidated():
    m = dense(); F = FIM(m, loader((6,)), Ob.PMatKFAC, "classif_logits", DEV); old = Ob.PVector.from_model(copy.deepcopy(m)).clone().detach(); opt = torch.optim.SGD(m.parameters(), 0.1); total = 0.0
    for x, y in loader((6,)): loss = nn.functional.cross_entropy(m(x), y) + F.vTMv(Ob.PVector.from_model(m) - old); opt.zero_grad(); loss.backward(); opt.step(); total += loss.item()
    return total
driver.work("consolidation", consolidated)
driver.work("segmentation", lambda: (lambda m: FIM_MonteCarlo(m, DataLoader(TensorDataset(torch.randn(6, 1, 6, 6)), 3), Ob.PMatDiag, "segmentation_logits", 2, DEV).trace())(nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.ReLU(), nn.Conv2d(3, K, 1)).to(DEV)))
driver.work("layers", lambda: (repr(LayerCollection.from_model(dense())), LayerCollection.from_model(nets["conv norms"][0]()), LayerCollection.from_model(nn.Sequential(nn.Linear(3, 3), nn.Bilinear(2, 2, 2)), ignore_unsupported_layers=True)))
driver.finish()
