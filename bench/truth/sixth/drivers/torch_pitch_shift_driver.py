"""Pitch shifting of batches of sounds by semitones and by ratios, with all its settings, alone and in training, and the search for fast ratios."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_pitch_shift")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import random, torch, torch.nn as nn
from fractions import Fraction
from torch_pitch_shift import get_fast_shifts, pitch_shift, ratio_to_semitones, semitones_to_ratio

RATE, FEW = 8000, 2048  # a semitone at 2048 needs a small kernel
def sound(batch=2, channels=1, seconds=0.25, rate=RATE, device=DEV, **o):
    t = torch.arange(int(rate * seconds), device=device) / rate; f = 220 * (1 + torch.rand(batch, channels, 1, device=device)); return torch.sin(2 * torch.pi * f * t).to(**o) if o else torch.sin(2 * torch.pi * f * t)
def few(*a, **o): return sound(*a, **{"rate": FEW, **o})
def wrong(f):
    try: return f()
    except Exception as error: return str(error)
def near(limit): return lambda x: abs(float(x) - 1) < limit and x != 1
FAST = sorted(get_fast_shifts(RATE))
def simple(rate=RATE, most=20): return [f for f in sorted(get_fast_shifts(rate)) if f.numerator * f.denominator < most]
# By semitones
for shift in (-12, -7.5, -3, -1, 0, 0.5, 1, 4, 7, 12): driver.work(f"semitones/{shift}", lambda: pitch_shift(few(), shift, FEW))
for bins in (1, 6, 24, 1200): driver.work(f"semitones/bins {bins}", lambda: pitch_shift(few(), 0.5 * bins, FEW, bins_per_octave=bins))
for shift in (1, -2):
    driver.work(f"semitones/tensor {shift}", lambda: pitch_shift(few(), torch.tensor(float(shift), device=DEV), FEW)); driver.work(f"semitones/item {shift}", lambda: pitch_shift(few(), torch.tensor(float(shift), device=DEV).item(), FEW))
# By ratios
for f in simple(): driver.work(f"ratios/{f}", lambda: pitch_shift(sound(), f, RATE))
driver.work("ratios/exact semitones", lambda: [pitch_shift(few(), Fraction(a, b), FEW) for a, b in ((16, 15), (9, 8), (6, 5), (5, 4), (4, 3))])
driver.work("ratios/limited", lambda: pitch_shift(sound(), semitones_to_ratio(3).limit_denominator(20), RATE)); driver.work("ratios/one", lambda: pitch_shift(sound(), Fraction(1, 1), RATE))
# Settings of the transform
for n in (64, 125, 256, 512): driver.work(f"fft/{n}", lambda: pitch_shift(few(), 2, FEW, n_fft=n))
for n, hop in ((256, 8), (256, 64), (512, 128), (0, 16), (128, 0)): driver.work(f"fft/{n} {hop}", lambda: pitch_shift(sound(), Fraction(5, 4), RATE, n_fft=n, hop_length=hop))
for name in ("hann_window", "hamming_window", "blackman_window"):
    driver.work(f"window/{name}", lambda: pitch_shift(few(), -2, FEW, n_fft=256, hop_length=64, window=getattr(torch, name)(256, device=DEV))); driver.work(f"window/cpu {name}", lambda: pitch_shift(few(), 3, FEW, n_fft=256, hop_length=64, window=getattr(torch, name)(256)))
# Shapes, rates and kinds of sound
for b, c in ((1, 1), (1, 2), (4, 2), (3, 6), (16, 1)): driver.work(f"shapes/{b} {c}", lambda: (pitch_shift(few(b, c), 2, FEW), pitch_shift(sound(b, c), Fraction(4, 5), RATE)))
for rate in (4000, 11025, 16000, 22050): driver.work(f"rates/{rate}", lambda: (pitch_shift(sound(rate=rate), -12, rate), pitch_shift(sound(rate=rate), random.choice(simple(rate, 30)), rate)))
for seconds in (0.05, 0.1, 0.3001, 1.0): driver.work(f"lengths/{seconds}", lambda: (pitch_shift(few(seconds=seconds), 5, FEW), pitch_shift(few(seconds=seconds), -5, FEW)))
driver.work("kinds/double", lambda: wrong(lambda: pitch_shift(few(dtype=torch.float64), 2, FEW, window=torch.ones(32, dtype=torch.float64)))); driver.work("kinds/half", lambda: wrong(lambda: pitch_shift(few(dtype=torch.float16), 2, FEW))); driver.work("kinds/integers", lambda: wrong(lambda: pitch_shift((few() * 999).long(), 2, FEW)))
driver.work("kinds/cpu", lambda: pitch_shift(few(device="cpu"), 2, FEW).to(DEV)); driver.work("kinds/not contiguous", lambda: pitch_shift(few(2, 4).transpose(0, 1), 2, FEW)); driver.work("kinds/noise", lambda: pitch_shift(torch.randn(2, 1, 2000, device=DEV), -4, FEW)); driver.work("kinds/wrong", lambda: [wrong(lambda x=x: pitch_shift(x, 2, FEW)) for x in (few()[0], few()[..., :20])])
driver.work("kinds/no gradient", lambda: torch.no_grad()(pitch_shift)(few(), 3, FEW)); driver.work("kinds/inference", lambda: torch.inference_mode()(pitch_shift)(sound(), Fraction(5, 4), RATE))
# As the documentation uses it: random fast shifts, there and back, augmentation in training, a loss through it
driver.work("uses/random fast", lambda: [pitch_shift(sound(), f, RATE) for f in random.sample(simple(most=40), 3)]); driver.work("uses/all small", lambda: [pitch_shift(sound(seconds=0.1), f, RATE) for f in simple(most=12)], limit=30)
def back(shift): x = few(); y = pitch_shift(pitch_shift(x, shift, FEW), -shift, FEW); return (x - y).square().mean().item(), y.abs().max().cpu().numpy()
for shift in (2, 5): driver.work(f"uses/there and back {shift}", lambda: back(shift))
def loss(shift): r = RATE if isinstance(shift, Fraction) else FEW; x = sound(rate=r).requires_grad_(); (pitch_shift(x, shift, r) - sound(rate=r)).abs().mean().backward(); return x.grad.norm().item()
for shift in (3, -3, Fraction(5, 4)): driver.work(f"uses/gradient {shift}", lambda: loss(shift))
class Augmented(nn.Module):
    def __init__(self, shifts): super().__init__(); self.shifts = shifts; self.rate = RATE if isinstance(shifts[0], Fraction) else FEW; self.net = nn.Sequential(nn.Conv1d(1, 4, 32, 16), nn.ReLU(), nn.AdaptiveAvgPool1d(4), nn.Flatten(), nn.Linear(16, 3))
    def forward(self, x): return self.net(pitch_shift(x, random.choice(self.shifts), self.rate) if self.training else x)
def training(shifts):
    m = Augmented(shifts).to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-3); out = []
    for _ in range(3):
        l = nn.functional.cross_entropy(m(sound(6, rate=m.rate)), torch.randint(3, (6,), device=DEV)); opt.zero_grad(); l.backward(); opt.step(); out.append(l.item())
    m.eval(); return out, m(sound(4, rate=m.rate)).argmax(1).cpu().numpy()
driver.work("uses/training by semitones", lambda: training([-2, -1, 1, 2])); driver.work("uses/training by fast ratios", lambda: training(simple(most=24)))
def per_sound(): x = few(4); s = torch.empty(4, device=DEV).uniform_(-3, 3); return torch.cat([pitch_shift(a[None], t.item(), FEW) for a, t in zip(x, s)])
driver.work("uses/each its own", per_sound); driver.work("uses/scale", lambda: torch.cat([pitch_shift(few(1, seconds=0.1), n, FEW) for n in (0, 2, 4, 5, 7, 9, 11, 12)], -1)); driver.work("uses/chord", lambda: sum(pitch_shift(few(1), n, FEW) for n in (0, 4, 7)) / 3)
driver.work("uses/frequency", lambda: [torch.fft.rfft(pitch_shift(few(1, seconds=0.5), n, FEW)).abs().argmax(-1).flatten().tolist() for n in (0, 12)])
# Ratios
for rate in (8000, 11025, 16000, 22050): driver.work(f"fast/{rate}", lambda: len(get_fast_shifts(rate)))
for name, c in {"near": near(0.2), "any": lambda x: True, "up": lambda x: x > 1, "octave": lambda x: x == 2, "small": lambda x: x.denominator < 9}.items(): driver.work(f"fast/{name}", lambda: len(get_fast_shifts(RATE, c)))
driver.work("fast/tensors", lambda: (lambda limit: get_fast_shifts(2000, lambda x: bool(limit > float(x))))(torch.tensor(1.5, device=DEV))); driver.work("fast/converted", lambda: ([semitones_to_ratio(n) for n in (-12, -1, 0, 0.5, 7)], [ratio_to_semitones(f) for f in FAST[:9]], [ratio_to_semitones(semitones_to_ratio(n)) for n in range(-5, 6)])); driver.work("fast/converted tensor", lambda: wrong(lambda: semitones_to_ratio(torch.tensor(3.0, device=DEV))))
driver.finish()
