"""Wavelet transforms: discrete in one and two dimensions, stationary, dual-tree complex in all layouts, scattering layers, filters, in training."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pytorch_wavelets")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import types, numpy as np
try: import pkg_resources
except ImportError:  # newer setuptools lacks it
    from importlib.resources import files
    sys.modules["pkg_resources"] = types.SimpleNamespace(resource_stream=lambda package, name: files(package).joinpath(name).open("rb"))
for name, f in {"asfarray": lambda a, dtype=None: np.asarray(a, dtype if np.issubdtype(dtype, np.inexact) else float), "issubsctype": np.issubdtype}.items():
    if not hasattr(np, name): setattr(np, name, f)  # names that newer NumPy lacks
import pywt, torch, torch.nn as nn, torch.nn.functional as F
import pytorch_wavelets as W
from pytorch_wavelets import utils as U
from pytorch_wavelets.dtcwt import coeffs as C, lowlevel as DL, lowlevel2 as D2, transform_funcs as TF
from pytorch_wavelets.dwt import lowlevel as L
from pytorch_wavelets.dwt.transform2d import SWTForward
from pytorch_wavelets.scatternet import lowlevel as SL

def x(h=16, w=16, c=2, n=2): return torch.randn(n, c, h, w, device=DEV, requires_grad=True)
def x1(l=32, c=2, n=2): return torch.randn(n, c, l, device=DEV, requires_grad=True)
def wrong(f, *kinds):
    try: return f()
    except (kinds or Exception) as error: return str(error)
def total(t): return t.sum() if isinstance(t, torch.Tensor) else sum(total(k) for k in t if k is not None)
def both(f, i, x):
    c = f(x); y = i(c); (total(c[0]) + y.square().sum()).backward(); return (y[..., :x.shape[-1]] - x.detach()[..., :y.shape[-1]]).abs().max().item() if y.shape[-2] == x.shape[-2] else y.shape
modes = ("zero", "symmetric", "periodization", "reflect", "periodic")
# One dimension
def one(wave="db2", mode="zero", J=2, **o): return both(W.DWT1DForward(J, wave, mode).to(DEV), W.DWT1DInverse(o.get("back", wave), mode).to(DEV), o.get("x", x1)())
for mode in modes:
    for wave in ("db1", "db3", "bior2.4"): driver.work(f"one/{mode}/{wave}", lambda: one(wave, mode, 3 if wave == "db1" else 2))
    driver.work(f"one/{mode}/odd", lambda: one("db2", mode, x=lambda: x1(37)))
driver.work("one/per", lambda: one("db2", "per")); driver.work("one/own filters", lambda: one(pywt.Wavelet("db2").filter_bank[:2], back=pywt.Wavelet("db2").filter_bank[2:])); driver.work("one/wavelet", lambda: one(pywt.Wavelet("sym3"))); driver.work("one/wrong", lambda: [wrong(lambda m=m: one(mode=m)) for m in ("constant", "replicate", "none")])
def partial1(): f, i = W.DWT1D(J=3, wave="db2", mode="symmetric").to(DEV), W.IDWT1D(wave="db2", mode="symmetric").to(DEV); a, d = f(x1(40)); return i((a, [d[0], None, d[2]])), i((a, [None] * 3)), [t.abs().mean().item() for t in d]
driver.work("one/partial", partial1)
# Two dimensions
def two(wave="db2", mode="zero", J=2, **o): return both(W.DWTForward(J, wave, mode).to(DEV), W.DWTInverse(o.get("back", wave), mode).to(DEV), o.get("x", x)())
for mode in modes:
    for wave in ("db1", "db2", "sym4"): driver.work(f"two/{mode}/{wave}", lambda: two(wave, mode))
    for h, w in ((17, 16), (16, 19), (15, 21)): driver.work(f"two/{mode}/{h} {w}", lambda: two("db2", mode, x=lambda: x(h, w)))
bank = pywt.Wavelet("db2").filter_bank
other = pywt.Wavelet("db3").filter_bank
driver.work("two/own filters", lambda: (two(bank[:2], back=bank[2:]), two((*bank[:2], *other[:2]), back=(*bank[2:], *other[2:])))); driver.work("two/wavelet", lambda: two(pywt.Wavelet("coif1"), "per")); driver.work("two/wrong", lambda: [wrong(lambda m=m: two(mode=m)) for m in ("constant", "replicate", "none")])
def partial2(): f, i = W.DWT2D(J=3, wave="db2", mode="symmetric").to(DEV), W.IDWT2D(wave="db2", mode="symmetric").to(DEV); a, d = f(x(24, 24)); return i((a, [d[0], None, d[2]])), i((a, [None] * 3)), [t.abs().mean().item() for t in d]
driver.work("two/partial", partial2); driver.work("two/double", lambda: (lambda f, i, t: (i(f(t)) - t).abs().max().item())(W.DWT().to(DEV).double(), W.IDWT().to(DEV).double(), x().double()))
driver.work("two/checked", lambda: torch.autograd.gradcheck(lambda t: L.AFB2D.apply(t, *[k.double().to(DEV) for k in L.prep_filt_afb2d([0.5, 0.5], [0.5, -0.5])], 0), (torch.randn(1, 1, 4, 4, dtype=torch.float64, device=DEV, requires_grad=True),), nondet_tol=1e-6))
# Stationary
for mode in ("periodic", "symmetric", "zero", "reflect", "constant", "replicate"):
    for wave in ("db1", "db2"): driver.work(f"stationary/{mode}/{wave}", lambda: (SWTForward(1, wave, mode).to(DEV)(x())[0].sum().backward(), wrong(lambda: SWTForward(2, wave, mode).to(DEV)(x()))))
driver.work("stationary/own filters", lambda: [SWTForward(1, w, "periodic").to(DEV)(x()) for w in (pywt.Wavelet("db2"), bank[:2], (*bank[:2], *other[:2]))]); driver.work("stationary/wrong", lambda: wrong(lambda: SWTForward().to(DEV)(x())))
# Dual-tree complex
def dual(J=3, biort="near_sym_a", qshift="qshift_a", o_dim=2, ri_dim=-1, h=32, w=32, mode="symmetric", **o): return both(W.DTCWTForward(biort=biort, qshift=qshift, J=J, o_dim=o_dim, ri_dim=ri_dim, mode=mode, **o).to(DEV), W.DTCWTInverse(biort=biort, qshift=qshift, o_dim=o_dim, ri_dim=ri_dim, mode=mode).to(DEV), x(h, w))
for b in ("antonini", "legall", "near_sym_a", "near_sym_b"):
    for q in ("qshift_06", "qshift_a", "qshift_b", "qshift_d"): driver.work(f"dual/{b}/{q}", lambda: dual(biort=b, qshift=q))
for o, r in ((1, -1), (1, 2), (2, 1), (3, -1), (4, -1), (4, 5), (5, 4), (2, 3), (3, 1)): driver.work(f"dual/layout {o} {r}", lambda: wrong(lambda: dual(o_dim=o, ri_dim=r)))
for h, w in ((31, 32), (32, 30), (33, 35), (20, 44)): driver.work(f"dual/{h} {w}", lambda: dual(h=h, w=w))
for J in (1, 2, 4): driver.work(f"dual/levels {J}", lambda: dual(J))
driver.work("dual/no level", lambda: W.DTCWT(J=0).to(DEV)(x())); driver.work("dual/padded with zeros", lambda: (wrong(lambda: dual(1, mode="zero")), wrong(lambda: dual(2, mode="zero"))))
for s in (True, [True, False, False], [False, True, False]): driver.work(f"dual/highs left out {s}", lambda: dual(skip_hps=s))
def scales(s): f = W.DTCWTForward(J=3, include_scale=s).to(DEV); l, h = f(x(32, 32)); total(l).backward(); return [t.shape for t in l]
for s in (True, [True, False, True], [False, False, True]): driver.work(f"dual/scales {s}", lambda: scales(s))
def own(): a, q = C.biort("near_sym_a"), C.qshift("qshift_a"); return W.DTCWTInverse(biort=(a[1], a[3]), qshift=(q[2], q[3], q[6], q[7])).to(DEV)(W.DTCWTForward(biort=(a[0], a[2]), qshift=(q[0], q[1], q[4], q[5])).to(DEV)(x(32, 32)))
driver.work("dual/own filters", own)
def partial3(): f, i = W.DTCWT(J=3).to(DEV), W.IDTCWT().to(DEV); a, h = f(x(32, 32)); return i((a, [h[0], None, h[2]])), i((a, [None] * 3)), i((torch.zeros_like(a), h)), [t.norm().item() for t in h]
driver.work("dual/partial", partial3); driver.work("dual/magnitudes", lambda: [(h[..., 0].square() + h[..., 1].square()).sqrt().mean((0, 1)).amax().item() for h in W.DTCWT(J=2).to(DEV)(x(32, 32))[1]]); driver.work("dual/wrong", lambda: (wrong(lambda: dual(biort="none")), wrong(lambda: dual(qshift="none")), wrong(lambda: W.IDTCWT().to(DEV)((x(8, 8), [torch.zeros(2, 2, 5, 8, 8, 2, device=DEV)] * 2)))))
for J in (1, 3):
    for mode in ("symmetric", "zero", "periodization"): driver.work(f"dual/second kind {J} {mode}", lambda: (lambda f, i, t: i(f(t)).sum().backward())(D2.DTCWTForward2(J=J, mode=mode).to(DEV), D2.DTCWTInverse2(mode=mode).to(DEV), x(32, 32)))
for mode in ("periodization", "symmetric", "zero"):
    for mag in (False, True): driver.work(f"dual/functions {mode} {mag}", lambda: D2.cplxdual2D(x(32, 32), 2, mode=mode, mag=mag))
    driver.work(f"dual/functions back {mode}", lambda: wrong(lambda: D2.icplxdual2D(*D2.cplxdual2D(x(32, 32), 2, mode=mode), mode=mode)))
q8 = C.qshift("qshift_a")
def quads(mode, h=16): c, r = D2.prep_filt_quad_afb2d(q8[0], q8[4], q8[1], q8[5], device=DEV); return D2.quad_afb2d(x(h, h, 1), c, r, mode=mode)
def quads2(mode, h=16, w=16): a = [np.asarray(q8[k]).ravel() for k in (0, 4, 0, 4, 0, 4, 1, 5, 1, 5, 0, 4, 1, 5, 1, 5)]; return D2.quad_afb2d_nonsep(x(h, w, 1), D2.prep_filt_quad_afb2d_nonsep(*a, device=DEV), mode=mode)
for mode in ("zero", "symmetric", "reflect", "per", "none"): driver.work(f"dual/four trees {mode}", lambda: (wrong(lambda: quads(mode)), wrong(lambda: quads(mode, 19)), wrong(lambda: quads2(mode)), wrong(lambda: quads2(mode, 17, 19))))
# Scattering
for b, q in (("near_sym_a", "qshift_a"), ("near_sym_b", "qshift_b"), ("near_sym_b_bp", "qshift_b_bp"), ("antonini", "qshift_c")):
    for mode in ("symmetric", "zero"):
        for colour in (False, True):
            driver.work(f"scattering/one {b} {mode} {colour}", lambda: W.ScatLayer(biort=b, mode=mode, combine_colour=colour).to(DEV)(x(18 if colour else 16, 16, 3)).sum().backward())
            if mode == "symmetric": driver.work(f"scattering/two {b} {colour}", lambda: W.ScatLayerj2(biort=b, qshift=q, combine_colour=colour, magbias=0.1).to(DEV)(x(32, 32, 3)).sum().backward())
for h, w in ((17, 16), (16, 19), (21, 23)): driver.work(f"scattering/{h} {w}", lambda: (W.ScatLayer().to(DEV)(x(h, w)), W.ScatLayerj2().to(DEV)(x(h, w))))
driver.work("scattering/zero second", lambda: wrong(lambda: W.ScatLayerj2(mode="zero").to(DEV)(x(32, 32)))); driver.work("scattering/wrong", lambda: (wrong(lambda: W.ScatLayer(combine_colour=True).to(DEV)(x())), wrong(lambda: W.ScatLayer(mode="none")), wrong(lambda: SL.int_to_mode(99)), repr(W.ScatLayer()), repr(W.ScatLayerj2()), [SL.int_to_mode(SL.mode_to_int(m)) for m in ("zero", "symmetric", "per", "constant", "reflect", "replicate", "periodic")]))
driver.work("scattering/no gradient", lambda: torch.no_grad()(lambda: (W.ScatLayer().to(DEV)(x()), W.ScatLayerj2().to(DEV)(x(32, 32)), W.ScatLayer("near_sym_b_bp").to(DEV)(x()), W.ScatLayerj2("near_sym_b_bp", "qshift_b_bp").to(DEV)(x(32, 32))))()); driver.work("scattering/magnitude", lambda: SL.SmoothMagFn.apply(x(), x(), 0.01).sum().backward())
# Filter banks
lo, hi = bank[0], bank[1]
def tensors(): return [t.to(DEV) for t in L.prep_filt_afb2d(lo, hi)]
for mode in modes:
    driver.work(f"banks/analysis {mode}", lambda: (L.afb1d(x(), lo, hi, mode, 2), L.afb1d(x(), lo, hi, mode, 3), L.afb2d(x(), (lo, hi), mode), L.afb2d(x(), tensors(), mode), L.afb2d(x(), (lo, hi, lo, hi), mode), L.afb2d(x(), tensors()[:2], mode)))
    driver.work(f"banks/synthesis {mode}", lambda: (L.sfb1d(x(), x(), lo, hi, mode, 2), L.sfb1d(x(), x(), lo, hi, mode, 3), L.sfb2d(x(), x(), x(), x(), tensors(), mode), L.sfb2d(x(), x(), x(), x(), tensors()[:2], mode)))
    driver.work(f"banks/not separable {mode}", lambda: (wrong(lambda: L.afb2d_nonsep(x(), (lo, hi), mode)), wrong(lambda: L.afb2d_nonsep(x(17, 19), (lo, hi, lo, hi), mode)), L.sfb2d_nonsep(torch.randn(2, 2, 4, 8, 8, device=DEV), (lo, hi), mode), L.sfb2d_nonsep(torch.randn(2, 2, 4, 8, 8, device=DEV), (lo, hi, lo, hi), mode)))
    driver.work(f"banks/atrous {mode}", lambda: (wrong(lambda: L.afb2d_atrous(x(), (lo, hi), mode, 2)), wrong(lambda: L.afb2d_atrous(x(), tensors(), mode, 1)), wrong(lambda: L.afb2d_atrous(x(), tensors()[:2], mode)), wrong(lambda: L.afb2d_atrous(x(), (lo, hi, lo, hi), mode)), wrong(lambda: L.afb1d_atrous(x(), lo, hi, mode, 2, 2))))
driver.work("banks/synthesis of arrays", lambda: wrong(lambda: (L.sfb2d(x(), x(), x(), x(), (lo, hi), "zero"), L.sfb2d(x(), x(), x(), x(), (lo, hi, lo, hi), "zero")))); driver.work("banks/wrong", lambda: [wrong(f) for f in (lambda: L.afb2d(x(), (lo,)), lambda: L.sfb2d(x(), x(), x(), x(), (lo,)), lambda: L.afb2d_atrous(x(), (lo,)), lambda: L.sfb2d_nonsep(x()[None], (lo,)), lambda: L.sfb1d(x(), x(), lo, hi, "none"), lambda: L.mypad(x(), (1, 1, 0, 0), "none"), lambda: L.int_to_mode(9))])
for mode in ("symmetric", "periodic", "constant", "reflect", "replicate", "zero"): driver.work(f"banks/pad {mode}", lambda: [L.mypad(x(), p, mode) for p in ((2, 1, 0, 0), (0, 0, 1, 2))] + [wrong(lambda: L.mypad(x(), (1, 2, 2, 1), mode))])
driver.work("banks/roll", lambda: [L.roll(x(7, 9), n, d, e) for n in (2, -2) for d in range(4) for e in (False, True)])
ha, hb, h0, h1 = (lambda: DL.prep_filt(q8[0], 1).to(DEV)), (lambda: DL.prep_filt(q8[1], 1).to(DEV)), (lambda: DL.prep_filt(C.biort("near_sym_a")[0], 1).to(DEV)), (lambda: DL.prep_filt(lo, 2, transpose=True).to(DEV))
for mode in ("symmetric", "zero"): driver.work(f"banks/dual {mode}", lambda: (DL.colfilter(x(), h0(), mode), DL.rowfilter(x(), h0(), mode), [wrong(lambda f=f, p=p: f(x(), ha(), hb(), p, mode)) for f in (DL.coldfilt, DL.rowdfilt, DL.colifilt, DL.rowifilt) for p in (False, True)]))
def longer(k): a, b = [DL.prep_filt(C.qshift(k)[j], 1).to(DEV) for j in (0, 1)]; return [f(x(), a, b, p) for f in (DL.colifilt, DL.rowifilt) for p in (False, True)]
for k in ("qshift_06", "qshift_b", "qshift_32"): driver.work(f"banks/dual {k}", lambda: longer(k))
driver.work("banks/dual wrong", lambda: ([wrong(lambda f=f: f(x(15, 15), ha(), hb())) for f in (DL.coldfilt, DL.rowdfilt, DL.colifilt, DL.rowifilt)], [f(torch.zeros([], device=DEV), h0()) for f in (DL.colfilter, DL.rowfilter)], [f(torch.zeros([], device=DEV), ha(), hb()) for f in (DL.coldfilt, DL.rowdfilt, DL.colifilt, DL.rowifilt)], h1()))
driver.work("banks/quads", lambda: (lambda a: DL.c2q(*a))(DL.q2c(x().detach()))); driver.work("banks/shapes", lambda: (DL._as_row_tensor(torch.rand(5, device=DEV)), DL._as_col_tensor(torch.rand(5, device=DEV)), DL._as_row_tensor(lo).to(DEV), DL._as_col_tensor(lo), DL._as_row_vector(np.ones((3, 1))), [TF.get_dimensions6(o, r) for o in range(1, 6) for r in range(1, 6)], [TF.get_dimensions5(o, r) for o in range(1, 6) for r in range(1, 6)]))
def rotated(skip):
    b, q = [DL.prep_filt(k, 1).to(DEV) for k in C.biort("near_sym_b_bp")], [DL.prep_filt(k, 1).to(DEV) for k in C.qshift("qshift_b_bp")]; l, r, i = TF.fwd_j1_rot(x().detach(), b[0], b[2], b[4], skip, 1, 1); l2, r2, i2 = TF.fwd_j2plus_rot(x().detach(), q[0], q[4], q[1], q[5], q[8], q[9], skip, 1, 1)
    return TF.inv_j1_rot(l, r, i, b[1], b[3], b[5], 1, 3, 4, 1), TF.inv_j2plus_rot(l2, r2, i2, q[2], q[6], q[3], q[7], q[10], q[11], 1, 3, 4, 1)
for s in (False, True): driver.work(f"banks/rotated {s}", lambda: wrong(lambda: rotated(s)))
driver.work("banks/coefficients", lambda: ([C.level1(n) for n in ("farras",)], [C.level1(n, True) for n in ("near_sym_a", "near_sym_b_bp")], [C.qshift(n) for n in ("qshift_c", "qshift_b_bp")], C.pywt_coeffs("db2"), wrong(lambda: C.level1("near_sym_a")), wrong(lambda: C.level1("near_sym_a2", True))))
driver.work("utilities", lambda: (U.drawedge(20, (8, 8), 2, 16), U.drawcirc(3, 1, 0, 0, 16), U.asfarray([1, 2]), [U.appropriate_complex_type_for(np.zeros(2, t)) for t in (np.float32, np.float64, np.complex64)], U.as_column_vector([1, 2]), U.reflect(np.arange(9), 0, 4), U.symm_pad_1d(8, 3), U.memoize(lambda k: k)(-2), U.stacked_2d_matrix_vector_prod(np.ones((3, 2, 2)), np.ones((3, 2))), wrong(lambda: U.stacked_2d_vector_matrix_prod(np.ones((3, 2)), np.ones((3, 2, 2)))), [wrong(lambda b=b: list(U.unpack(types.SimpleNamespace(lowpass=1, highpasses=2, scales=3, cl_lowpass=1, cl_highpasses=2, cl_scales=3, lowpass_op=1, highpasses_ops=2, scales_ops=3), b))) for b in ("numpy", "opencl", "tf")]))
# In training
class Waves(nn.Module):
    def __init__(self, kind):
        super().__init__(); self.kind = kind
        self.front = {"scattering": lambda: nn.Sequential(W.ScatLayer(), W.ScatLayer()), "scattering two": W.ScatLayerj2, "discrete": lambda: W.DWTForward(J=1, wave="db2", mode="per"), "dual": lambda: W.DTCWTForward(J=2)}[kind](); self.head = nn.LazyLinear(3)
    def forward(self, x):
        y = self.front(x)
        if self.kind == "discrete": y = torch.cat([y[0][:, :, None], y[1][0]], 2)
        if self.kind == "dual": y = torch.cat([h.norm(dim=-1).flatten(1) for h in y[1]], 1)
        return self.head(y.flatten(1))
def training(kind):
    m = Waves(kind).to(DEV); m(x(c=1)); opt = torch.optim.Adam([p for p in m.parameters() if p.requires_grad], 1e-3); out = []
    for _ in range(3): l = F.cross_entropy(m(x(c=1, n=4)), torch.randint(3, (4,), device=DEV)); opt.zero_grad(); l.backward(); opt.step(); out.append(l.item())
    torch.save(m.state_dict(), "m.pt"); m.load_state_dict(torch.load("m.pt")); return out, m.eval()(x(c=1)).argmax(1).cpu().numpy()
for kind in ("scattering", "scattering two", "discrete", "dual"): driver.work("training/" + kind, lambda: training(kind))
def denoised(): f, i = W.DWT(J=2, wave="db2", mode="symmetric").to(DEV), W.IDWT(wave="db2", mode="symmetric").to(DEV); n = x().detach(); l, h = f(n); s = h[0].abs().median() / 0.67; y = i((l, [t.sign() * (t.abs() - s).clamp(min=0) for t in h])); return (y - n).square().mean().item()
driver.work("training/denoised", denoised)
driver.finish()
