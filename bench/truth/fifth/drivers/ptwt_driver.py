"""Wavelets: transforms of one to three dimensions and back, by convolution, matrix, separably and stationary; packets, continuous ones, learned filters."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("ptwt")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, pywt, torch, torch.nn as nn
import ptwt
from ptwt import continuous_transform as C, sparse_math as S, wavelets_learnable as L, matmul_transform as M1, matmul_transform_2 as M2
import ptwt._util as U

def x(*s, d=torch.float32): return torch.randn(*s, device=DEV, dtype=d)
def full(p, level): p.initialize(p.get_level(level) if isinstance(p, ptwt.WaveletPacket) else p.get_natural_order(level)); return p
def back(t): t.sum().backward(); return t
modes = ("reflect", "zero", "constant", "periodic", "symmetric")
parts = sys.argv[1:] or ["transforms", "rest"]  # the transforms take two minutes
names = ("haar", "db2")
for w in names if "transforms" in parts else ():
    for mode in modes:
        driver.work(f"wavedec/{w}/{mode}", lambda: back(ptwt.waverec(ptwt.wavedec(x(2, 33).requires_grad_(), pywt.Wavelet(w), mode=mode, level=2), w)))
        driver.work(f"wavedec2/{w}/{mode}", lambda: back(ptwt.waverec2(ptwt.wavedec2(x(2, 3, 20, 21).requires_grad_(), w, mode=mode, level=2), pywt.Wavelet(w))))
        driver.work(f"wavedec3/{w}/{mode}", lambda: back(ptwt.waverec3(ptwt.wavedec3(x(2, 16, 17, 16).requires_grad_(), w, mode=mode, level=1), w)))
        driver.work(f"separable/{w}/{mode}", lambda: (back(ptwt.fswaverec2(ptwt.fswavedec2(x(2, 20, 21).requires_grad_(), w, mode=mode, level=2), w)), ptwt.fswaverec3(ptwt.fswavedec3(x(2, 16, 17, 16), w, mode=mode, level=1), w)))
        driver.work(f"packet/{w}/{mode}", lambda: (lambda p: (p.reconstruct(), p["aad"], [p.get_level(2, o) for o in ("freq", "natural")]))(full(ptwt.WaveletPacket(x(2, 64), w, mode=mode, maxlevel=3), 3)))
        driver.work(f"packet2/{w}/{mode}", lambda: (lambda p: (p.reconstruct(), p["ah"], p.get_level(2), p.get_natural_order(2)))(full(ptwt.WaveletPacket2D(x(2, 32, 32), w, mode=mode, maxlevel=2), 2)))
        driver.work(f"packet2/separable/{w}/{mode}", lambda: full(ptwt.WaveletPacket2D(x(2, 32, 32), w, mode=mode, maxlevel=2, separable=True), 2).reconstruct())
    for level in (None, 1, 2): driver.work(f"stationary/{w}/{level}", lambda: ptwt.iswt(ptwt.swt(x(2, 32), w, level), w))
    driver.work(f"levels/{w}", lambda: (ptwt.wavedec(x(2, 64), w), ptwt.wavedec2(x(32, 32), w), ptwt.wavedec3(x(16, 16, 16), w), ptwt.fswavedec2(x(32, 32), w), ptwt.fswavedec3(x(16, 16, 16), w)))
    driver.work(f"axes/{w}", lambda: (ptwt.waverec(ptwt.wavedec(x(16, 3, 4), w, axis=0, level=1), w, axis=0), ptwt.waverec2(ptwt.wavedec2(x(16, 3, 16, 2), w, axes=(0, 2), level=1), w, axes=(0, 2)), ptwt.waverec3(ptwt.wavedec3(x(16, 16, 16, 2), w, axes=(0, 1, 2), level=1), w, axes=(0, 1, 2)), ptwt.fswaverec2(ptwt.fswavedec2(x(16, 16, 2), w, axes=(0, 1), level=1), w, axes=(0, 1)), ptwt.swt(x(16, 2), w, 1, axis=0)))
    driver.work(f"double/{w}", lambda: (ptwt.waverec(ptwt.wavedec(x(2, 32, d=torch.float64), w), w), ptwt.waverec2(ptwt.wavedec2(x(2, 32, 32, d=torch.float64), w), w)))
    for how in ("qr", "gramschmidt"):
        def one(n, **o): d, r = ptwt.MatrixWavedec(w, level=2, orthogonalization=how, **o), ptwt.MatrixWaverec(w, orthogonalization=how); c = d(x(2, n)); return r(c), d.sparse_fwt_operator if n % 4 == 0 else None, r.sparse_ifwt_operator if n % 4 == 0 else None, d(x(2, n))
        def two(h, v, **o): d, r = ptwt.MatrixWavedec2(w, level=2, orthogonalization=how, **o), ptwt.MatrixWaverec2(w, orthogonalization=how, **{k: z for k, z in o.items() if k == "separable"}); return r(d(x(2, h, v))), d(x(2, h, v))
        driver.work(f"matrix/{w}/{how}", lambda: one(32)); driver.work(f"matrix/odd/{w}/{how}", lambda: one(31)); driver.work(f"matrix/odd reflect/{w}/{how}", lambda: one(31, odd_coeff_padding_mode="reflect"))
        driver.work(f"matrix2/{w}/{how}", lambda: two(16, 16), limit=30); driver.work(f"matrix2/odd/{w}/{how}", lambda: two(17, 16), limit=30); driver.work(f"matrix2/joint/{w}/{how}", lambda: two(16, 16, separable=False), limit=30)
        driver.work(f"matrix2/operators/{w}/{how}", lambda: (lambda d, r: (r(d(x(2, 16, 16))), d.sparse_fwt_operator, r.sparse_ifwt_operator))(ptwt.MatrixWavedec2(w, level=2, orthogonalization=how, separable=False), ptwt.MatrixWaverec2(w, orthogonalization=how, separable=False)), limit=30)
        driver.work(f"matrix3/{w}/{how}", lambda: ptwt.MatrixWaverec3(w, orthogonalization=how)(ptwt.MatrixWavedec3(w, level=1, orthogonalization=how)(x(2, 16, 16, 17))), limit=30)
        driver.work(f"matrices/{w}/{how}", lambda: (M1.construct_boundary_a(w, 16, DEV, orthogonalization=how), M1.construct_boundary_s(w, 16, DEV, orthogonalization=how), M2.construct_boundary_a2(w, 8, 8, DEV, orthogonalization=how), M2.construct_boundary_s2(w, 8, 8, DEV, orthogonalization=how)))
        driver.work(f"packet/boundary/{w}/{how}", lambda: (full(ptwt.WaveletPacket(x(2, 32), w, mode="boundary", maxlevel=2, orthogonalization=how), 2).reconstruct(), full(ptwt.WaveletPacket2D(x(2, 16, 16), w, mode="boundary", maxlevel=1, orthogonalization=how), 1).reconstruct(), full(ptwt.WaveletPacket2D(x(2, 16, 16), w, mode="boundary", maxlevel=1, orthogonalization=how, separable=True), 1).reconstruct()), limit=30)
if "rest" not in parts: driver.finish(); sys.exit()
scales = np.arange(1, 9)
for w in ("cgau2", "gaus1", "mexh", "morl", "fbsp1-1.5-1.0", "shan1.0-1.5", "cmor1.5-1.0"):
    driver.work("continuous/" + w, lambda: (ptwt.cwt(x(2, 64), scales, w), ptwt.cwt(x(64, d=torch.float64), torch.arange(1, 9, device=DEV), w, sampling_period=0.1)))
def learned(make, data): w = make().to(DEV); c, f = ptwt.cwt(data, torch.arange(1, 5, device=DEV), w); c.abs().mean().backward(); return w.bandwidth, w.center
driver.work("continuous/learned shannon", lambda: learned(lambda: C._ShannonWavelet("shan1-1"), x(2, 64))); driver.work("continuous/learned morlet", lambda: learned(lambda: C._ComplexMorletWavelet("cmor1.5-1.0"), x(2, 64)))
def filters(cls, w="db2"): return cls(*(torch.tensor(f, dtype=torch.float32, device=DEV) for f in pywt.Wavelet(w).filter_bank)).to(DEV)
for cls in (L.ProductFilter, L.SoftOrthogonalWavelet):
    def fit():
        w = filters(cls); opt = torch.optim.Adam(w.parameters(), 1e-3); seen = []
        for _ in range(3): c = ptwt.wavedec(x(4, 32), w, level=2); loss = c[0].abs().mean() + w.wavelet_loss(); opt.zero_grad(); loss.backward(); opt.step(); seen.append(loss.item())
        return seen
    driver.work("learned/" + cls.__name__, fit)
    driver.work("learned/losses " + cls.__name__, lambda: (lambda w: (w.wavelet_loss(), w.alias_cancellation_loss(), w.perfect_reconstruction_loss(), w.filter_bank, len(w), w.pf_alias_cancellation_loss()))(filters(cls)))
    driver.work("learned/images " + cls.__name__, lambda: (lambda w: back(ptwt.waverec2(ptwt.wavedec2(x(2, 16, 16), w, level=1), w)))(filters(cls)))
def sp(n=6, m=6): return torch.randn(n, m, device=DEV).relu().to_sparse()
driver.work("sparse/kron", lambda: (S.sparse_kron(sp(3, 3), sp(4, 4)), S._dense_kron(sp(3, 3), sp(4, 4)))); driver.work("sparse/identity", lambda: S.cat_sparse_identity_matrix(sp(4, 4), 7)); driver.work("sparse/diagonal", lambda: (S.sparse_diag(x(6), 0, 6, 6), S.sparse_diag(x(6), 1, 6, 7), S.sparse_diag(x(6), -1, 7, 6))); driver.work("sparse/row", lambda: S.sparse_replace_row(sp(), 2, x(6)[None].to_sparse()))
driver.work("sparse/multiply", lambda: (S.batch_mm(sp(), x(3, 6, 2)), S._batch_dim_mm(sp(), x(2, 3, 6), -1)))
for mode in ("full", "same", "valid", "sameshift"):
    driver.work("sparse/convolution " + mode, lambda: (S.construct_conv_matrix(x(3), 8, mode=mode), S.construct_conv2d_matrix(x(3, 3), 6, 6, mode=mode), S.construct_conv2d_matrix(x(3, 3), 6, 6, mode=mode, fully_sparse=False))); driver.work("sparse/strided " + mode, lambda: (S.construct_strided_conv_matrix(x(4), 8, 2, mode=mode), S.construct_strided_conv2d_matrix(x(4, 4), 6, 6, 2, mode=mode)))
driver.work("helpers", lambda: (U._as_wavelet("db2"), U._get_len("db2"), U._outer(x(3), x(4)), U._pad_symmetric_1d(x(8), (2, 3)), U._pad_symmetric(x(2, 8, 8), [(2, 3), (1, 1)]), U._get_filter_tensors("db2", True, torch.device(DEV)), U._check_same_device_dtype(ptwt.wavedec(x(2, 32), "db2"))))
def network():
    class Net(nn.Module):
        def __init__(self): super().__init__(); self.out = nn.Linear(64, 2)
        def forward(self, z): p = ptwt.WaveletPacket(z, "db2", maxlevel=2, mode="reflect"); return self.out(torch.cat([p[n].abs().log1p() for n in p.get_level(2)], -1)[..., :64])
    m = Net().to(DEV); opt = torch.optim.Adam(m.parameters()); hits = 0
    for z, y in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(16, 128), torch.randint(2, (16,))), 8):
        o = m(z.to(DEV)); y = y.to(DEV); l = nn.functional.cross_entropy(o, y); opt.zero_grad(); l.backward(); opt.step(); hits += (o.argmax(1) == y).sum().item()
    return hits
driver.work("network", network)
driver.finish()
