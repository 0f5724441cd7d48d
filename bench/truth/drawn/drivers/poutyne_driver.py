import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("poutyne")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import numpy as np, torch, torch.nn as nn, torchmetrics
from torch.utils.data import DataLoader, TensorDataset
import poutyne as P
from poutyne import Model, ModelBundle

dev = torch.device(DEV)
n = 48
X, Y, B, Z = torch.randn(n, 6), torch.arange(n) % 3, (torch.arange(n) % 2).float(), torch.randn(n, 2)
def net(o=3): return nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, o))
def model(optimizer="sgd", loss="cross_entropy", o=3, **more): return Model(net(o), optimizer, loss, device=dev, **more)
def data(y=Y): return TensorDataset(X, y)
def loader(y=Y, size=16): return DataLoader(data(y), size)
quiet = dict(verbose=False)
def fit(m, y=Y, callbacks=None, epochs=2, **more): return m.fit_generator(loader(y), loader(y), epochs=epochs, callbacks=callbacks, **{**quiet, **more})
METRICS = ["accuracy", "top3"]

driver.work("fit", lambda: model(batch_metrics=METRICS, epoch_metrics=["f1"]).fit(X, Y, (X, Y), epochs=2, batch_size=16, verbose=False))
driver.work("fit device", lambda: model(batch_metrics=METRICS).fit(X.to(dev), Y.to(dev), (X.to(dev), Y.to(dev)), epochs=2, **quiet))
driver.work("fit numpy", lambda: model(batch_metrics=["accuracy"]).fit(X.numpy(), Y.numpy(), (X.numpy(), Y.numpy()), epochs=2, **quiet))
driver.work("fit verbose", lambda: model(batch_metrics=METRICS, epoch_metrics=["f1"]).fit(X, Y, (X, Y), epochs=2))
driver.work("fit plain progress", lambda: model(batch_metrics=METRICS).fit(X, Y, epochs=2, progress_options=dict(coloring=False, progress_bar=False)))
driver.work("fit dataset", lambda: model(batch_metrics=["acc"]).fit_dataset(data(), data(), epochs=2, batch_size=16, **quiet))
driver.work("fit generator", lambda: fit(model()))
driver.work("fit steps", lambda: fit(model(), steps_per_epoch=2, validation_steps=1))
driver.work("fit accumulate", lambda: fit(model(batch_metrics=METRICS), batches_per_step=2))
for name in ("sgd", "adam", "adamw", "rmsprop", "adagrad", "adadelta", "adamax", "asgd", "rprop", "nadam", "radam"):
    driver.work("optimizer/" + name, lambda: fit(model(name), epochs=1))
driver.work("optimizer/dict", lambda: fit(model(dict(optim="sgd", lr=0.1, momentum=0.9))))
driver.work("optimizer/object", lambda: (lambda w: fit(Model(w, torch.optim.Adam(w.parameters()), nn.CrossEntropyLoss(), device=dev)))(net()))
driver.work("loss/mse", lambda: fit(model("adam", "mse", 2, batch_metrics=["l1", "smoothl1", "mse"]), Z))
driver.work("loss/bce", lambda: fit(Model(nn.Sequential(net(1), nn.Flatten(0)), "adam", "bce_with_logits", batch_metrics=["bin_acc"], epoch_metrics=["binary_f1"], device=dev), B))
driver.work("loss/function", lambda: fit(model("adam", lambda p, t: (p - t).abs().mean(), 2), Z))
driver.work("loss/module", lambda: fit(model("adam", nn.CrossEntropyLoss(weight=torch.ones(3)))))
batch_metrics = {"acc": P.Accuracy(), "acc sum": P.Accuracy(reduction="sum"), "ignored": P.Accuracy(ignore_index=1), "top2": P.TopKAccuracy(2), "function": lambda p, t: (p.argmax(1) == t).float().mean(), "named": ("mine", P.Accuracy()), "cross": "cross_entropy", "module": nn.CrossEntropyLoss()}
for name, metric in batch_metrics.items():
    driver.work("batch metric/" + name, lambda: fit(model(batch_metrics=[metric])))
epoch_metrics = {"f1 macro": lambda: P.FBeta(metric="fscore", average="macro"), "f1 micro": lambda: P.FBeta(metric="fscore", average="micro"), "all": lambda: P.FBeta(), "class": lambda: P.FBeta(metric="recall", average=1), "precision": lambda: P.Precision(), "recall": lambda: P.Recall(), "f1": lambda: P.F1(), "ignore": lambda: P.F1(ignore_index=1), "deterministic": lambda: P.F1(make_deterministic=True),
                 "sklearn": lambda: P.SKLearnMetrics(lambda t, p, **_: float((p.argmax(1) == t).mean())), "sklearn two": lambda: P.SKLearnMetrics([lambda t, p, **_: 1.0, lambda t, p, **_: 2.0], names=["a", "b"]), "torchmetrics": lambda: torchmetrics.Accuracy(task="multiclass", num_classes=3)}
for name, make in epoch_metrics.items():
    driver.work("epoch metric/" + name, lambda: fit(model(epoch_metrics=[make()])))
for cls in (P.BinaryF1, P.BinaryPrecision, P.BinaryRecall):
    driver.work("epoch metric/" + cls.__name__, lambda: fit(Model(nn.Sequential(net(1), nn.Flatten(0)), "adam", "bce_with_logits", epoch_metrics=[cls()], device=dev), B))
def alone():
    p, t = torch.randn(9, 3, device=dev), torch.randint(3, (9,), device=dev); m = P.F1().to(dev); m.update(p, t); m(p, t); a = m.compute(); m.reset(); 
    return a, P.acc(p, t).item(), P.topk(p, t, 2).item(), P.top1(p, t), P.bin_acc(torch.randn(9, device=dev), torch.ones(9, device=dev)).item()
driver.work("metrics alone", alone)

def evaluated():
    m = model(batch_metrics=METRICS, epoch_metrics=["f1"]); m.evaluate(X, Y, **quiet), m.evaluate_dataset(data(), return_pred=True, return_ground_truth=True, **quiet), m.evaluate_generator(loader(), return_pred=True, return_dict_format=True, **quiet)
    return m.evaluate(X, Y, return_pred=True, convert_to_numpy=False, **quiet)
driver.work("evaluate", evaluated)
driver.work("evaluate verbose", lambda: model(batch_metrics=METRICS).evaluate_generator(loader()))
def predicted(): m = model(); m.predict(X, **quiet), m.predict_dataset(data(), has_ground_truth=True, return_ground_truth=True, **quiet), m.predict_generator(loader(), has_ground_truth=True, concatenate_returns=False, **quiet); return m.predict(X.to(dev), convert_to_numpy=False, **quiet)
driver.work("predict", predicted)
def on_batch(): m = model(batch_metrics=METRICS); x, y = X[:8], Y[:8]; m.train_on_batch(x, y), m.train_on_batch(x, y, return_pred=True), m.evaluate_on_batch(x, y, return_pred=True), m.predict_on_batch(x), m.predict_on_batch(x, convert_to_numpy=False); return m.train_on_batch(x, y, return_dict_format=True, convert_to_numpy=False, return_pred=True)
driver.work("on batch", on_batch)
class Two(nn.Module):
    def __init__(self): super().__init__(); self.a, self.b = net(), net(2)
    def forward(self, x, y): return self.a(x), self.b(y)
def several():
    m = Model(Two(), "adam", lambda p, t: nn.functional.cross_entropy(p[0], t[0]) + nn.functional.mse_loss(p[1], t[1]), device=dev); m.fit((X, X), (Y, Z), epochs=1, **quiet); m.predict((X, X), **quiet); m.evaluate((X, X), (Y, Z), return_pred=True, **quiet)
driver.work("several inputs", several)
def weights():
    m = model("adam"); fit(m); m.save_weights("w.pt"), m.load_weights("w.pt"), m.save_optimizer_state("o.pt"), m.load_optimizer_state("o.pt"); w = m.get_weight_copies(); m.set_weights(w), m.get_weights(); fit(m)
driver.work("weights", weights)
def moved(): m = model("adam"); fit(m); m.cpu(); m.fit(X, Y, epochs=1, **quiet); m.to(dev); fit(m); m.cuda() if DEV == "cuda" else None
driver.work("moved", moved)
driver.work("device all", lambda: fit(Model(net(), "sgd", "cross_entropy", device=DEV)))

def with_callbacks(*makers, **more): m = model("sgd", batch_metrics=["acc"], epoch_metrics=["f1"]); return fit(m, callbacks=[c(m) for c in makers], epochs=3, **more)
callbacks = {
    "checkpoint": lambda m: P.ModelCheckpoint("c{epoch}.pt"), "best": lambda m: P.ModelCheckpoint("b.pt", save_best_only=True, restore_best=True, monitor="val_acc", mode="max", verbose=True), "optimizer": lambda m: P.OptimizerCheckpoint("o{epoch}.pt"), "random": lambda m: P.RandomStatesCheckpoint("r.pt"), "early": lambda m: P.EarlyStopping(patience=1, min_delta=9.0, verbose=True),
    "restore": lambda m: P.BestModelRestore(monitor="val_loss", verbose=True), "nan": lambda m: P.TerminateOnNaN(), "norm": lambda m: P.ClipNorm(m.network.parameters(), 1.0), "value": lambda m: P.ClipValue(m.network.parameters(), 0.1), "csv": lambda m: P.CSVLogger("l.csv"), "csv batches": lambda m: P.CSVLogger("lb.csv", batch_granularity=True), "atomic": lambda m: P.AtomicCSVLogger("a.csv"),
    "memory gradients": lambda m: P.MemoryGradientLogger(), "norms": lambda m: P.MemoryGradientLogger(keep_bias=True, norm_type=[1.0, 2.0, float("inf")]), "csv gradients": lambda m: P.CSVGradientLogger("g{}.csv"), "atomic gradients": lambda m: P.AtomicCSVGradientLogger("ag{}.csv"), "step": lambda m: P.StepLR(step_size=1), "exponential": lambda m: P.ExponentialLR(gamma=0.9), "plateau": lambda m: P.ReduceLROnPlateau(monitor="val_loss", patience=0), "lambda lr": lambda m: P.LambdaLR(lr_lambda=lambda e: 0.9**e),
    "delay": lambda m: P.DelayCallback(P.StepLR(step_size=1), epoch_delay=1), "batches": lambda m: P.DelayCallback([P.TerminateOnNaN()], batch_delay=2), "lambda": lambda m: P.LambdaCallback(on_train_batch_end=lambda b, logs: logs["loss"], on_epoch_end=lambda e, logs: None), "policy": lambda m: P.OptimizerPolicy(P.one_cycle_phases(9)), "sgdr": lambda m: P.OptimizerPolicy(P.sgdr_phases(2, 2)), "progress": lambda m: P.ProgressionCallback(),
}
for name, make in callbacks.items():
    driver.work("callback/" + name, lambda: with_callbacks(make))
class Writer:
    def add_scalar(self, tag, value, step=None, **more): self.value = float(value)
    def add_scalars(self, tag, values, step=None, **more): self.value = {k: float(v) for k, v in values.items()}
    def add_histogram(self, *a, **k): pass
    def close(self): pass
driver.work("callback/tensorboard", lambda: with_callbacks(lambda m: P.TensorBoardLogger(Writer())))
driver.work("callback/tensorboard split", lambda: with_callbacks(lambda m: P.TensorBoardLogger(Writer(), split_train_val=True)))
driver.work("callback/tensorboard gradients", lambda: with_callbacks(lambda m: P.TensorBoardGradientLogger(Writer())))
driver.work("callback/gradient tracker", lambda: with_callbacks(lambda m: P.TensorBoardGradientTracker(Writer())))
driver.work("callback/lr checkpoint", lambda: with_callbacks(lambda m: P.LRSchedulerCheckpoint(P.StepLR(step_size=1), "s.pt")))
class Noted(P.Notificator):
    def send_notification(self, message, *, subject=None): pass
driver.work("callback/notification", lambda: with_callbacks(lambda m: P.NotificationCallback(Noted())))

def bundle(**more): return ModelBundle.from_network("bundle", net(), device=dev, optimizer="sgd", loss_function="cross_entropy", monitor_metric="val_loss", monitor_mode="min", batch_metrics=["acc", "top3"], logging=True, **more)
def trained():
    b = bundle(); b.train(loader(), loader(), epochs=2, keep_only_last_best=True, **quiet); b.test(loader(), verbose=False, return_pred=True), b.infer(loader(), has_ground_truth=True, verbose=False), b.load_checkpoint("best"), b.get_stats() if hasattr(b, "get_stats") else None; b.train(loader(), loader(), epochs=3, **quiet); b.is_better_than(b) if hasattr(b, "is_better_than") else None
driver.work("bundle", trained, limit=40)
def trained_data(): b = ModelBundle.from_network("data", net(2), device=dev, task="reg", logging=False); b.train_data(X, Z, (X, Z), epochs=2, **quiet); b.train_dataset(TensorDataset(X, Z), TensorDataset(X, Z), epochs=3, **quiet); b.test_data(X, Z, verbose=False), b.test_dataset(TensorDataset(X, Z), verbose=False), b.infer_data(X, verbose=False), b.infer_dataset(TensorDataset(X, Z), has_ground_truth=True, verbose=False)
driver.work("bundle data", trained_data, limit=40)
def utilities():
    x = {"a": torch.randn(2, device=dev), "b": [torch.randn(3, device=dev)]}; P.torch_to_numpy(x), P.torch_to_numpy(x, copy=True), P.torch_to(x, "cpu"), P.torch_apply(x, lambda t: t * 2), P.numpy_to_torch(P.torch_to_numpy(x)); P.set_seeds(3); P.save_random_states("states.pt"); P.load_random_states("states.pt"); P.get_batch_size(torch.randn(3, 2), x)
driver.work("utilities", utilities)
driver.work("layers", lambda: Model(nn.Sequential(P.Lambda(lambda x: x * 2) if hasattr(P, "Lambda") else nn.Identity(), net()), "sgd", "cross_entropy", device=dev).predict(X, **quiet))
driver.work("tensor dataset", lambda: fit(model(), callbacks=None) and [b for b in DataLoader(P.TensorDataset(X, (Y, Z)), 8)] if hasattr(P, "TensorDataset") else None)
def plots(): import matplotlib; matplotlib.use("Agg"); P.plot_history(fit(model(batch_metrics=["acc"])), show=False, close=True)
driver.work("plots", plots)
driver.finish()
