import sys
from driving import Driver, DEV, ROOT
driver = Driver("nnAudio")
sys.path.insert(0, ROOT)
import numpy as np, torch
from nnAudio import features as F
from nnAudio import Spectrogram, utils as U
SR = 22050
def audio(n=2, seconds=1.0, sr=SR):
    t = torch.arange(int(seconds * sr)) / sr
    return torch.stack([torch.sin(2 * np.pi * f * t) for f in (220.0, 440.0, 880.0)[:n]]).to(DEV)
q = dict(verbose=False)
layers = {
    "STFT": lambda: F.STFT(n_fft=1024, hop_length=256, sr=SR, **q),
    "STFT mag linear": lambda: F.STFT(n_fft=1024, hop_length=256, freq_scale="linear", output_format="Magnitude", sr=SR, **q),
    "STFT phase log": lambda: F.STFT(n_fft=1024, hop_length=256, freq_scale="log", output_format="Phase", sr=SR, **q),
    "STFT trainable": lambda: F.STFT(n_fft=1024, hop_length=256, output_format="Magnitude", trainable=True, pad_mode="constant", **q),
    "STFT log2": lambda: F.STFT(n_fft=1024, hop_length=256, output_format="Complex", freq_scale="log2", center=False, **q),
    "Mel": lambda: F.MelSpectrogram(sr=SR, n_fft=1024, n_mels=64, hop_length=256, **q),
    "Mel trainable": lambda: F.MelSpectrogram(sr=SR, n_fft=1024, n_mels=64, hop_length=256, trainable_mel=True, trainable_STFT=True, htk=True, **q),
    "MFCC": lambda: F.MFCC(sr=SR, n_mfcc=20, n_fft=1024, hop_length=256, **q),
    "MFCC top_db none": lambda: F.MFCC(sr=SR, n_mfcc=20, top_db=None, n_fft=1024, **q),
    "CQT": lambda: F.CQT(sr=SR, hop_length=256, n_bins=48, fmin=220, **q),
    "CQT1992": lambda: F.CQT1992(sr=SR, hop_length=256, n_bins=36, fmin=220),
    "CQT1992 complex": lambda: F.CQT1992(sr=SR, hop_length=256, n_bins=36, fmin=220, output_format="Complex", trainable_STFT=True, trainable_CQT=True),
    "CQT1992v2 complex": lambda: F.CQT1992v2(sr=SR, hop_length=256, n_bins=48, fmin=220, output_format="Complex", trainable=True, **q),
    "CQT1992v2 phase": lambda: F.CQT1992v2(sr=SR, hop_length=256, n_bins=48, fmin=220, output_format="Phase", pad_mode="constant", **q),
    "CQT2010": lambda: F.CQT2010(sr=SR, hop_length=256, n_bins=48, fmin=65, **q),
    "CQT2010 trainable": lambda: F.CQT2010(sr=SR, hop_length=256, n_bins=48, fmin=65, trainable_STFT=True, output_format="Complex", **q),
    "CQT2010v2": lambda: F.CQT2010v2(sr=SR, hop_length=256, n_bins=48, fmin=65, **q),
    "CQT2010v2 complex": lambda: F.CQT2010v2(sr=SR, hop_length=256, n_bins=48, fmin=65, output_format="Complex", trainable=True, **q),
    "CQT2010v2 phase": lambda: F.CQT2010v2(sr=SR, hop_length=256, n_bins=48, fmin=65, output_format="Phase", **q),
    "VQT": lambda: F.VQT(sr=SR, hop_length=256, n_bins=48, fmin=65, gamma=5, **q),
    "VQT complex": lambda: F.VQT(sr=SR, hop_length=256, n_bins=48, fmin=65, output_format="Complex", trainable=True, **q),
    "Gammatonegram": lambda: F.Gammatonegram(sr=SR, n_fft=1024, n_bins=32, hop_length=256, **q),
    "Gammatonegram trainable": lambda: F.Gammatonegram(sr=SR, n_fft=1024, n_bins=32, hop_length=256, trainable_bins=True, **q),
    "CFP": lambda: F.CFP(fs=16000),
    "Combined": lambda: F.Combined_Frequency_Periodicity(fs=16000),
}
def use(make, fmts=(None,)):
    layer = make().to(DEV)
    x = audio()
    out = layer(x)
    one = layer(x[0])
    three = layer(x[:, None])
    repr(layer)
    if any(p.requires_grad for p in layer.parameters()):
        o = out[0] if isinstance(out, tuple) else out
        optimizer = torch.optim.SGD(layer.parameters(), lr=1e-6)
        loss = o.abs().mean()
        optimizer.zero_grad(); loss.backward(); optimizer.step()
for name, make in layers.items():
    driver.work(name, lambda: use(make))
for name in ("CQT1992v2 complex", "CQT2010v2", "CQT1992", "CQT2010", "VQT"):
    for kind in ("librosa", "convolutional", "wrap"):
        driver.work("%s/%s" % (name, kind), lambda: layers[name]().to(DEV)(audio(), normalization_type=kind))
    for fmt in ("Magnitude", "Complex", "Phase"):
        driver.work("%s/%s" % (name, fmt), lambda: layers[name]().to(DEV)(audio(), output_format=fmt))
driver.work("manual", lambda: layers["CQT"]().to(DEV).forward_manual(audio()))
for fmt in ("Magnitude", "Complex", "Phase"):
    driver.work("STFT/" + fmt, lambda: layers["STFT"]().to(DEV)(audio(), output_format=fmt))
def inverse(onesided=True, length=None, **kw):
    stft = F.STFT(n_fft=1024, hop_length=256, iSTFT=True, **q, **kw).to(DEV)
    x = audio()
    return stft.inverse(stft(x, output_format="Complex"), onesided=onesided, length=length)
driver.work("inverse", inverse)
driver.work("inverse length", lambda: inverse(length=SR))
driver.work("inverse no center", lambda: inverse(center=False, length=20000))
def istft(**kw):
    stft = F.STFT(n_fft=1024, hop_length=256, output_format="Complex", **q).to(DEV)
    layer = F.iSTFT(n_fft=1024, hop_length=256, **q, **kw).to(DEV)
    x = audio()
    X = stft(x)
    layer(X, onesided=True, length=SR)
    y = layer(X, onesided=True)
    if kw: (y ** 2).mean().backward()
driver.work("iSTFT", istft)
driver.work("iSTFT trainable", lambda: istft(trainable_kernels=True, trainable_window=True))
def griffin():
    S = F.STFT(n_fft=1024, hop_length=256, output_format="Magnitude", **q).to(DEV)(audio())
    return F.Griffin_Lim(n_fft=1024, hop_length=256, n_iter=4, device=DEV)(S)
driver.work("griffin lim", griffin)
driver.work("old names", lambda: Spectrogram.MelSpectrogram(sr=SR, n_fft=1024, **q).to(DEV)(audio()))
def classifier():
    """A network with the spectrogram as its first layer, as the README shows it."""
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.spec = F.MelSpectrogram(sr=SR, n_fft=1024, n_mels=32, hop_length=512, trainable_mel=True, **q)
            self.fc = torch.nn.Linear(32, 3)
        def forward(self, x): return self.fc(torch.log(self.spec(x) + 1e-6).mean(-1))
    net = Net().to(DEV)
    opt = torch.optim.Adam(net.parameters())
    for _ in range(3):
        loss = torch.nn.functional.cross_entropy(net(audio(3)), torch.tensor([0, 1, 2], device=DEV))
        opt.zero_grad(); loss.backward(); opt.step()
    torch.save(net.state_dict(), driver.folder.name + "/nnaudio.pt"); net.load_state_dict(torch.load(driver.folder.name + "/nnaudio.pt"))
    return loss.item()
driver.work("classifier", classifier)
x = audio()
driver.work("utils/complex_mul", lambda: U.complex_mul((x, x), (x, x)))
driver.work("utils/downsample", lambda: (U.downsampling_by_n(x[:, None], torch.ones(1, 1, 256, device=DEV), 2), U.downsampling_by_2(x[:, None], torch.ones(1, 1, 256, device=DEV))))
driver.work("utils/broadcast", lambda: (U.broadcast_dim(x), U.broadcast_dim(x[0]), U.broadcast_dim(x[:, None])))
driver.work("utils/fold", lambda: U.overlap_add(torch.rand(2, 1024, 20, device=DEV), 256))
driver.work("utils/window", lambda: U.torch_window_sumsquare(torch.hann_window(1024, device=DEV), 20, 256, 1024))
driver.finish()
