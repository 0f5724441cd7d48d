"""LassoNet's estimators along their path, cross-validation, stability selection, and its functions."""
import os, sys
os.environ["MPLBACKEND"] = "Agg"
from driving import Driver, DEV, ROOT
driver = Driver("lassonet")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, torch
from functools import partial
import lassonet as L
from lassonet import LassoNet, LassoNetClassifier, LassoNetClassifierCV, LassoNetCoxRegressor, LassoNetCoxRegressorCV, LassoNetRegressor, LassoNetRegressorCV, lassonet_path, prox, plot_path, plot_cv
from lassonet import interfaces, utils, cox, r as R
P = sys.modules["lassonet.prox"]

def table(n=60, d=6): return np.random.randn(n, d).astype(np.float32)
def regression(): x = table(); return x, x[:, 0] * 2 - x[:, 1] + 0.1 * np.random.randn(len(x)).astype(np.float32)
def classes(k=2): x = table(); return x, (np.digitize(x[:, 0], [0.0] if k == 2 else [-0.5, 0.5])).astype(np.int64)
def survival(): x = table(); t = np.exp(x[:, 0] + 0.1 * np.random.randn(len(x))).astype(np.float32).round(1) + 0.1; return x, np.stack([t, np.random.rand(len(x)) < 0.7], 1).astype(np.float32)
def intervals():
    x = table(); t = np.exp(x[:, 0]).astype(np.float32); u, v = t * 0.7 + 0.05, t * 1.4 + 0.1; kind = np.arange(len(x)) % 3
    return x, np.stack([u, v, kind == 0, kind == 1, kind == 2], 1).astype(np.float32)
QUICK = dict(device=DEV, hidden_dims=(8,), n_iters=(10, 4), path_multiplier=1.6, verbose=0, lambda_start=2.0, torch_seed=0)
def quick(cls, **o): return cls(**{**QUICK, **o})
def whole(cls, data, **o): m = quick(cls, **o); x, y = data(); m.path(x, y, return_state_dicts=True); m.load(m.path_[len(m.path_) // 2]); return m.predict(x), m.score(x, y), m.feature_importances_
def fitted(cls, data, **o): m = quick(cls, **o); x, y = data(); m.fit(x, y); return m.predict(torch.from_numpy(x)), m.score(x, y)
estimators = {"regressor": (LassoNetRegressor, regression, {}), "classifier": (LassoNetClassifier, classes, {}), "three": (LassoNetClassifier, lambda: classes(3), {}), "cox breslow": (LassoNetCoxRegressor, survival, dict(tie_approximation="breslow")), "cox efron": (LassoNetCoxRegressor, survival, dict(tie_approximation="efron")), "interval": (interfaces.LassoNetIntervalRegressor, intervals, {})}
for name, (cls, data, o) in estimators.items():
    driver.work("path/" + name, lambda: whole(cls, data, **o), limit=25)
    driver.work("fit/" + name, lambda: fitted(cls, data, **o), limit=25)
    driver.work("loud/" + name, lambda: whole(cls, data, **o, verbose=2, lambda_start=8.0), limit=25)
    driver.work("dense/" + name, lambda: quick(cls, **o).fit(*data(), dense_only=True), limit=25)
options = {"sequence": dict(lambda_seq=[0.0, 1.0, 4.0, 20.0]), "gamma": dict(gamma=0.1, gamma_skip=0.1), "hierarchy": dict(M=1.0), "groups": dict(groups=[[0, 1], [2, 3], [4, 5]]), "dropout": dict(dropout=0.2), "batches": dict(batch_size=16), "optimizer": dict(optim=partial(torch.optim.Adam, lr=1e-2)), "optimizers": dict(optim=(partial(torch.optim.Adam, lr=1e-2), partial(torch.optim.SGD, lr=1e-2))), "no patience": dict(patience=None), "patience": dict(patience=(3, 2)), "backtrack": dict(backtrack=True), "no validation": dict(val_size=0), "deep": dict(hidden_dims=(8, 4)), "loud": dict(verbose=2), "iterations": dict(n_iters=3)}
for name, o in options.items():
    driver.work("regressor/" + name, lambda: whole(LassoNetRegressor, regression, **o), limit=25)
    if name not in ("groups", "optimizers", "deep", "iterations"): driver.work("classifier/" + name, lambda: whole(LassoNetClassifier, lambda: classes(3), **o), limit=25)
driver.work("classifier/weights", lambda: whole(LassoNetClassifier, classes, class_weight=[0.3, 0.7]))
def probabilities(): m = quick(LassoNetClassifier); x, y = classes(3); m.fit(x, y); return m.predict_proba(x), m.predict_proba(torch.from_numpy(x))
driver.work("classifier/probabilities", probabilities)
def validated(): m = quick(LassoNetRegressor); x, y = regression(); return m.path(x[:40], y[:40], X_val=x[40:], y_val=y[40:], return_state_dicts=True)
driver.work("regressor/validation", validated)
def frames(): import pandas as pd; m = quick(LassoNetRegressor); x, y = regression(); return m.fit(pd.DataFrame(x), pd.Series(y)).predict(pd.DataFrame(x))
driver.work("regressor/frames", frames)
driver.work("regressor/callback", lambda: quick(LassoNetRegressor).path(*regression(), callback=lambda model, hist: hist[-1].selected.sum()))
for name, cls, data, o in (("regressor", LassoNetRegressorCV, regression, {}), ("classifier", LassoNetClassifierCV, classes, {}), ("cox", LassoNetCoxRegressorCV, survival, dict(tie_approximation="efron"))):
    def crossed(): m = quick(cls, cv=2, path_multiplier=2.5, **o); x, y = data(); m.fit(x, y); return m.best_lambda_, m.best_cv_score_, m.score(x, y)
    driver.work("cv/" + name, crossed, limit=40)
def crossed_plot(): m = quick(LassoNetRegressorCV, cv=2, path_multiplier=2.5); x, y = regression(); m.path(x, y, return_state_dicts=True); plot_cv(m, x, y)
driver.work("plot/cv", crossed_plot, limit=40)
def plotted(): m = quick(LassoNetRegressor); x, y = regression(); m.path(x, y, return_state_dicts=True); plot_path(m, x, y); plot_path(m, x, y, score_function=lambda a, b: float(np.mean((a - b.squeeze()) ** 2)))
driver.work("plot/path", plotted, limit=25)
def stable(cls, data): return quick(cls, path_multiplier=3.0).stability_selection(*data(), n_models=3)
driver.work("stability/regressor", lambda: stable(LassoNetRegressor, regression), limit=40)
driver.work("stability/classifier", lambda: stable(LassoNetClassifier, classes), limit=40)
for task, data, o in (("regression", regression, {}), ("classification", classes, {}), ("cox", survival, dict(tie_approximation="breslow"))):
    driver.work("function/" + task, lambda: lassonet_path(*data(), task, **QUICK, **o), limit=25)
def weights(cls, data): m = quick(cls); m.path(*data(), return_state_dicts=True); return {k: v.numpy() for k, v in m.path_[-1].state_dict.items()}
driver.work("r/regression", lambda: R.lassonet_eval(table(), "regression", weights(LassoNetRegressor, regression), device=DEV, hidden_dims=(8,)))
driver.work("r/classification", lambda: R.lassonet_eval(table(), "classification", weights(LassoNetClassifier, classes), device=DEV, hidden_dims=(8,)))
def module(groups=None, dropout=None):
    m = LassoNet(6, 8, 1, groups=groups, dropout=dropout).to(DEV); x = torch.randn(16, 6, device=DEV); opt = torch.optim.SGD(m.parameters(), 0.1)
    for _ in range(3): opt.zero_grad(); loss = m(x).square().mean(); loss.backward(); opt.step(); m.prox(lambda_=0.05, M=10)
    return m.l1_regularization_skip(), m.l2_regularization(), m.l2_regularization_skip(), m.input_mask(), m.selected_count(), m.cpu_state_dict()
driver.work("model/plain", module)
driver.work("model/groups", lambda: module([[0, 1, 2], [3, 4, 5]]))
driver.work("model/dropout", lambda: module(dropout=0.3))
def start(): m = LassoNet(6, 8, 1).to(DEV); m.skip.weight.data.zero_(); return m.lambda_start(M=10)
driver.work("model/start", start)
for shape in ((3,), (3, 5)):
    driver.work(f"prox/{shape}", lambda: P.prox(torch.randn(*shape, device=DEV), torch.randn(7, *shape[1:], device=DEV), lambda_=0.1, lambda_bar=0.05, M=10))
driver.work("prox/parts", lambda: (P.soft_threshold(0.1, torch.randn(4, device=DEV)), P.sign_binary(torch.randn(4, device=DEV))))
for method in ("breslow", "efron"):
    driver.work("cox/" + method, lambda: (lambda h: cox.CoxPHLoss(method)(h, torch.from_numpy(survival()[1]).to(DEV)).backward())(torch.randn(60, 1, device=DEV, requires_grad=True)))
    driver.work("cox/none " + method, lambda: cox.CoxPHLoss(method)(torch.randn(5, device=DEV, requires_grad=True), torch.stack([torch.rand(5), torch.zeros(5)], 1).to(DEV)).backward())
driver.work("cox/concordance", lambda: cox.concordance_index(torch.randn(20, device=DEV), torch.rand(20, device=DEV), torch.rand(20, device=DEV) < 0.5))
driver.work("utils", lambda: (utils.scatter_logsumexp(torch.randn(8, device=DEV), torch.randint(3, (8,), device=DEV), dim=0), utils.log_substract(torch.ones(3, device=DEV), torch.zeros(3, device=DEV)), utils.confidence_interval([1.0, 2.0, 3.0])))
driver.finish()
