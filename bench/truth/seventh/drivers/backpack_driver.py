"""More from the backward pass: first and second order extensions and curvature products on networks of all kinds of layers, hooks, the converter, optimizers on top, Hessian-free products."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("backpack")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import contextlib, io, itertools, math, torch, torch.nn as nn, torch.nn.functional as F
from backpack import backpack, disable, extend, extensions as E, memory_cleanup
from backpack.custom_module.branching import Parallel, SumModule
from backpack.custom_module.pad import Pad
from backpack.custom_module.permute import Permute
from backpack.custom_module.reduce_tuple import ReduceTuple
from backpack.custom_module.scale_module import ScaleModule
from backpack.custom_module.slicing import Slicing
from backpack.hessianfree import ggnvp as Gg, hvp as Hv, lop as Lo, rop as Ro
from backpack.utils import conv as Uc, conv_transpose as Ut, convert_parameters as Cp, examples as Ex, kroneckers as K, module_classification as Mc, subsampling as Su
from backpack.utils.unsqueeze import kfacmp_unsqueeze_if_missing_dim

N, C = 4, 3
def quiet(f):
    def g():
        with contextlib.redirect_stdout(io.StringIO()): return f()
    return g
def work(name, f, **o): driver.work(name, quiet(f), **o)
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, TypeError, RuntimeError, AssertionError, NotImplementedError, KeyError, AttributeError, StopIteration)) as error: return str(error)[:80]
t = lambda *s: torch.randn(*s, device=DEV)
labels = lambda n=N, c=C: torch.randint(c, (n,), device=DEV)
nets = {"linear": (lambda: nn.Sequential(nn.Linear(5, C)), lambda: t(N, 5)), "mlp": (lambda: nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, 4, bias=False), nn.Sigmoid(), nn.Linear(4, C)), lambda: t(N, 5)),
    "conv1d": (lambda: nn.Sequential(nn.Conv1d(2, 3, 3, padding=1), nn.ReLU(), nn.MaxPool1d(2), nn.Flatten(), nn.Linear(12, C)), lambda: t(N, 2, 8)), "conv2d": (lambda: nn.Sequential(nn.Conv2d(2, 3, 3, stride=2, padding=1, bias=True), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(12, C)), lambda: t(N, 2, 8, 8)), "conv3d": (lambda: nn.Sequential(nn.Conv3d(1, 2, 2), nn.ReLU(), nn.MaxPool3d(2), nn.Flatten(), nn.Linear(16, C)), lambda: t(N, 1, 5, 5, 5)),
    "transposed1d": (lambda: nn.Sequential(nn.ConvTranspose1d(2, 2, 3, stride=2), nn.Tanh(), nn.AvgPool1d(3), nn.Flatten(), nn.Linear(6, C)), lambda: t(N, 2, 5)), "transposed2d": (lambda: nn.Sequential(nn.ConvTranspose2d(2, 2, 2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, C)), lambda: t(N, 2, 4, 4)), "transposed3d": (lambda: nn.Sequential(nn.ConvTranspose3d(1, 2, 2), nn.ReLU(), nn.AvgPool3d(2), nn.Flatten(), nn.Linear(16, C)), lambda: t(N, 1, 3, 3, 3)),
    "activations": (lambda: nn.Sequential(nn.Linear(5, 4), nn.LeakyReLU(0.1), nn.Linear(4, 4), nn.LogSigmoid(), nn.Linear(4, 4), nn.ELU(), nn.Linear(4, 4), nn.SELU(), nn.Dropout(0.2), nn.Linear(4, C)), lambda: t(N, 5)), "padded": (lambda: nn.Sequential(nn.ZeroPad2d(1), nn.Conv2d(1, 2, 3), nn.Tanh(), nn.Flatten(), nn.Linear(32, C)), lambda: t(N, 1, 4, 4)), "pad module": (lambda: nn.Sequential(Pad((1, 1), value=0.5), nn.Linear(6, 4), Slicing((slice(None), slice(0, 3))), nn.Linear(3, C)), lambda: t(N, 4)), "dilated": (lambda: nn.Sequential(nn.Conv2d(2, 4, 3, dilation=2, groups=2, padding=2), nn.ReLU(), nn.Flatten(), nn.Linear(64, C)), lambda: t(N, 2, 4, 4)), "transposed groups": (lambda: nn.Sequential(nn.ConvTranspose2d(2, 4, 3, groups=2, stride=2, padding=1, output_padding=1), nn.Sigmoid(), nn.Flatten(), nn.Linear(144, C)), lambda: t(N, 2, 3, 3)),
    "norm1d": (lambda: nn.Sequential(nn.Linear(5, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, C)).eval(), lambda: t(N, 5)), "norm2d": (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(8, C)).eval(), lambda: t(N, 1, 4, 4)), "norm3d": (lambda: nn.Sequential(nn.Conv3d(1, 2, 2), nn.BatchNorm3d(2), nn.Flatten(), nn.Linear(16, C)).eval(), lambda: t(N, 1, 3, 3, 3)), "pooled": (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.AdaptiveAvgPool2d((2, 2)), nn.Flatten(), nn.Linear(8, C)), lambda: t(N, 1, 6, 6)), "pooled1d": (lambda: nn.Sequential(nn.Conv1d(1, 2, 3), nn.AdaptiveAvgPool1d(2), nn.Flatten(), nn.Linear(4, C)), lambda: t(N, 1, 6)), "pooled3d": (lambda: nn.Sequential(nn.Conv3d(1, 2, 2), nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(2, C)), lambda: t(N, 1, 3, 3, 3)),
    "rnn": (lambda: nn.Sequential(nn.RNN(3, 4, batch_first=True), ReduceTuple(0), Permute(0, 2, 1), nn.Flatten(), nn.Linear(20, C)), lambda: t(N, 5, 3)), "lstm": (lambda: nn.Sequential(nn.LSTM(3, 4, batch_first=True), ReduceTuple(0), nn.Flatten(), nn.Linear(20, C)), lambda: t(N, 5, 3)), "embedding": (lambda: nn.Sequential(nn.Embedding(10, 4), nn.Flatten(), nn.Linear(12, C)), lambda: torch.randint(10, (N, 3), device=DEV)), "scaled": (lambda: nn.Sequential(nn.Linear(5, 4), ScaleModule(0.5), nn.Identity(), nn.Linear(4, C)), lambda: t(N, 5)), "residual": (lambda: nn.Sequential(nn.Linear(5, 4), Parallel(ScaleModule(1.0), nn.Sequential(nn.Linear(4, 4), nn.Tanh())), nn.Linear(4, C)), lambda: t(N, 5)), "scalar": (lambda: nn.Sequential(nn.Linear(5, 4), nn.Sigmoid(), nn.Linear(4, 1)), lambda: t(N, 5)), "scalar maps": (lambda: nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 1)), lambda: t(N, 1, 4, 4)), "sequence": (lambda: nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Flatten(), nn.Linear(12, C)), lambda: t(N, 3, 5))}
losses = {"cross entropy": (lambda: nn.CrossEntropyLoss(), lambda o: torch.randint(o.shape[1], (o.shape[0], *o.shape[2:]), device=DEV)), "mse": (lambda: nn.MSELoss(), torch.randn_like), "bce": (lambda: nn.BCEWithLogitsLoss(), lambda o: torch.randint(2, o.shape, device=DEV).float()), "cross entropy sum": (lambda: nn.CrossEntropyLoss(reduction="sum"), lambda o: torch.randint(o.shape[1], (o.shape[0], *o.shape[2:]), device=DEV)), "mse sum": (lambda: nn.MSELoss(reduction="sum"), torch.randn_like)}
first = {"batch grad": E.BatchGrad, "batch l2": E.BatchL2Grad, "squares": E.SumGradSquared, "variance": E.Variance}
second = {"diag ggn": E.DiagGGNExact, "diag mc": lambda: E.DiagGGNMC(mc_samples=2), "batch diag": E.BatchDiagGGNExact, "batch mc": lambda: E.BatchDiagGGNMC(mc_samples=2), "sqrt ggn": E.SqrtGGNExact, "sqrt mc": lambda: E.SqrtGGNMC(mc_samples=2), "kfac": lambda: E.KFAC(mc_samples=2), "kflr": E.KFLR, "kfra": E.KFRA, "diag hessian": E.DiagHessian, "batch hessian": E.BatchDiagHessian}
products = {"ggnmp": E.GGNMP, "hmp": E.HMP, "pchmp": E.PCHMP}
fields = ("grad_batch", "batch_l2", "sum_grad_squared", "variance", "diag_ggn_exact", "diag_ggn_mc", "diag_ggn_exact_batch", "diag_ggn_mc_batch", "sqrt_ggn_exact", "sqrt_ggn_mc", "kfac", "kflr", "kfra", "diag_h", "diag_h_batch", "ggnmp", "hmp", "pchmp")
def ran(name, *exts, loss="cross entropy", debug=False, hook=None, **o):
    torch.manual_seed(0); net, x = nets[name][0](), nets[name][1](); net = extend(net.to(DEV), debug=debug); lf, ys = losses[loss]; lf = extend(lf().to(DEV)); out = net(x); l = lf(out, ys(out))
    with backpack(*(e() for e in exts), debug=debug, extension_hook=hook, **o): l.backward(**({"retain_graph": True} if o.get("retain_graph") else {}))
    return net, l.item(), {n: [f for f in fields if hasattr(p, f)] for n, p in net.named_parameters()}
together = {"exact": ("diag ggn", "batch diag", "sqrt ggn"), "sampled": ("diag mc", "batch mc", "sqrt mc"), "kronecker": ("kfac", "kflr", "kfra"), "hessian": ("diag hessian", "batch hessian")}
def multiplied(name, kind, loss="cross entropy"): return [getattr(p, kind)(torch.randn(2, *p.shape, device=DEV)).shape for p in ran(name, products[kind], loss=loss)[0].parameters()]
for name in nets:
    work(f"first/{name}", lambda: [raises(lambda e=e: ran(name, e)[1:]) for e in first.values()] + [raises(lambda: ran(name, *first.values())[1:])])
    for kind, exts in together.items(): work(f"{kind}/{name}", lambda: [raises(lambda e=e: ran(name, second[e])[1:]) for e in exts])
    work(f"products/{name}", lambda: [raises(lambda k=k: multiplied(name, k)) for k in products])
for loss in losses:
    for name in ("scalar", "scalar maps") if loss == "bce" else ("mlp", "conv2d"): work(f"loss/{loss}/{name}", lambda: [raises(lambda e=e: ran(name, e, loss=loss)[1:]) for e in second.values()]); work(f"loss/products/{loss}/{name}", lambda: [raises(lambda k=k: multiplied(name, k, loss)) for k in products])
for m in ("clip", "abs"): work(f"product/pchmp {m}", lambda: (lambda p: p.pchmp(torch.randn(2, *p.shape, device=DEV)))(next(ran("mlp", lambda: E.PCHMP(modify=m))[0].parameters())))
for kind, e in {"batch grad": lambda: E.BatchGrad(subsampling=[0, 2]), "sqrt": lambda: E.SqrtGGNExact(subsampling=[1]), "sqrt mc": lambda: E.SqrtGGNMC(mc_samples=3, subsampling=[0, 1])}.items():
    for name in ("mlp", "conv2d", "norm1d", "rnn", "lstm", "embedding", "scaled"): work(f"subsampled/{kind}/{name}", lambda: raises(lambda: ran(name, e)[1:]))
work("context/debug", lambda: ran("mlp", E.BatchGrad, E.DiagGGNExact, debug=True)[1:]); work("context/retained", lambda: ran("mlp", E.BatchGrad, retain_graph=True)[1:]); work("context/wrong", lambda: [raises(f) for f in (lambda: backpack(E.BatchGrad), lambda: backpack(3), lambda: ran("pad module", E.KFRA), lambda: ran("mlp", lambda: E.DiagGGNMC(0)), lambda: E.DiagGGNExact.__mro__[1]("none", "x"), lambda: E.SqrtGGNExact.__mro__[1]("none", "x", None))])
def hooked():
    seen = {}
    def hook(module):
        for p in module.parameters(recurse=False): seen[id(p)] = (p.grad_batch.flatten(1).norm(dim=1) > 1.0).sum().item(); del p.grad_batch
    ran("mlp", E.BatchGrad, hook=hook); return list(seen.values())
work("context/hook", hooked); work("context/disabled", lambda: (lambda net: (disable().__enter__(), net(t(N, 5)), disable.should_store_io(), setattr(disable, "store_io", True), hasattr(net[0], "input0"), net(t(N, 5)), memory_cleanup(net[0]), hasattr(net[0], "input0")))(extend(nets["mlp"][0]().to(DEV))))
def twice(): net, x = extend(nets["mlp"][0]().to(DEV)), t(N, 5); lf = extend(nn.CrossEntropyLoss()); l = lf(net(x), labels()); ctx = backpack(E.BatchGrad(), retain_graph=True); ctx.__enter__(); l.backward(retain_graph=True); a = net[0].weight.grad_batch.clone(); l.backward(); ctx.__exit__(None, None, None); return torch.allclose(a, net[0].weight.grad_batch)
work("context/twice", twice)
# Kronecker factors
for kind in ("kfac", "kflr", "kfra"):
    def preconditioned(name):
        net, _, _ = ran(name, second[kind]); out = []
        for p in net.parameters():
            f = getattr(p, kind); g = p.grad.reshape(-1) if len(f) == 1 else p.grad.flatten(1).reshape(-1); out.append((K.apply_inv_kfac_mat_prod(f, g.unsqueeze(1), shift=1.0).norm().item(), K.apply_kfac_mat_prod(f, g.unsqueeze(1)).norm().item(), K.kfacs_to_mat(f).trace().item()))
        return out
    for name in ("linear", "mlp", "conv2d"): work(f"kronecker/{kind}/{name}", lambda: raises(lambda: preconditioned(name)))
spd = lambda n: (lambda a: a @ a.T + torch.eye(n, device=DEV))(t(n, n))
for s in (None, 0.5, [0.1, 0.2]): work(f"kronecker/inverse {s}", lambda: (K.inv_kfacs([spd(3), spd(2)], s), K.inv_kfac_mat_prod([spd(3), spd(2)], s)(t(6, 2))))
work("kronecker/parts", lambda: (K.two_kfacs_to_mat(t(2, 2), t(3, 3)), raises(lambda: K.two_kfacs_to_mat(t(2, 2), t(3))), K.kfacs_to_mat([spd(2), spd(3), spd(2)]), K.kfac_mat_prod([spd(2), spd(3)])(t(6, 4)), K.kfac_mat_prod_einsum_equation(2), K.is_matrix(t(2, 2)), K.is_vector(t(2)), K.get_letters(3), raises(lambda: K.get_letters(99)), raises(lambda: K.kfac_mat_prod([t(2, 3)])(t(3, 1)))))
# The converter
class Branched(nn.Module):
    """A forward that the converter takes apart."""
    def __init__(self): super().__init__(); self.a, self.b, self.c, self.act = nn.Linear(6, 6), nn.Linear(6, 6), nn.Linear(6, 6), nn.ReLU(inplace=True)
    def forward(self, x): y = self.act(self.a(x)) * 0.5; z = y + self.b(y); return self.c(z)
class Recurrent(nn.Module):
    """An LSTM whose last state is read."""
    def __init__(self, kind=nn.LSTM, layers=1, **o): super().__init__(); self.r, self.l = kind(3, 4, layers, batch_first=True, **o), nn.Linear(4, C)
    def forward(self, x): y, _ = self.r(x); y = y.transpose(1, 2).permute(0, 2, 1); return self.l(y[:, -1, :])
class Convolutional(nn.Module):
    """With views and functions."""
    def __init__(self): super().__init__(); self.c, self.d, self.p, self.l = nn.Conv2d(1, 2, 3, padding=1), nn.Conv2d(2, 2, 3, padding=1), nn.AdaptiveAvgPool2d(2), nn.Linear(8, C)
    def forward(self, x): x = self.c(x); x = self.d(x) + x; x = 2.0 * x; x = self.p(x); x = x.flatten(1); return self.l(x)
class Flat(Convolutional):
    """With a flatten function."""
    def forward(self, x): x = self.p(self.c(x)); x = torch.flatten(x, 1); return self.l(x)
class Shared(nn.Module):
    """A layer that is used twice."""
    def __init__(self): super().__init__(); self.l, self.s, self.o = nn.Linear(6, 6), nn.Sigmoid(), nn.Linear(6, C)
    def forward(self, x): return self.o(self.s(self.l(self.s(x))))
converted = {"branched": (Branched, lambda: t(N, 6)), "recurrent": (Recurrent, lambda: t(N, 5, 3)), "rnn": (lambda: Recurrent(nn.RNN), lambda: t(N, 5, 3)), "layers": (lambda: Recurrent(nn.LSTM, 2), lambda: t(N, 5, 3)), "rnn layers": (lambda: Recurrent(nn.RNN, 2, dropout=0.1), lambda: t(N, 5, 3)), "convolutional": (Convolutional, lambda: t(N, 1, 4, 4)), "flat": (Flat, lambda: t(N, 1, 4, 4)), "shared": (Shared, lambda: t(N, 6))}
def convert(name, *exts, debug=False):
    net = extend(converted[name][0]().to(DEV).eval(), use_converter=True, debug=debug); lf = extend(nn.CrossEntropyLoss()); l = lf(net(converted[name][1]()), labels() if name != "branched" else labels(c=6))
    with backpack(*(e() for e in exts)): l.backward()
    return l.item(), {n: [f for f in fields if hasattr(p, f)] for n, p in net.named_parameters()}
for name in converted:
    for kind in ("diag ggn", "sqrt ggn", "batch diag", "sqrt mc"): work(f"converted/{name}/{kind}", lambda: raises(lambda: convert(name, second[kind])))
    for kind in ("batch grad", "variance"): work(f"converted/{name}/{kind}", lambda: raises(lambda: convert(name, first[kind])))
    work(f"converted/{name}/debug", lambda: raises(lambda: convert(name, E.DiagGGNExact, debug=True)))
work("converted/resnet", lambda: raises(lambda: (lambda net: net(t(2, 3, 32, 32)))(extend(__import__("torchvision").models.resnet18(num_classes=4).to(DEV).eval(), use_converter=True))), limit=40)
# Optimizers on top, as in the examples
def steps(name, ext, update, n=4):
    net = extend(nets[name][0]().to(DEV)); lf = extend(nn.CrossEntropyLoss()); seen = []
    for _ in range(n):
        x, y = nets[name][1](), labels(); net.zero_grad(); l = lf(net(x), y)
        with backpack(ext()): l.backward()
        with torch.no_grad():
            for p in net.parameters(): p.add_(update(p), alpha=-0.1)
        seen.append(l.item())
    return seen
for name in ("mlp", "conv2d"):
    work(f"optimizer/diagonal/{name}", lambda: steps(name, E.DiagGGNMC, lambda p: p.grad / (p.diag_ggn_mc + 1.0))); work(f"optimizer/exact/{name}", lambda: steps(name, E.DiagGGNExact, lambda p: p.grad / (p.diag_ggn_exact + 1.0))); work(f"optimizer/clipped/{name}", lambda: steps(name, E.BatchGrad, lambda p: (p.grad_batch / p.grad_batch.flatten(1).norm(dim=1).clamp(min=1.0).view(-1, *[1] * p.dim())).sum(0) + 0.01 * torch.randn_like(p))); work(f"optimizer/variance/{name}", lambda: steps(name, E.Variance, lambda p: p.grad / (p.variance.sqrt() + 1e-3) if p.variance.mean().item() > 0 else p.grad)); work(f"optimizer/kfac/{name}", lambda: steps(name, lambda: E.KFAC(1), lambda p: K.apply_inv_kfac_mat_prod(p.kfac, p.grad.reshape(-1, 1), shift=1.0).reshape(p.shape)))
def noise(name): net, _, _ = ran(name, E.SumGradSquared, E.Variance, E.BatchL2Grad); return sum(p.variance.sum().item() for p in net.parameters()) / sum(p.grad.square().sum().item() for p in net.parameters()), torch.stack([p.batch_l2 for p in net.parameters()]).sum(0).sqrt().max().item()
for name in ("mlp", "conv2d", "conv1d"): work(f"optimizer/noise/{name}", lambda: noise(name))
def spectrum(name): net, _, _ = ran(name, E.SqrtGGNExact); v = torch.cat([p.sqrt_ggn_exact.flatten(2) for p in net.parameters()], 2).flatten(0, 1); return torch.linalg.eigvalsh(v @ v.T).max().item()
for name in ("mlp", "conv2d"): work(f"optimizer/spectrum/{name}", lambda: spectrum(name))
# Hessian-free products
def parts(): net = nets["mlp"][0]().to(DEV); x, y = t(N, 5), labels(); out = net(x); l = F.cross_entropy(out, y); return l, out, list(net.parameters())
for name, f in {"hvp": lambda l, o, p: Hv.hessian_vector_product(l, p, [torch.randn_like(q) for q in p]), "hvp grads": lambda l, o, p: Hv.hessian_vector_product(l, p, [torch.randn_like(q) for q in p], grad_params=torch.autograd.grad(l, p, create_graph=True)), "hvp detached": lambda l, o, p: Hv.hessian_vector_product(l, p, [torch.randn_like(q) for q in p], detach=False), "rop": lambda l, o, p: Ro.jacobian_vector_product(o, p, [torch.randn_like(q) for q in p]), "rop kept": lambda l, o, p: Ro.R_op(o, p, [torch.randn_like(q) for q in p], detach=False), "lop": lambda l, o, p: Lo.transposed_jacobian_vector_product([o], p, [torch.randn_like(o)]), "lop kept": lambda l, o, p: Lo.L_op([o], p, [torch.randn_like(o)], retain_graph=True, detach=False), "ggnvp": lambda l, o, p: Gg.ggn_vector_product(l, o, nn.ParameterList(p), [torch.randn_like(q) for q in p]) if False else Gg.ggn_vector_product_from_plist(l, o, p, [torch.randn_like(q) for q in p])}.items(): work(f"free/{name}", lambda: [q.norm().item() for q in f(*parts())])
def conjugate(n=4):
    l, o, p = parts(); g = torch.autograd.grad(l, p, retain_graph=True); x = [torch.zeros_like(q) for q in p]; r = [-q for q in g]; d = [q.clone() for q in r]; rs = sum((q * q).sum() for q in r)
    for _ in range(n):
        a = Gg.ggn_vector_product_from_plist(l, o, p, d); a = [u + v for u, v in zip(a, d)]; step = rs / sum((u * v).sum() for u, v in zip(d, a)); x = [u + step * v for u, v in zip(x, d)]; r = [u - step * v for u, v in zip(r, a)]; new = sum((q * q).sum() for q in r)
        if new.sqrt().item() < 1e-6: break
        d = [u + new / rs * v for u, v in zip(r, d)]; rs = new
    return rs.item()
work("free/conjugate gradients", conjugate); work("free/module", lambda: (lambda net, x: Gg.ggn_vector_product(F.cross_entropy(o := net(x), labels()), o, net, [torch.randn_like(q) for q in net.parameters()]))(nets["mlp"][0]().to(DEV), t(N, 5)))
# Utilities
work("utils/modules", lambda: ([Mc.is_loss(m) for m in (nn.MSELoss(), nn.ReLU())], [Mc.is_nll(m) for m in (nn.CrossEntropyLoss(), nn.L1Loss())], [Mc.is_no_op(m) for m in (nn.Sequential(), nn.Linear(1, 1))])); work("utils/subsample", lambda: (Su.subsample(t(4, 2), 0, [1, 2]), Su.subsample(t(4, 2), 1), Su.subsample(t(4, 2), 1, [0]))); work("utils/parameters", lambda: (lambda ps: Cp.vector_to_parameter_list(torch.cat([p.reshape(-1) for p in ps]), ps))([t(2, 2), t(3)])); work("utils/unsqueeze", lambda: kfacmp_unsqueeze_if_missing_dim(2)(lambda m: m)(t(3)))
conv_of = {1: nn.Conv1d, 2: nn.Conv2d, 3: nn.Conv3d}
for d in (1, 2, 3): work(f"utils/conv{d}d", lambda: (lambda m, x: (Uc.unfold_input(m, x), Uc.get_weight_gradient_factors(x, m(x), m), Uc.get_conv_module(d), Uc.get_conv_function(d), Uc.unfold_by_conv(x, m)))(conv_of[d](2, 2, 2).to(DEV), t(N, 2, *[4] * d))); work(f"utils/transposed{d}d", lambda: (lambda m, x: (Ut.get_conv_transpose_module(d), Ut.get_conv_transpose_function(d), Ut.get_weight_gradient_factors(x, m(x), m), Ut.unfold_by_conv_transpose(x, m)))({1: nn.ConvTranspose1d, 2: nn.ConvTranspose2d, 3: nn.ConvTranspose3d}[d](2, 2, 2).to(DEV), t(N, 2, *[3] * d)))
work("utils/exact diagonal", lambda: Ex.autograd_diag_ggn_exact(t(N, 5), labels(), nets["mlp"][0]().to(DEV), nn.CrossEntropyLoss())); work("utils/exact diagonal part", lambda: Ex.autograd_diag_ggn_exact(t(N, 5), labels(), nets["mlp"][0]().to(DEV), nn.CrossEntropyLoss(), idx=[0, 3]))
work("modules", lambda: (Permute(0, 2, 1)(t(2, 3, 4)), Permute(1, 2, init_transpose=True)(t(2, 3, 4)), Pad((1, 1))(t(2, 2)), Slicing((slice(None), 1))(t(2, 2)), SumModule()(t(2), t(2)), ScaleModule(2.0)(t(2)), ReduceTuple(1)((t(1), t(2))), Parallel(nn.Linear(3, 2).to(DEV), nn.Linear(3, 2).to(DEV))(t(2, 3)), raises(lambda: ScaleModule("a"))))
def compared(name):  # with autograd
    net, x = nets[name][0]().to(DEV), nets[name][1](); y = labels(); e = extend(net); lf = extend(nn.CrossEntropyLoss(reduction="sum")); l = lf(e(x), y)
    with backpack(E.BatchGrad()): l.backward()
    one = torch.autograd.grad(F.cross_entropy(net(x[:1]), y[:1]), list(net.parameters())); return all(torch.allclose(p.grad_batch[0], g, atol=1e-4) for p, g in zip(net.parameters(), one))
for name in ("mlp", "conv1d", "conv2d", "conv3d", "transposed2d", "rnn", "lstm", "embedding"): work(f"compared/{name}", lambda: compared(name))
driver.finish()
