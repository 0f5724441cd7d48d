"""Spiking networks: cells, layers and steps of neurons, encoders, plasticity, correlation, thresholds, small networks and their training."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("norse")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torch, torch.nn as nn
from norse.torch.functional import coba_lif, encode, heaviside, leaky_integrator, lif, lif_adex, lif_correlation, lif_ex, lif_mc, lif_mc_refrac, lif_refrac, logical, lsnn, regularization, spiking_vector_quantization as Q, stdp, stdp_sensor, superspike, threshold, tsodyks_makram
from norse.torch.module import encode as mencode, leaky_integrator as mli, lif as mlif, lif_adex as madex, lif_correlation as mcorrelation, lif_ex as mex, lif_refrac as mrefrac, lift, lsnn as mlsnn, regularization as mregularization

B, I, H, T = 3, 4, 5, 6
def x(*s): return torch.rand(*(s or (B, I)), device=DEV) * 3
def back(z): (z.sum() * 1.0).backward() if z.requires_grad else None; return z
def step_by_step(cell, steps=T, shape=(B, I)):
    cell = cell.to(DEV); s = None; total = 0
    for _ in range(steps): z, s = cell(x(*shape).requires_grad_(), s); total = total + z.sum()
    total.backward() if total.requires_grad else None; return total, s
cells = {"lif": lambda: mlif.LIFCell(I, H), "feed forward": lambda: mlif.LIFFeedForwardCell(), "adex": lambda: madex.LIFAdExCell(I, H), "adex feed forward": lambda: madex.LIFAdExFeedForwardCell((I,)), "exponential": lambda: mex.LIFExCell(I, H), "exponential feed forward": lambda: mex.LIFExFeedForwardCell((I,)), "refractory feed forward": lambda: mrefrac.LIFRefracFeedForwardCell((I,)), "adaptive": lambda: mlsnn.LSNNCell(I, H), "integrator": lambda: mli.LICell(I, H)}
for name, make in cells.items():
    driver.work("cell/" + name, lambda: step_by_step(make())); driver.work("cell/one " + name, lambda: (repr(make()), step_by_step(make(), 1)))
layers = {"lif": lambda: mlif.LIFLayer(I, H), "feed forward": lambda: mlif.LIFFeedForwardLayer(), "adex": lambda: madex.LIFAdExLayer(I, H), "exponential": lambda: mex.LIFExLayer(I, H), "adaptive": lambda: mlsnn.LSNNLayer(mlsnn.LSNNCell, I, H), "lifted": lambda: lift.Lift(nn.Linear(I, H)), "lifted network": lambda: lift.Lift(nn.Sequential(nn.Linear(I, H), nn.ReLU()))}
for name, make in layers.items():
    driver.work("layer/" + name, lambda: back((lambda o: o[0] if isinstance(o, tuple) else o)(make().to(DEV)(x(T, B, I)))))
for method in ("super", "heaviside"):
    driver.work("threshold/" + method, lambda: back(threshold.threshold((x(20) - 1.5).requires_grad_(), method, 10.0)))
driver.work("threshold/sign", lambda: threshold.sign((x(20) - 1.5).requires_grad_(), "super", 10.0).sum().backward()); driver.work("threshold/plain", lambda: (heaviside.heaviside(x(9) - 1), superspike.super_fn((x(9) - 1).requires_grad_()).sum().backward()))
encoders = {"constant": lambda: mencode.ConstantCurrentLIFEncoder(T), "poisson": lambda: mencode.PoissonEncoder(T), "signed": lambda: mencode.SignedPoissonEncoder(T), "latency": lambda: mencode.SpikeLatencyLIFEncoder(T), "spikes": lambda: mencode.SpikeLatencyEncoder()}
for name, make in encoders.items():
    driver.work("encoder/" + name, lambda: make().to(DEV)(x() if name not in ("spikes",) else (x(T, B, I) > 2).float()))
driver.work("encoder/steps", lambda: (lif.lif_current_encoder(x(), x()), lif_ex.lif_ex_current_encoder(x(), x()), lif_adex.lif_adex_current_encoder(x(), x(), x())))
weights = lambda: torch.randn(H, I, device=DEV)
driver.work("correlation/sensor of times", lambda: stdp_sensor.stdp_sensor_step((x(B, I) > 1).float(), (x(B, I) > 1).float(), stdp_sensor.STDPSensorState(x(), x())))
def correlated(): m = mcorrelation.LIFCorrelation(I, H).to(DEV); s = None; w, r = torch.randn(I, H, device=DEV).T, torch.randn(H, H, device=DEV); out = [m(x(1, I)[0:1], w, r, s)]; return out
driver.work("correlation/neuron", correlated)
def plastic(step, p): w = torch.rand(H, I, device=DEV); return [step(w, (x(1, I) > 1).float(), (x(1, H) > 1).float(), stdp.STDPState(torch.zeros(1, I, device=DEV), torch.zeros(1, H, device=DEV)), p) for _ in range(3)]
for name in ("soft_multiplicative", "hard_multiplicative", "additive"):
    driver.work("plasticity/" + name, lambda: plastic(getattr(stdp, f"linear_{name}_stdp_step"), stdp.STDPParameters()))
    def images(): w = torch.rand(2, 3, 3, 3, device=DEV); return getattr(stdp, f"conv2d_{name}_stdp_step")(w, (x(1, 3, 8, 8) > 1).float(), (x(1, 2, 6, 6) > 1).float(), stdp.STDPState(torch.zeros(1, 3, 8, 8, device=DEV), torch.zeros(1, 2, 6, 6, device=DEV)), stdp.STDPConvParameters())
    driver.work("plasticity/images " + name, images)
driver.work("logic", lambda: [f((x(9) > 1).float(), (x(9) > 1).float()) for f in (logical.logical_and, logical.logical_xor, logical.logical_or, logical.posedge_detector)]); driver.work("logic/element", lambda: logical.muller_c((x(9) > 1), (x(9) > 1), (x(9) > 1)))
driver.work("regularization", lambda: (regularization.regularize_step(x(), lif.LIFFeedForwardState(x(), x())), regularization.regularize_step(x(), lif.LIFFeedForwardState(x(), x()), regularization.voltage_accumulator), mregularization.RegularizationCell()(x(), lif.LIFFeedForwardState(x(), x()))))
driver.work("short term", lambda: tsodyks_makram.stp_step((x() > 1).float(), tsodyks_makram.TsodyksMakramState(x(), x()), tsodyks_makram.TsodyksMakramParameters()))
driver.work("quantization", lambda: (Q.spiking_vector_quantization_step(x(H), torch.randn(H, H, device=DEV)), ))
driver.work("steps/states", lambda: (lif.lif_feed_forward_step(x(), lif.LIFFeedForwardState(x(), x())), lif_ex.lif_ex_feed_forward_step(x()), lif_adex.lif_adex_feed_forward_step(x()), lsnn.lsnn_feed_forward_step(x(), lsnn.LSNNFeedForwardState(x(), x(), x())), coba_lif.coba_lif_feed_forward_step(x(), coba_lif.CobaLIFFeedForwardState(x(), x(), x())), lif_mc.lif_mc_feed_forward_step(x(), lif.LIFFeedForwardState(x(), x()), torch.randn(I, I, device=DEV)), leaky_integrator.li_feed_forward_step(x(), leaky_integrator.LIState(x(), x()))))
driver.work("steps/adaptive", lambda: lsnn.ada_lif_step(x(), lsnn.LSNNState(x(B, H), x(B, H), x(B, H), x(B, H)), weights(), torch.randn(H, H, device=DEV)))
class Net(nn.Module):
    def __init__(self, cell=mlif.LIFCell): super().__init__(); self.encode = mencode.ConstantCurrentLIFEncoder(8); self.cell = cell(I, 16); self.out = mli.LICell(16, 3)
    def forward(self, x):
        s = o = None; best = []
        for z in self.encode(x): z, s = self.cell(z, s); v, o = self.out(z, o); best.append(v)
        return torch.stack(best).max(0).values
def train(cell, steps=4):
    m = Net(cell).to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-2); hits = 0
    for _ in range(steps): y = torch.randint(3, (B,), device=DEV); out = m(x() * 10); loss = nn.functional.cross_entropy(out, y); opt.zero_grad(); loss.backward(); opt.step(); hits += (out.argmax(1) == y).sum().item()
    return loss.item(), hits
for cell in (mlif.LIFCell, mlsnn.LSNNCell, madex.LIFAdExCell, mex.LIFExCell):
    driver.work("train/" + cell.__name__, lambda: train(cell))
driver.finish()
