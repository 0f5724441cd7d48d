"""Spectrograms, mel filters, Fourier transforms as convolutions and back, frames, augmentation, the package's own comparisons, a small classifier."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torchlibrosa")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, torch, torch.nn as nn
if not hasattr(np, "float"): np.float, np.complex = float, complex  # NumPy 2 lacks what the package relies on
import torchlibrosa as T
from torchlibrosa import augmentation as A, stft as S

def x(n=4000, b=3): return torch.randn(b, n, device=DEV).requires_grad_()
def back(*ts): sum(t.sum() for t in ts).backward(); return ts
small = dict(n_fft=256, hop_length=64, win_length=256)
for center in (True, False):
    for mode in ("reflect", "constant"):
        for window in ("hann", "hamming"):
            o = dict(small, center=center, pad_mode=mode, window=window); name = f"{center}/{mode}/{window}"
            driver.work("stft/" + name, lambda: back(*S.STFT(**o).to(DEV)(x())))
            driver.work("spectrogram/" + name, lambda: back(S.Spectrogram(**o).to(DEV)(x())))
            driver.work("inverse/" + name, lambda: (lambda a, b: b(*a(x()), 3900))(S.STFT(**o).to(DEV), S.ISTFT(**o).to(DEV)))
for power in (1.0, 2.0, 3.0): driver.work(f"spectrogram/power {power}", lambda: S.Spectrogram(**small, power=power).to(DEV)(x()))
driver.work("stft/defaults", lambda: S.STFT().to(DEV)(x(8000))); driver.work("stft/window", lambda: S.STFT(n_fft=256, hop_length=64, win_length=200).to(DEV)(x())); driver.work("stft/learned", lambda: back(*S.STFT(**small, freeze_parameters=False).to(DEV)(x())))
driver.work("inverse/no length", lambda: (lambda a, b: b(*a(x()), None))(S.STFT(**small).to(DEV), S.ISTFT(**small).to(DEV))); driver.work("inverse/longer", lambda: (lambda a, b: b(*a(x()), 9000))(S.STFT(**small).to(DEV), S.ISTFT(**small).to(DEV))); driver.work("inverse/learned", lambda: (lambda a, b: back(b(*a(x()), 4000)))(S.STFT(**small).to(DEV), S.ISTFT(**small, freeze_parameters=False).to(DEV)))
driver.work("inverse/onnx", lambda: (lambda a, b: b(*a(x()), 4000))(S.STFT(**small).to(DEV), S.ISTFT(**small, onnx=True, frames_num=63, device=DEV).to(DEV)))
driver.work("inverse/defaults", lambda: (lambda a, b: b(*a(x(8000)), 8000))(S.STFT().to(DEV), S.ISTFT().to(DEV)))
for o in (dict(is_log=True), dict(is_log=False), dict(top_db=None), dict(top_db=20.0), dict(ref=0.5, amin=1e-5), dict(fmin=50, fmax=4000), dict(freeze_parameters=False), dict(n_mels=32)):
    driver.work(f"mel/{o}", lambda: back(S.LogmelFilterBank(sr=16000, **{"n_fft": 256, "n_mels": 20, **o}).to(DEV)(S.Spectrogram(**small).to(DEV)(x()))))
def refused(f):
    try: f()
    except Exception: return
driver.work("mel/refused", lambda: refused(lambda: S.LogmelFilterBank(n_fft=256, n_mels=20, top_db=-1).to(DEV)(torch.rand(2, 1, 4, 129, device=DEV))))
def dft(n, norm):
    d = S.DFT(n, norm); z = torch.randn(n, device=DEV)
    for a in ("W_real", "W_imag", "inv_W_real", "inv_W_imag"): setattr(d, a, getattr(d, a).to(DEV))
    r, i = d.dft(z, torch.randn(n, device=DEV)); return d.idft(r, i), d.irdft(*d.rdft(z)), S.magphase(r, i)
for n in (10, 16): driver.work(f"dft/{n}", lambda: dft(n, None))
driver.work("magphase", lambda: S.magphase(torch.randn(2, 5, device=DEV), torch.randn(2, 5, device=DEV)))
for center in (256, 512): driver.work(f"frames/{center}", lambda: (lambda m: m(x()))(S.Enframe(center, 128).to(DEV)))
driver.work("scalar", lambda: (S.Scalar({"mean": [0.5], "std": [2.0]}, True).to(DEV)(x()), back(S.Scalar({"mean": [0.5], "std": [2.0]}, False).to(DEV)(x()))))
for dim in (2, 3): driver.work(f"stripes/{dim}", lambda: (A.DropStripes(dim, 8, 2).to(DEV)(torch.randn(4, 1, 40, 30, device=DEV)), A.DropStripes(dim, 8, 2).to(DEV).eval()(torch.randn(4, 1, 40, 30, device=DEV))))
driver.work("augmentation", lambda: A.SpecAugmentation(8, 2, 6, 2).to(DEV)(torch.randn(4, 1, 40, 30, device=DEV))); driver.work("augmentation/gradients", lambda: back(A.SpecAugmentation(8, 2, 6, 2).to(DEV)(torch.randn(4, 1, 40, 30, device=DEV, requires_grad=True) * 1)))
for what in ("dft", "stft", "logmel", "enframe"): driver.work("compared/" + what, lambda: S.debug(what, torch.device(DEV)), limit=30)
class Tagger(nn.Module):
    def __init__(self, learn=False):
        super().__init__(); self.spec = T.Spectrogram(**small, freeze_parameters=not learn); self.mel = T.LogmelFilterBank(sr=16000, n_fft=256, n_mels=20, freeze_parameters=not learn); self.aug = T.SpecAugmentation(8, 2, 6, 2); self.bn = nn.BatchNorm2d(20); self.conv = nn.Conv2d(1, 4, 3); self.out = nn.Linear(4, 3)
    def forward(self, z):
        z = self.mel(self.spec(z)); z = self.bn(z.transpose(1, 3)).transpose(1, 3)
        return self.out(self.conv(self.aug(z) if self.training else z).relu().amax((2, 3)))
def trained(learn, amp=False):
    m = Tagger(learn).to(DEV); opt = torch.optim.Adam([p for p in m.parameters() if p.requires_grad]); loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(12, 4000), torch.randint(3, (12,))), 4); total, hits = 0.0, 0
    for z, y in loader:
        z, y = z.to(DEV), y.to(DEV)
        with torch.autocast(DEV, torch.bfloat16, enabled=amp): loss = nn.functional.cross_entropy(m(z), y)
        opt.zero_grad(); loss.backward(); opt.step(); total += loss.item()
    m.eval()
    with torch.no_grad():
        for z, y in loader: hits += (m(z.to(DEV)).argmax(1).cpu() == y).sum().item()
    return total, hits
for learn in (False, True): driver.work(f"train/{learn}", lambda: trained(learn)); driver.work(f"train/amp {learn}", lambda: trained(learn, True))
driver.work("sound", lambda: (lambda z: (T.Spectrogram(**small).to(DEV)(z).cpu().numpy(), S.magphase(*T.STFT(**small).to(DEV)(z))))(torch.tensor(np.sin(np.arange(4000) / 9)[None], dtype=torch.float32).to(DEV)))
driver.finish()
