"""Small tools of deep learning: moving and joining nested data, batches, layers, random states, streams, data sets, timers, stopping."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("delu")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import dataclasses, io, itertools, math, pickle, random, numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from typing import Any, NamedTuple
from torch.utils.data import DataLoader, TensorDataset
import delu

class Pair(NamedTuple):
    x: torch.Tensor
    y: torch.Tensor
@dataclasses.dataclass
class Data:
    x: torch.Tensor
    y: torch.Tensor
@dataclasses.dataclass
class Mixed:
    x: torch.Tensor
    y: Any
class Slots:
    __slots__ = ("a", "b")
    def __init__(self): self.a, self.b = torch.randn(3), [torch.randn(2), "s"]
class Holder:
    def __init__(self): self.a, self.b, self.c, self.d = torch.randn(5), ("text", torch.randn(4)), nn.Linear(4, 7), {"k": torch.arange(3)}
class Stuck:
    @property
    def a(self): return 1
    def __init__(self): self.__dict__["a"] = torch.ones(2)
def raises(f, *kinds):
    try: return f()
    except (kinds or (ValueError, RuntimeError, AssertionError, TypeError, IndexError, StopIteration)) as error: return str(error)
def x(n=37, d=6): return torch.randn(n, d, device=DEV)
def y(n=37, k=3): return torch.randint(k, (n,), device=DEV)
def net(): return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).to(DEV)
nested = {"scalars": lambda: [None, True, 1, 2.0, "a", b"b"], "tensor": lambda: torch.randn(3), "module": lambda: nn.Linear(2, 3), "list": lambda: [torch.randn(2), [torch.zeros(1), 3]], "tuple": lambda: (torch.randn(2), "a"), "named": lambda: Pair(torch.randn(2), torch.arange(2)), "set": lambda: {torch.randn(2), 1}, "frozenset": lambda: frozenset([torch.randn(2)]), "dict": lambda: {"a": torch.randn(2), "b": {"c": (torch.randn(1),)}}, "keys": lambda: {torch.arange(2): torch.randn(1)}, "object": Holder, "dataclass": lambda: Data(torch.randn(2), torch.arange(2)), "slots": Slots, "objects": lambda: Mixed(torch.randn(1), [Holder(), Slots()]), "state": lambda: (lambda m: {"model": m.state_dict(), "optimizer": torch.optim.Adam(m.parameters()).state_dict()})(nn.Linear(3, 3))}
for name, make in nested.items():
    driver.work("to/" + name, lambda: delu.to(make(), DEV)); driver.work("to/half " + name, lambda: delu.to(make(), device=DEV, dtype=torch.float16)); driver.work("to/and back " + name, lambda: delu.to(delu.to(make(), torch.device(DEV)), "cpu"))
driver.work("to/not blocking", lambda: delu.to([torch.randn(100), torch.randn(5)], DEV, non_blocking=True)); driver.work("to/float64", lambda: delu.to({"a": x(), "m": net()}, torch.float64)); driver.work("to/stuck", lambda: raises(lambda: delu.to(Stuck(), DEV)))
def tensors(n=3): return [x(k + 2) for k in range(n)]
joins = {"tensors": lambda: tensors(), "tuples": lambda: [(t, t[:, 0]) for t in tensors()], "named": lambda: [Pair(t, t[:, 0]) for t in tensors()], "dicts": lambda: [{"x": t, "y": {"z": t}} for t in tensors()], "dataclasses": lambda: [Data(t, t[:, 0]) for t in tensors()], "nested": lambda: [(t, {"a": Data(t, t[:, 1])}) for t in tensors()]}
for name, make in joins.items():
    driver.work("cat/" + name, lambda: delu.cat(make()))
    if name in ("tensors",): driver.work("cat/columns " + name, lambda: delu.cat([t[:2] for t in make()], dim=1))
driver.work("cat/columns dicts", lambda: delu.cat([{"a": x(3, 2), "b": x(3, 4)} for _ in range(3)], dim=1)); driver.work("cat/old", lambda: delu.concat(tensors())); driver.work("cat/wrong", lambda: [raises(lambda a=a: delu.cat(a)) for a in ((x(), x()), [], [[x()]], [1])])
driver.work("cat/outputs", lambda: (lambda m: delu.cat([{"p": m(b.to(DEV)), "e": b.to(DEV).mean(1)} for (b,) in DataLoader(TensorDataset(torch.randn(20, 6)), 6)]))(net()))
batched = {"tensor": lambda: x(), "tuple": lambda: (x(), y()), "named": lambda: Pair(x(), y()), "dict": lambda: {"x": x(), "y": y()}, "dataclass": lambda: Data(x(), y())}
def generator(): return torch.Generator(DEV).manual_seed(0)
for name, make in batched.items():
    for o in (dict(), dict(shuffle=True), dict(drop_last=True), dict(shuffle=True, drop_last=True)): driver.work(f"batches/{name}/{o}", lambda: list(delu.iter_batches(make(), 8, **o)))
    driver.work(f"batches/{name}/generator", lambda: list(delu.iter_batches(make(), 10, shuffle=True, generator=generator())))
driver.work("batches/wrong", lambda: [raises(lambda a=a: list(delu.iter_batches(*a[0], **a[1]))) for a in (((x(0), 4), {}), (((), 4), {}), (({}, 4), {}), (((x(3), x(4)), 2), {}), (({"a": x(3), "b": x(4)}, 2), {}), ((Mixed(x(), 1), 2), {}), ((Data(x(3), x(4)), 2), {}), (([x()], 2), {}), ((x(), 2), {"generator": generator()}), ((dataclasses.make_dataclass("Empty", [])(), 2), {}))])
def epochs(amount=2, **o):
    m = net(); opt = torch.optim.AdamW(m.parameters(), 1e-2); stop = delu.tools.EarlyStopping(1, mode="max"); timer = delu.tools.Timer(); timer.run(); data = {"x": x(40), "y": y(40)}; best = -math.inf
    for epoch in range(amount):
        m.train()
        for b in delu.iter_batches(data, 8, shuffle=True, **o):
            opt.zero_grad(); loss = F.cross_entropy(m(b["x"]), b["y"]); loss.backward(); opt.step()
        m.eval()
        with torch.inference_mode(): p = delu.cat([m(b).argmax(1) for b in delu.iter_batches(x(21), 8)])
        score = p.float().mean().item(); stop.update(score); best = max(best, score)
        if stop.should_stop(): break
    torch.save({"model": m.state_dict(), "timer": timer, "random": delu.random.get_state()}, "checkpoint.pt"); c = torch.load("checkpoint.pt", weights_only=False); delu.random.set_state(c["random"]); m.load_state_dict(c["model"]); return str(c["timer"]), best
driver.work("training", epochs); driver.work("training/generator", lambda: epochs(generator=generator())); driver.work("training/dropped", lambda: epochs(drop_last=True))
def stopping(mode="max", **o):
    s = delu.tools.EarlyStopping(2, mode=mode, **o); seen = []
    for v in (x(6, 1).flatten()): s.update(v.item()); seen.append(s.should_stop())
    s.reset_unsuccessful_updates(); seen.append(s.should_stop()); s.reset(); return seen
def stopping_tensors(mode="max", **o):
    s = delu.tools.EarlyStopping(2, mode=mode, **o)
    for v in x(6, 1).flatten(): s.update(v)
    return s.should_stop()
for mode in ("max", "min"):
    for o in (dict(), dict(min_delta=0.3)): driver.work(f"stopping/{mode}/{o}", lambda: stopping(mode, **o)); driver.work(f"stopping/tensors {mode}/{o}", lambda: stopping_tensors(mode, **o))
driver.work("stopping/wrong", lambda: [raises(lambda a=a: delu.tools.EarlyStopping(**a)) for a in (dict(patience=0, mode="max"), dict(patience=1, mode="up"), dict(patience=1, mode="min", min_delta=-1.0))])
def old_stopping(): s = delu.EarlyStopping(1, mode="max"); [s.update(v.item()) for v in x(4, 1)]; s.forget_bad_updates(); return s.should_stop()
driver.work("stopping/old", old_stopping)
def tracked(patience, delta, tensors):
    p = delu.ProgressTracker(patience, delta); seen = []
    for v in x(8, 1).flatten(): p.update(v if tensors else v.item()); seen.append((p.success, p.fail))
    best = p.best_score; p.forget_bad_updates(); p.reset(); return seen, best
for patience in (1, None):
    for tensors_ in (False, True): driver.work(f"progress/{patience}/{tensors_}", lambda: tracked(patience, 0.1, tensors_))
def timers():
    t = delu.tools.Timer(); t.pause(); t.run(); t.run(); a = x(64, 64) @ x(64, 64); t.pause(); t.pause(); t.run(); e = t.elapsed()
    raises(t.__enter__); t.reset()
    with t: a = a.sum()
    with delu.Timer() as o: pass
    u = pickle.loads(pickle.dumps(t)); return a, e, u.elapsed(), f"{t:%Hh %Mm %Ss}", str(t), o(), o.format("%S"), t.is_running, delu.tools.Timer().elapsed()
driver.work("timers", timers)
layers = {"n": (4, (4,), True), "grid": ((2, 3), (2, 3), True), "not biased": (4, (4,), False), "grid not biased": ((2, 3), (2, 3), False), "one": (1, (1,), True)}
for name, (n, shape, bias) in layers.items():
    for batch in ((), (5,), (2, 5)): driver.work(f"layers/{name}/{len(batch)}", lambda: delu.nn.NLinear(n, 6, 7, bias=bias, device=DEV)(torch.randn(*batch, *shape, 6, device=DEV)).square().sum().backward())
driver.work("layers/double", lambda: delu.nn.NLinear(3, 6, 2, dtype=torch.float64, device=DEV)(x(3).double())); driver.work("layers/moved", lambda: delu.nn.NLinear(3, 6, 2).to(DEV)(x(3)))
driver.work("layers/wrong", lambda: [raises(lambda a=a: delu.nn.NLinear(a[0], 6, 2, device=DEV)(torch.randn(*a[1], device=DEV))) for a in ((0, (3, 6)), ((), (3, 6)), (3, (6,)), (3, (3, 5)), (3, (2, 4, 6)))])
functions = {"relu": (torch.relu, {}), "flatten": (torch.flatten, {"start_dim": 1}), "squeeze": (torch.Tensor.squeeze, {"dim": -1}), "mean": (torch.mean, {"dim": (0, 1), "keepdim": True}), "custom": (lambda t: t * 2, {}), "sum": (torch.Tensor.sum, {"dim": 1})}
for name, (f, o) in functions.items(): driver.work("lambda/" + name, lambda: delu.nn.Lambda(f, **o)(torch.randn(4, 3, 1, device=DEV)))
driver.work("lambda/wrong", lambda: (raises(lambda: delu.nn.Lambda(torch.add, other=torch.ones(1))), raises(lambda: delu.nn.Lambda(torch.mul, other=[1])))); driver.work("sequential", lambda: delu.nn.named_sequential(("a", nn.Linear(6, 3)), ("b", delu.nn.Lambda(torch.tanh))).to(DEV)(x()))
for s in (0, 7, 2**63, None):
    for one in (False, True): driver.work(f"seed/{s}/{one}", lambda: (delu.random.seed(s, one_cuda_seed=one), torch.rand(2, device=DEV), random.random(), np.random.rand()))
driver.work("seed/wrong", lambda: [raises(lambda a=a: delu.random.seed(a)) for a in (-1, 2**64)]); driver.work("seed/reproducible", lambda: (delu.improve_reproducibility(3), delu.improve_reproducibility(None, one_cuda_seed=True)))
def states(): s = delu.random.get_state(); a = torch.rand(3, device=DEV); delu.random.set_state(s); b = torch.rand(3, device=DEV); return torch.equal(a, b), raises(lambda: delu.random.set_state({**s, "torch.cuda": [*s["torch.cuda"], 1]})), delu.random.set_state({k: v for k, v in s.items() if k != "torch.cuda"})
driver.work("states", states)
def preserved():
    with delu.random.preserve_state(): a = torch.rand(3, device=DEV)
    return torch.equal(a, delu.random.preserve_state()(lambda: torch.rand(3, device=DEV))())
driver.work("states/preserved", preserved)
def evaluated():
    m = net()
    with delu.evaluation(m): a = m(x())
    @delu.evaluation(m, nn.Dropout())
    def f(): return m(x()).argmax(1).float().mean().item()
    return a.cpu().numpy(), f(), raises(lambda: delu.evaluation(m)(lambda: (yield 1)))
driver.work("evaluation", evaluated); driver.work("memory", lambda: (x(100, 100), delu.cuda.free_memory(), delu.hardware.free_memory())); driver.work("gpus", lambda: raises(delu.hardware.get_gpus_info, Exception))
def loader(n=10, gpu=True): t = torch.randn(n, 6); return DataLoader(TensorDataset(t.to(DEV) if gpu else t), batch_size=3, shuffle=True)
def streamed(gpu, size=None):
    s = delu.Stream(loader(gpu=gpu)); m = net(); opt = torch.optim.SGD(m.parameters(), 0.1); total = 0.0
    for epoch in s.epochs(2, size):
        for (b,) in epoch:
            opt.zero_grad(); loss = m(b.to(DEV)).square().mean(); loss.backward(); opt.step(); total += loss.item()
    d = s.state_dict(); n = delu.Stream(s.loader); n.load_state_dict(d); return total, n.iteration, n.epoch, n.next()
for gpu in (True, False):
    for size in (None, 2): driver.work(f"stream/{gpu}/{size}", lambda: streamed(gpu, size))
def stream(): s = delu.Stream(itertools.repeat(x(2))); a = list(s.data(3)); s.set_loader([x(1)]); s.reload_iterator(); b = s.next(); s.increment_epoch(); t = delu.Stream(range(3)); return a, b, list(t.data()), list(itertools.islice(t.data(math.inf), 4)), raises(lambda: list(s.data())), raises(lambda: delu.Stream([])), raises(lambda: s.data(2.0)), raises(lambda: delu.Stream(iter([])).next()), raises(lambda: list(delu.Stream(iter([1])).data()))
driver.work("stream/rest", stream); driver.work("stream/endless", lambda: [next(e) for e in itertools.islice(delu.Stream(loader()).epochs(math.inf, 2), 3)])
def sets():
    t, l = x(9), y(9); e = delu.data.Enumerate(TensorDataset(t, l)); f = delu.data.FnDataset(lambda i: t[i] * 2, 9, torch.sum); g = delu.data.FnDataset(torch.tensor, (1, 2, 3)); i = delu.data.IndexDataset(9)
    return len(e), e.dataset, [(b, p.sum()) for b, (p, q) in DataLoader(e, 4)], [b for b in DataLoader(f, 4)], len(f), len(g), g[1], raises(lambda: f[9]), [t[b.to(DEV)] for b in DataLoader(i, 4, shuffle=True)], len(i), raises(lambda: i[9]), raises(lambda: i["a"]), raises(lambda: delu.data.IndexDataset(0)), delu.utils.data.IndexDataset(3)[1], delu.utils.data.Enumerate(TensorDataset(t))[0]
driver.work("data/sets", sets)
for o in (dict(batch_size=4), dict(batch_size=4, shuffle=True), dict(batch_size=4, drop_last=True)): driver.work(f"data/indices/{o}", lambda: (lambda l, t: (len(l), l.loader, [t[i] for i in l], [t[i.to(DEV)] for i in delu.data.make_index_dataloader(19, **o)]))(delu.data.IndexLoader(19, device=DEV, **o), x(19)))
driver.work("data/indices positional", lambda: [x(9)[i.to(DEV)] for i in delu.data.IndexLoader(9, 2)]); driver.work("data/collate", lambda: (delu.collate((a, b) for a, b in zip(x(4), y(4))), delu.data.collate([{"a": t} for t in x(3)])))
driver.finish()
