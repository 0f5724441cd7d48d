"""What pytorch_benchmark measures of models on the GPU."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("pytorch_benchmark")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch, torch.nn as nn
from torchvision import models as vision
from pytorch_benchmark import benchmark
from pytorch_benchmark import format as fmt, machine_info
B = sys.modules["pytorch_benchmark.benchmark"]
device = torch.device(DEV)

def mlp(): return nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4)).to(DEV)
def convolutions(): return nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)).to(DEV)
def attention(): return nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2).to(DEV)
class Recurrent(nn.Module):
    def __init__(self): super().__init__(); self.rnn, self.out = nn.GRU(6, 8, batch_first=True), nn.Linear(8, 2)
    def forward(self, x): return self.out(self.rnn(x)[0][:, -1])
class Pair(nn.Module):
    def __init__(self): super().__init__(); self.a, self.b = nn.Linear(12, 4), nn.Linear(12, 2)
    def forward(self, x): return self.a(x), self.b(x)
def move(x, to): return x.to(to) if torch.is_tensor(x) else tuple(t.to(to) for t in x)
made = {"mlp": (mlp, (8, 12)), "convolutions": (convolutions, (4, 3, 16, 16)), "attention": (attention, (2, 5, 16)), "recurrent": (lambda: Recurrent().to(DEV), (4, 7, 6)), "resnet": (lambda: vision.resnet18().to(DEV), (2, 3, 64, 64)), "mobilenet": (lambda: vision.mobilenet_v3_small().to(DEV), (2, 3, 64, 64))}
for name, (make, shape) in made.items():
    driver.work("benchmark/" + name, lambda: benchmark(make(), torch.randn(*shape), num_runs=10), limit=30)
    driver.work("details/" + name, lambda: benchmark(make(), torch.randn(*shape), num_runs=10, print_details=True, print_fn=lambda text: None), limit=30)
driver.work("benchmark/on the gpu", lambda: benchmark(mlp(), torch.randn(8, 12, device=DEV), num_runs=10))
driver.work("benchmark/one", lambda: benchmark(mlp(), torch.randn(1, 12), num_runs=20))
driver.work("benchmark/batch size", lambda: benchmark(mlp(), torch.randn(8, 12), num_runs=10, batch_size=8))
driver.work("benchmark/pair", lambda: benchmark(Pair().to(DEV), torch.randn(8, 12), num_runs=10, transfer_to_device_fn=move))
driver.work("benchmark/device", lambda: benchmark(mlp(), torch.randn(8, 12), num_runs=10, get_device_fn=lambda m: device, print_fn=print))
def half(): m = mlp().half() if DEV == "cuda" else mlp(); return B.measure_repeated_inference_timing(m, torch.randn(4, 12, dtype=next(m.parameters()).dtype), device, num_runs=5)
driver.work("timing/half", half)
for name, (make, shape) in made.items():
    driver.work("parts/" + name, lambda: (B.measure_params(make()), B.measure_flops(make(), torch.randn(*shape, device=DEV)), B.warm_up(make(), torch.randn(*shape), device, num_runs=3, batch_size=shape[0])))
    if DEV == "cuda": driver.work("memory/" + name, lambda: [B.measure_allocated_memory(make(), torch.randn(*shape), device, print_details=d) for d in (False, True)])
    driver.work("detailed/" + name, lambda: B.measure_detailed_inference_timing(make(), torch.randn(*shape), device))
    driver.work("repeated/" + name, lambda: B.measure_repeated_inference_timing(make(), torch.randn(*shape), device, num_runs=5, batch_size=shape[0]))
    for costs in (True, False):
        driver.work(f"energy/{name}/{costs}", lambda: B.measure_energy(make(), torch.randn(*shape), device, num_runs=3, batch_size=shape[0], include_transfer_costs=costs))
class Power:
    def __init__(self, print_fn): pass
    def estimate_fn_power(self, f): f(); return 1000.0, 10.0
def powered(costs):
    from pytorch_benchmark import jetson_power
    jetson_power.PowerEstimator, old = Power, jetson_power.PowerEstimator
    try: return B.measure_energy(mlp(), torch.randn(4, 12), device, num_runs=3, include_transfer_costs=costs)
    finally: jetson_power.PowerEstimator = old
for costs in (True, False):
    driver.work("energy/made up/%s" % costs, lambda: powered(costs))
driver.work("names", lambda: (B.get_call_arg_names(Recurrent()), B.get_call_arg_names(mlp), B.get_device(mlp()), B.fmt({"a": 1}), [fmt.format_num(n, bytes=b) for n in (3, 4e4, 5e7, 6e10, 7e13) for b in (True, False)], [fmt.format_time(t) for t in (1e-7, 1e-4, 0.1, 20, 4000)]))
driver.work("machine", machine_info.get_machine_info)
driver.finish()
