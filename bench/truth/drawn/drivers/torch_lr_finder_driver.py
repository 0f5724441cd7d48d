import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_lr_finder")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import matplotlib
matplotlib.use("Agg")
import torch, torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset
from torch_lr_finder import LRFinder, TrainDataLoaderIter, ValDataLoaderIter
from torch_lr_finder.lr_finder import ExponentialLR, LinearLR, StateCacher

def net(): return nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 3))
def loader(n=40): return DataLoader(TensorDataset(torch.randn(n, 6), torch.randint(3, (n,))), batch_size=8, drop_last=True)
def finder(optimizer=torch.optim.SGD, model=None, criterion=None, device=DEV, **more): m = model or net(); return LRFinder(m, optimizer(m.parameters(), lr=1e-5), criterion or nn.CrossEntropyLoss(), device=device, **more)
def run(f, **options): f.range_test(options.pop("train", None) or loader(), **{"end_lr": 10, "num_iter": 12, **options}); f.reset(); return f.history
for mode in ("exp", "linear"):
    for smooth in (0.0, 0.05):
        for val in (False, True):
            driver.work(f"range/{mode}/{smooth}/{val}", lambda: run(finder(), step_mode=mode, smooth_f=smooth, val_loader=loader() if val else None))
for optimizer in (torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop, torch.optim.Adagrad):
    driver.work("optimizer/" + optimizer.__name__, lambda: run(finder(optimizer)))
driver.work("start", lambda: run(finder(), start_lr=1e-3))
driver.work("accumulated", lambda: run(finder(), accumulation_steps=3))
driver.work("blocking", lambda: run(finder(), non_blocking_transfer=False, val_loader=loader()))
driver.work("diverging", lambda: run(finder(), end_lr=1e6, num_iter=40, diverge_th=1.1))
driver.work("on disk", lambda: run(finder(memory_cache=False, cache_dir=driver.folder.name)))
driver.work("device object", lambda: run(finder(device=torch.device(DEV))))
driver.work("no device", lambda: run(finder(model=net().to(DEV), device=None)))
driver.work("iterators", lambda: run(finder(), train=TrainDataLoaderIter(loader()), val_loader=ValDataLoaderIter(loader())))
class Pairs(TrainDataLoaderIter):
    def inputs_labels_from_batch(self, batch): return batch[0], batch[1]
driver.work("own iterator", lambda: run(finder(), train=Pairs(loader())))
driver.work("short data", lambda: run(finder(), train=loader(16), num_iter=9))
class Two(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(6, 3)
    def forward(self, x): return self.l(x["a"]) + self.l(x["b"][0])
class Named(torch.utils.data.Dataset):
    def __len__(self): return 24
    def __getitem__(self, i): return {"a": torch.randn(6), "b": [torch.randn(6)]}, i % 3
driver.work("nested inputs", lambda: run(finder(model=Two()), train=DataLoader(Named(), 6)))
def groups(): m = net(); return LRFinder(m, torch.optim.SGD([{"params": m[0].parameters(), "lr": 1e-5}, {"params": m[3].parameters(), "lr": 1e-4}], lr=1e-5), nn.CrossEntropyLoss(), device=DEV)
driver.work("groups", lambda: run(groups(), start_lr=[1e-5, 1e-4]))
def amp():
    f = finder(amp_backend="torch", amp_config={"device_type": DEV, "dtype": torch.float16 if DEV == "cuda" else torch.bfloat16}, grad_scaler=torch.amp.GradScaler(DEV, enabled=DEV == "cuda")); return run(f, val_loader=loader())
driver.work("amp", amp)
driver.work("amp/accumulated", lambda: run(finder(amp_backend="torch", amp_config={"device_type": DEV, "dtype": torch.bfloat16}, grad_scaler=torch.amp.GradScaler(DEV, enabled=DEV == "cuda")), accumulation_steps=2))
def plotted(): f = finder(); f.range_test(loader(), end_lr=10, num_iter=30); f.plot(skip_start=2, skip_end=2, suggest_lr=True); f.plot(skip_start=2, skip_end=2, log_lr=False, show_lr=0.1, suggest_lr=False); f.reset()
driver.work("plot", plotted)
def twice(): f = finder(); f.range_test(loader(), end_lr=1, num_iter=5); f.reset(); f = LRFinder(f.model, torch.optim.SGD(f.model.parameters(), 1e-5), f.criterion, device=DEV); f.range_test(loader(), end_lr=1, num_iter=5, val_loader=loader()); f.reset()
driver.work("twice", twice)
def scheduled():
    f = finder(); torch.optim.lr_scheduler.StepLR(f.optimizer, 1)
    try: f.range_test(loader())
    except RuntimeError: pass
driver.work("scheduled", scheduled)
def schedules():
    for cls in (ExponentialLR, LinearLR): p = nn.Linear(2, 2).to(DEV); o = torch.optim.SGD(p.parameters(), 0.1); s = cls(o, 1.0, 5); [(o.step(), s.step()) for _ in range(4)]
driver.work("schedules", schedules)
def cached():
    for memory in (True, False): c = StateCacher(memory, cache_dir=driver.folder.name); c.store("m", net().to(DEV).state_dict()); c.retrieve("m")
driver.work("cache", cached)
def regression(): return run(LRFinder(*(lambda m: (m, torch.optim.SGD(m.parameters(), 1e-5), nn.MSELoss()))(nn.Linear(6, 2)), device=DEV), train=DataLoader(TensorDataset(torch.randn(24, 6), torch.randn(24, 2)), 8))
driver.work("regression", regression)
driver.finish()
