"""Liquid networks: wirings, cells, layers with their options, sequences with times, graphs of wirings, small training loops."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("ncps")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import matplotlib; matplotlib.use("Agg")
import numpy as np, torch, torch.nn as nn
from ncps import wirings as W
from ncps.torch import CfC, CfCCell, LTC, LTCCell, WiredCfCCell
from ncps.torch.lstm import LSTMCell

B, T, I, O = 4, 6, 5, 3
def g(*s): return torch.randn(*s, device=DEV, requires_grad=True)
def back(o): (o[0] if isinstance(o, tuple) else o).sum().backward(); return o
wirings = {"full": lambda: W.FullyConnected(8, O), "full without own": lambda: W.FullyConnected(8, O, self_connections=False), "random": lambda: W.Random(12, O, sparsity_level=0.5), "ncp": lambda: W.NCP(10, 8, O, sensory_fanout=4, inter_fanout=4, recurrent_command_synapses=4, motor_fanin=4), "auto": lambda: W.AutoNCP(20, O)}
def described(make):
    w = make(); w.build(I); graph = w.get_graph(); other = type(w).from_config(w.get_config()) if type(w).__name__ in ("FullyConnected", "Random") else w
    return w.synapse_count, w.sensory_synapse_count, w.erev_initializer(), w.sensory_erev_initializer(), [w.get_type_of_neuron(i) for i in range(w.units)], [w.get_neurons_of_layer(i) for i in range(w.num_layers)], graph, other
for name, make in wirings.items():
    driver.work("wiring/" + name, lambda: described(make))
    driver.work("wiring/drawn " + name, lambda: (lambda w: (w.build(I), w.draw_graph(draw_labels=True)))(make()))
    for mixed in (False, True):
        driver.work(f"ltc/{name}/{mixed}", lambda: back(LTC(I, make(), mixed_memory=mixed).to(DEV)(g(B, T, I))))
        driver.work(f"cfc/{name}/{mixed}", lambda: back(CfC(I, make(), mixed_memory=mixed).to(DEV)(g(B, T, I)))) if name in ("ncp", "auto") else None
    driver.work("ltc/last " + name, lambda: back(LTC(I, make(), return_sequences=False).to(DEV)(g(B, T, I))))
    driver.work("ltc/times " + name, lambda: back(LTC(I, make()).to(DEV)(g(1, T, I), timespans=torch.rand(1, T, device=DEV))))
    driver.work("ltc/time first " + name, lambda: back(LTC(I, make(), batch_first=False).to(DEV)(g(T, B, I))))
    driver.work("ltc/single " + name, lambda: back(LTC(I, make()).to(DEV)(g(T, I))))
def states(make, *s): m = make().to(DEV); y, h = m(g(*s)); return m(g(*s), h)
driver.work("ltc/states", lambda: states(lambda: LTC(I, W.AutoNCP(20, O)), B, T, I)); driver.work("ltc/states mixed", lambda: states(lambda: LTC(I, W.AutoNCP(20, O), mixed_memory=True), B, T, I)); driver.work("cfc/states", lambda: states(lambda: CfC(I, 16), B, T, I)); driver.work("cfc/states mixed", lambda: states(lambda: CfC(I, 16, mixed_memory=True), B, T, I))
driver.work("ltc/states single", lambda: states(lambda: LTC(I, 12), T, I)); driver.work("cfc/states single", lambda: states(lambda: CfC(I, 12, proj_size=2), T, I))
for i in ("affine", "linear", "none"):
    for o in ("affine", "linear", "none"):
        driver.work(f"ltc/maps {i} {o}", lambda: back(LTC(I, W.FullyConnected(8, O), input_mapping=i, output_mapping=o).to(DEV)(g(B, T, I))))
def constrained(implicit):
    w = W.AutoNCP(20, O); w.build(I); c = LTCCell(w, I, implicit_param_constraints=implicit).to(DEV); opt = torch.optim.SGD(c.parameters(), 0.5); h = torch.zeros(B, w.units, device=DEV)
    for _ in range(3): y, h = c(g(B, I), h, 0.5); opt.zero_grad(); y.sum().backward(); opt.step(); c.apply_weight_constraints(); h = h.detach()
    return c.state_size, c.sensory_size, c.motor_size, c.output_size, c.synapse_count, c.sensory_synapse_count
for implicit in (False, True): driver.work(f"ltc/cell {implicit}", lambda: constrained(implicit))
driver.work("ltc/unfolds", lambda: back(LTC(I, 8, ode_unfolds=3, epsilon=1e-6).to(DEV)(g(B, T, I)))); driver.work("ltc/sizes", lambda: (lambda m: (m.state_size, m.sensory_size, m.motor_size, m.output_size, m.synapse_count, m.sensory_synapse_count))(LTC(I, W.AutoNCP(20, O)).to(DEV)))
for mode in ("default", "pure", "no_gate"):
    for activation in ("silu", "relu", "tanh", "gelu", "lecun_tanh"):
        driver.work(f"cfc/{mode}/{activation}", lambda: back(CfC(I, 12, mode=mode, activation=activation, backbone_units=16, backbone_layers=2, backbone_dropout=0.1).to(DEV)(g(B, T, I))))
    driver.work(f"cfc/{mode}/no backbone", lambda: back(CfC(I, 12, mode=mode, backbone_layers=0, backbone_units=0).to(DEV)(g(B, T, I))))
    driver.work(f"cfc/{mode}/times", lambda: back(CfC(I, 12, mode=mode).to(DEV)(g(1, T, I), timespans=torch.rand(1, T, device=DEV))))
    driver.work(f"cfc/{mode}/cell", lambda: back(CfCCell(I, 12, mode=mode).to(DEV)(g(B, I), g(B, 12), torch.rand(B, 1, device=DEV))))
    driver.work(f"cfc/{mode}/sparse", lambda: back(CfCCell(I, 12, mode=mode, backbone_layers=0, sparsity_mask=(np.random.rand(I + 12, 12) > 0.5).astype("float32")).to(DEV)(g(B, I), g(B, 12), torch.rand(B, 1, device=DEV))))
    driver.work(f"cfc/{mode}/wired", lambda: back(CfC(I, W.AutoNCP(20, O), mode=mode).to(DEV)(g(1, T, I), timespans=torch.rand(1, T, device=DEV))))
for o in (dict(proj_size=2), dict(return_sequences=False), dict(return_sequences=False, proj_size=2), dict(batch_first=False), dict(mixed_memory=True)): driver.work(f"cfc/{o}", lambda: back(CfC(I, 12, **o).to(DEV)(g(B, T, I))))
driver.work("cfc/single", lambda: back(CfC(I, 12).to(DEV)(g(T, I)))); driver.work("cfc/wired last", lambda: back(CfC(I, W.AutoNCP(20, O), return_sequences=False).to(DEV)(g(B, T, I))))
def wired(): w = W.AutoNCP(20, O); c = WiredCfCCell(I, w).to(DEV); back(c(g(B, I), g(B, 20), torch.rand(B, 1, device=DEV))); return c.state_size, c.layer_sizes, c.num_layers, c.sensory_size, c.motor_size, c.output_size, c.synapse_count, c.sensory_synapse_count
driver.work("cfc/wired cell", wired)
driver.work("lstm", lambda: (lambda c: c(g(B, I), (g(B, 8), g(B, 8)))[0].sum().backward())(LSTMCell(I, 8).to(DEV)))
class Learner(nn.Module):
    def __init__(self, rnn): super().__init__(); self.conv = nn.Conv2d(1, 4, 3, 2); self.rnn = rnn
    def forward(self, x, hx=None): b, t = x.shape[:2]; return self.rnn(self.conv(x.flatten(0, 1)).flatten(1).view(b, t, -1), hx)
def trained(make, amp=False):
    m = make().to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-2); t = torch.linspace(0, 3, 24); data = torch.stack([t.sin(), t.cos()], 1)[None].repeat(B, 1, 1); loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data, data[..., :1] * data[..., 1:]), batch_size=2); total = 0.0
    for _ in range(2):
        for x, y in loader:
            with torch.autocast(DEV, torch.bfloat16, enabled=amp): p, _ = m(x.to(DEV)); loss = nn.functional.mse_loss(p, y.to(DEV))
            opt.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(m.parameters(), 1.0); opt.step(); total += loss.item()
    return total
makes = {"ltc": lambda: LTC(2, W.AutoNCP(16, 1)), "ltc mixed": lambda: LTC(2, W.NCP(10, 8, 1, 4, 4, 4, 4), mixed_memory=True), "cfc": lambda: CfC(2, W.AutoNCP(16, 1)), "cfc plain": lambda: CfC(2, 16, proj_size=1)}
for name, make in makes.items():
    driver.work("train/" + name, lambda: trained(make)); driver.work("train/amp " + name, lambda: trained(make, True))
def played():
    m = Learner(CfC(36, W.AutoNCP(16, O))).to(DEV).eval(); h = None; acts = []
    with torch.no_grad():
        for _ in range(3): p, h = m(torch.rand(1, 1, 1, 7, 7, device=DEV), h); acts.append(p[0, -1].argmax().item())
    return acts
driver.work("played", played); driver.work("played/learn", lambda: back(Learner(LTC(36, W.AutoNCP(16, O))).to(DEV)(torch.rand(2, 3, 1, 7, 7, device=DEV))))
driver.work("saved", lambda: (lambda m: (torch.save(m.state_dict(), "m.pt"), m.load_state_dict(torch.load("m.pt"))))(LTC(I, W.AutoNCP(20, O)).to(DEV)))
driver.finish()
