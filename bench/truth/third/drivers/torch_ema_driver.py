"""Exponential moving averages of models in training, evaluation and checkpoints."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_ema")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn, torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from torch_ema import ExponentialMovingAverage

class Net(nn.Module):
    def __init__(self): super().__init__(); self.body, self.head = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU()), nn.Linear(8, 4)
    def forward(self, x): return self.head(self.body(x).mean((2, 3)))
def net(): return Net().to(DEV)
def loader(n=32): return DataLoader(TensorDataset(torch.randn(n, 3, 8, 8), torch.randint(4, (n,))), 8, shuffle=True)
def train(model, ema, explicit=False, epochs=1):
    opt = torch.optim.Adam(model.parameters(), 1e-3)
    for _ in range(epochs):
        for x, y in loader():
            loss = F.cross_entropy(model(x.to(DEV)), y.to(DEV)); opt.zero_grad(); loss.backward(); opt.step()
            ema.update(model.parameters()) if explicit else ema.update()
    return model
def accuracy(model):
    model.eval(); right = 0
    with torch.no_grad():
        for x, y in loader(): right += (model(x.to(DEV)).argmax(1) == y.to(DEV)).sum().item()
    return right
def made(decay=0.99, **options): model = net(); return model, ExponentialMovingAverage(model.parameters(), decay, **options)

for decay in (0.0, 0.5, 0.995, 1.0):
    for updates in (True, False):
        driver.work(f"train/{decay}/{updates}", lambda: train(*made(decay, use_num_updates=updates)))
driver.work("train/explicit", lambda: train(*made(), explicit=True))
driver.work("train/epochs", lambda: train(*made(), epochs=3))
def chosen(): model = net(); model.body.requires_grad_(False); ema = ExponentialMovingAverage([p for p in model.parameters() if p.requires_grad], 0.9); opt = torch.optim.SGD(model.head.parameters(), 0.1); x = torch.randn(4, 3, 8, 8, device=DEV); F.cross_entropy(model(x), torch.randint(4, (4,), device=DEV)).backward(); opt.step(); ema.update(p for p in model.parameters() if p.requires_grad)
driver.work("train/chosen", chosen)
def half(): model = net().half() if DEV == "cuda" else net(); ema = ExponentialMovingAverage(model.parameters(), 0.9); ema.update(); ema.copy_to(); return ema
driver.work("train/half", half)
def evaluated():
    model, ema = made(); train(model, ema)
    with ema.average_parameters(): first = accuracy(model)
    return first, accuracy(model)
driver.work("evaluate/context", evaluated)
def explicit():
    model, ema = made(); train(model, ema)
    with ema.average_parameters(model.parameters()): return accuracy(model)
driver.work("evaluate/context explicit", explicit)
def by_hand(): model, ema = made(); train(model, ema); ema.store(); ema.copy_to(); accuracy(model); ema.restore()
driver.work("evaluate/store", by_hand)
def by_hand_explicit(): model, ema = made(); train(model, ema); ema.store(model.parameters()); ema.copy_to(model.parameters()); accuracy(model); ema.restore(model.parameters())
driver.work("evaluate/store explicit", by_hand_explicit)
def other(): model, ema = made(); train(model, ema); shadow = net(); ema.copy_to(shadow.parameters()); return accuracy(shadow)
driver.work("evaluate/other model", other)
def saved():
    model, ema = made(); train(model, ema); ema.store(); torch.save({"model": model.state_dict(), "ema": ema.state_dict()}, "c.pt")
    again, shadow = made(0.5); state = torch.load("c.pt"); again.load_state_dict(state["model"]); shadow.load_state_dict(state["ema"]); train(again, shadow)
driver.work("state/saved", saved)
def saved_cpu():
    model, ema = made(); train(model, ema); torch.save(ema.state_dict(), "c.pt")
    again, shadow = made(); shadow.load_state_dict(torch.load("c.pt", map_location="cpu")); shadow.update()
driver.work("state/from the cpu", saved_cpu)
def moved(): model = Net(); ema = ExponentialMovingAverage(model.parameters(), 0.9); ema.store(); model.to(DEV); ema.to(DEV); train(model, ema, explicit=True); ema.to(device=DEV, dtype=torch.float16); ema.to("cpu")
driver.work("state/moved", moved)
def moved_float(): model, ema = made(); ema.store(); ema.to(dtype=torch.float64); ema.to(device="cpu"); ema.copy_to()
driver.work("state/offloaded", moved_float)
def _raised(f, kind):
    try: f()
    except kind: return
    raise AssertionError("it raised nothing")
def gone(): ema = ExponentialMovingAverage(net().parameters(), 0.9); return ema.update()
driver.work("state/gone", lambda: _raised(gone, ValueError))
driver.work("state/mismatch", lambda: _raised(lambda: made()[1].update([]), ValueError))
driver.work("state/no store", lambda: _raised(lambda: made()[1].restore(), RuntimeError))
driver.work("state/bad decay", lambda: _raised(lambda: made(1.5), ValueError))
def averaged_error():
    model, ema = made()
    with ema.average_parameters(): raise KeyError
driver.work("evaluate/error inside", lambda: _raised(averaged_error, KeyError))
driver.finish()
