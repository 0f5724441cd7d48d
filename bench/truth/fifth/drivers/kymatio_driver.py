"""Scattering of signals, images and volumes with the torch back end: options, outputs, gradients, hybrid networks, the back ends' parts."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("kymatio")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, scipy.special, torch, torch.nn as nn
if not hasattr(scipy.special, "sph_harm"): scipy.special.sph_harm = lambda m, n, theta, phi: scipy.special.sph_harm_y(n, m, phi, theta)  # gone from SciPy
for n, v in (("float", float), ("complex", complex), ("int", int)):
    if n not in np.__dict__: setattr(np, n, v)
import kymatio
from kymatio.torch import HarmonicScattering3D, Scattering1D, Scattering2D
from kymatio.backend.torch_backend import TorchBackend as B0
from kymatio.scattering1d.backend.torch_backend import backend as B1
from kymatio.scattering2d.backend.torch_backend import backend as B2
from kymatio.scattering3d.backend.torch_backend import backend as B3

def x(*s): return torch.randn(*s, device=DEV, requires_grad=True)
def back(z): (sum(v["coef"].sum() for v in z) if isinstance(z, list) else sum(v.sum() for v in z.values()) if isinstance(z, dict) else z.sum()).backward(); return z
N = 256
for order in (1, 2):
    for out in ("array", "list"):
        for average in (True, False) if out == "list" else (True,):
            for Q in (1, 4): driver.work(f"signal/{order}/{out}/{average}/{Q}", lambda: back(Scattering1D(4, N, Q, max_order=order, out_type=out, average=average).to(DEV)(x(2, N))))
for o in (dict(oversampling=1), dict(T=8), dict(T=64), dict(oversampling=9)):
    driver.work(f"signal/{o}", lambda: (lambda s: (back(s(x(2, N))), s.meta(), s.output_size(), s.output_size(detail=True)))(Scattering1D(4, N, 4, **o).to(DEV)))
driver.work("signal/shapes", lambda: (lambda s: (s(x(N)), s(x(2, 3, N)), s(torch.randn(2, N, device=DEV, dtype=torch.float32))))(Scattering1D(3, N).to(DEV))); driver.work("signal/odd", lambda: Scattering1D(3, 250).to(DEV)(x(2, 250))); driver.work("signal/long", lambda: Scattering1D(6, 1024, 8).to(DEV)(x(2, 1024))); driver.work("signal/double", lambda: Scattering1D(3, N).to(DEV).double()(x(2, N).double()))
for order in (1, 2):
    for out in ("array", "list"):
        for L in (4, 8): driver.work(f"image/{order}/{out}/{L}", lambda: back(Scattering2D(2, (16, 16), L, order, out_type=out).to(DEV)(x(2, 16, 16))))
driver.work("image/shapes", lambda: (lambda s: (s(x(16, 20)), s(x(2, 3, 16, 20))))(Scattering2D(2, (16, 20)).to(DEV))); driver.work("image/J", lambda: [Scattering2D(j, (32, 32), 4).to(DEV)(x(2, 32, 32)) for j in (1, 3)]); driver.work("image/double", lambda: Scattering2D(2, (16, 16)).to(DEV).double()(x(2, 16, 16).double()))
import kymatio.scattering2d.frontend.base_frontend as frontend
frontend.warn = warnings.warn  # a name that the package forgets to import
def padded(): s = Scattering2D(2, (16, 16), pre_pad=True).to(DEV); return s(x(2, s._M_padded, s._N_padded)), s.M, s.N
driver.work("image/padded before", padded)
for o in (dict(), dict(max_order=1), dict(rotation_covariant=False), dict(L=2, sigma_0=0.5), dict(integral_powers=(1.0,))):
    driver.work(f"volume/{o}", lambda: HarmonicScattering3D(2, (10, 10, 10), **{"L": 1, **o}).to(DEV)(torch.rand(2, 10, 10, 10, device=DEV)), limit=30)
driver.work("volume/gradients", lambda: back(HarmonicScattering3D(1, (8, 8, 8), L=1).to(DEV)(x(2, 8, 8, 8))), limit=30); driver.work("volume/shapes", lambda: (lambda s: (s(torch.rand(8, 8, 8, device=DEV)), s(torch.rand(2, 2, 8, 8, 8, device=DEV))))(HarmonicScattering3D(1, (8, 8, 8), L=1).to(DEV)))
driver.work("entry", lambda: (kymatio.Scattering1D(3, N, frontend="torch").to(DEV)(x(2, N)), kymatio.Scattering2D(2, (16, 16), frontend="torch").to(DEV)(x(2, 16, 16)), kymatio.HarmonicScattering3D(1, (8, 8, 8), L=1, frontend="torch").to(DEV)(torch.rand(8, 8, 8, device=DEV))))
def refused(*fs):
    for f in fs:
        try: f()
        except Exception: pass
driver.work("refused", lambda: refused(lambda: Scattering1D(3, N)(np.zeros(N)), lambda: Scattering2D(2, (16, 16)).to(DEV)(x(2, 8, 8)), lambda: Scattering2D(2, (16, 16)).to(DEV)(x(16)), lambda: Scattering2D(2, (16, 16)).to(DEV)(x(16, 16).t()), lambda: HarmonicScattering3D(1, (8, 8, 8), L=1).to(DEV)(x(2, 4, 4)), lambda: Scattering2D(2, (16, 16), out_type="other").to(DEV)(x(16, 16))))
c = lambda *s: torch.randn(*s, 2, device=DEV)
driver.work("parts/shared", lambda: (B0.modulus(c(2, 5).requires_grad_()).sum().backward(), B0.cdgmm(c(2, 4, 4), c(4, 4)), B0.cdgmm(c(2, 4, 4), torch.randn(4, 4, 1, device=DEV)), B0.concatenate([c(2, 3), c(2, 3)], 1), B0.complex_check(c(2, 3)), B0.real_check(torch.randn(2, 1, device=DEV)), B0.input_checks(c(3)), B0.contiguous_check(c(3)), refused(lambda: B0.input_checks(None), lambda: B0.complex_check(torch.randn(3, 3, device=DEV)), lambda: B0.cdgmm(c(2, 4, 4), c(3, 4)))))
driver.work("parts/signal", lambda: (B1.pad(torch.randn(2, 1, 32, device=DEV), 4, 4), B1.rfft(torch.randn(2, 32, 1, device=DEV)), B1.ifft(c(2, 32)), B1.irfft(c(2, 32)), B1.subsample_fourier(c(2, 32), 4)))
driver.work("parts/image", lambda: (B2.Pad([2, 2, 2, 2], [8, 8])(torch.randn(2, 8, 8, device=DEV)), B2.Pad([8, 8, 8, 8], [8, 8])(torch.randn(2, 8, 8, device=DEV)), B2.rfft(torch.randn(2, 8, 8, 1, device=DEV)), B2.ifft(c(2, 8, 8)), B2.irfft(c(2, 8, 8)), B2.subsample_fourier(c(2, 8, 8), 2), B2.unpad(torch.randn(2, 8, 8, device=DEV))))
driver.work("parts/volume", lambda: (B3.rfft(torch.randn(2, 8, 8, 8, 1, device=DEV)), B3.ifft(c(2, 8, 8, 8)), B3.cdgmm3d(c(2, 8, 8, 8), c(8, 8, 8)), B3.modulus_rotation(c(2, 8, 8, 8)), B3.modulus_rotation(c(2, 8, 8, 8), torch.rand(2, 8, 8, 8, 1, device=DEV)), B3.compute_integrals(torch.rand(2, 8, 8, 8, device=DEV), [0.5, 1.0, 2.0])))
class Hybrid(nn.Module):
    def __init__(self): super().__init__(); self.s = Scattering2D(2, (16, 16), 4, 1); self.bn = nn.BatchNorm2d(9); self.out = nn.Linear(144, 3)
    def forward(self, z): return self.out(self.bn(self.s(z)).flatten(1))
def trained(amp=False):
    m = Hybrid().to(DEV); opt = torch.optim.SGD(m.parameters(), 0.1); loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(12, 16, 16), torch.randint(3, (12,))), 4); total = hits = 0
    for z, y in loader: z, y = z.to(DEV), y.to(DEV); o = m(z); loss = nn.functional.cross_entropy(o, y); opt.zero_grad(); loss.backward(); opt.step(); total += loss.item(); hits += (o.argmax(1) == y).sum().item()
    return total, hits
driver.work("train", trained)
def logs(): s = Scattering1D(4, N, 4).to(DEV); m = s.meta(); z = s(torch.randn(6, N, device=DEV))[:, torch.from_numpy(m["order"] > 0).to(DEV)]; z = torch.log(z.abs() + 1e-6).mean(-1); return (z - z.mean(0)) / z.std(0), z.cpu().numpy()
driver.work("logarithms", logs)
def rebuilt(): s = Scattering1D(4, N).to(DEV); target = s(torch.randn(N, device=DEV)); z = x(N); opt = torch.optim.Adam([z], 0.1); return [(opt.zero_grad(), (l := (s(z) - target).square().sum()).backward(), opt.step(), l.item())[-1] for _ in range(3)]
driver.work("rebuilt", rebuilt)
driver.finish()
