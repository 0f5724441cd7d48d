"""Survival models of pycox with torchtuples' fitting: losses, training, predictions, interpolation and evaluation."""
import os, sys
os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # its saved networks are whole modules
from driving import Driver, DEV, ROOT
driver = Driver("pycox")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import types, warnings; warnings.filterwarnings("ignore")
sys.modules.setdefault("py7zr", types.ModuleType("py7zr"))  # for downloads only
import numpy as np, pandas as pd, torch, torch.nn as nn, torchtuples as tt
import scipy.integrate
if not hasattr(scipy.integrate, "simps"): scipy.integrate.simps = scipy.integrate.simpson
from pycox import models as M
from pycox.models import loss as L, utils as U, data as D, interpolation
from pycox.models.cox import CoxPHSorted
from pycox.models.cox_time import MLPVanillaCoxTime, MixedInputMLPCoxTime
from pycox.evaluation import EvalSurv
from pycox.preprocessing.label_transforms import LabTransDiscreteTime, LabTransPCHazard, LabTransCoxTime
from pycox.simulations import discrete_logit_hazard, relative_risk

N, K = 80, 6
def table(n=N, d=4): return np.random.randn(n, d).astype("float32")
def survival(n=N):
    x = table(n); t = (np.exp(0.5 * x[:, 0]) * np.random.exponential(5.0, n) + 0.1).astype("float32"); e = (np.random.rand(n) < 0.7).astype("float32"); return x, t, e
def mlp(out=1, batch_norm=True, bias=True, dropout=0.1): return tt.practical.MLPVanilla(4, [8, 8], out, batch_norm, dropout, output_bias=bias)
def device(): return 0 if DEV == "cuda" else "cpu"
def gpu(*s): return torch.randn(*s, device=DEV, requires_grad=True)
def steps(n=10): return torch.randint(K, (n,), device=DEV)
def events(n=10): return torch.randint(2, (n,), device=DEV).float()
def rank(): t, e = steps(), events(); return t, e, torch.from_numpy(D.pair_rank_mat(t.cpu().numpy(), e.cpu().numpy())).to(DEV)
def back(value): value.sum().backward(); return value
losses = {
    "logistic hazard": lambda r: L.NLLLogistiHazardLoss(r)(gpu(10, K), steps(), events()), "pmf": lambda r: L.NLLPMFLoss(r)(gpu(10, K), steps(), events()), "mtlr": lambda r: L.NLLMTLRLoss(r)(gpu(10, K), steps(), events()),
    "pc hazard": lambda r: L.NLLPCHazardLoss(r)(gpu(10, K), steps(), events(), torch.rand(10, device=DEV), reduction=r), "bce": lambda r: L.BCESurvLoss(r)(gpu(10, K), steps(), events()), "deephit": lambda r: L.DeepHitSingleLoss(0.2, 0.1, r)(gpu(10, K), *rank()), "deephit risks": lambda r: L.DeepHitLoss(0.2, 0.1, r)(gpu(10, 2, K), steps(), torch.randint(3, (10,), device=DEV), rank()[2]),
}
for name, f in losses.items():
    for reduction in ("mean", "sum", "none"):
        driver.work(f"loss/{name}/{reduction}", lambda: back(f(reduction)))
driver.work("loss/cox", lambda: back(L.CoxPHLoss()(gpu(10, 1), torch.rand(10, device=DEV), events())))
driver.work("loss/cox sorted", lambda: back(L.CoxPHLossSorted()(gpu(10, 1), events())))
driver.work("loss/cox cc", lambda: back(L.CoxCCLoss(shrink=0.1)(gpu(10, 1), tt.tuplefy(gpu(10, 1), gpu(10, 1)))))
driver.work("loss/cox cc single", lambda: back(L.CoxCCLoss(shrink=0.1)(gpu(10, 1), tt.tuplefy(gpu(10, 1)))))
driver.work("loss/cox cc clamp", lambda: back(L.cox_cc_loss(gpu(10, 1), (gpu(10, 1), gpu(10, 1)), shrink=0.1, clamp=(-3.0, 3.0))))
driver.work("loss/utils", lambda: (U.pad_col(gpu(4, 3)), U.pad_col(gpu(4, 3), 1.0, "start"), U.log_softplus(gpu(4, 3)), U.cumsum_reverse(gpu(4, 3)), U.make_subgrid(np.arange(4.0), 3)))
FIT = dict(batch_size=20, epochs=2, verbose=False)
def evaluated(surv, t, e):
    ev = EvalSurv(surv, t, e, censor_surv="km"); grid = np.linspace(t.min(), np.quantile(t, 0.8), 10); return ev.concordance_td("antolini"), ev.brier_score(grid), ev.integrated_brier_score(grid), ev.integrated_nbll(grid), ev.concordance_td()
def given(f, *a, **o):
    try: return f(*a, **o)
    except NotImplementedError: return None
def discrete(cls, how="plain", transform=LabTransDiscreteTime, scheme="equidistant", **o):
    x, t, e = survival(); lt = transform(K, scheme=scheme); y = lt.fit_transform(t, e); net = mlp(lt.out_features)
    index = {} if cls is M.PCHazard else dict(duration_index=lt.cuts); m = cls(net, tt.optim.Adam(0.01), device(), **index, **o)
    if cls is M.PCHazard: m.duration_index = lt.cuts
    val = tt.tuplefy(survival()[0], y)
    m.fit(x, y, callbacks=[tt.cb.EarlyStopping()] if how == "stopped" else None, val_data=val if how != "plain" else None, **FIT)
    if how == "rate": return m.lr_finder(x, y, 20, tolerance=3).get_best_lr()
    m.score_in_batches(x, y); surv = m.predict_surv_df(x); evaluated(surv, t, e)
    return m, x
single = {"logistic": M.LogisticHazard, "pmf": M.PMF, "mtlr": M.MTLR, "bce": M.BCESurv, "deephit": M.DeepHitSingle}
for name, cls in single.items():
    for how in ("plain", "validated", "stopped", "rate"):
        driver.work(f"fit/{name}/{how}", lambda: discrete(cls, how), limit=25)
    driver.work(f"fit/{name}/quantiles", lambda: discrete(cls, scheme="quantiles"), limit=25)
    def predicted():
        m, x = discrete(cls); g = torch.from_numpy(x).to(DEV)
        return [given(getattr(m, f), i, numpy=n) for f in ("predict_surv", "predict_hazard", "predict_pmf") if hasattr(m, f) for i in (x, g) for n in (None, True)], m.predict(x), m.predict(g)
    driver.work(f"predict/{name}", predicted, limit=25)
    if hasattr(cls, "interpolate"):
        for scheme in ("const_pdf", "const_hazard", "lin_surv"):
            def interpolated(): m, x = discrete(cls); i = m.interpolate(4, scheme); return [given(f, x) for f in (i.predict_surv_df, i.predict_surv, i.predict_pmf, i.predict_hazard)]
            driver.work(f"interpolate/{name}/{scheme}", interpolated, limit=25)
def constant(how, sub=1): m, x = discrete(M.PCHazard, how, LabTransPCHazard); m.sub = 5; return m.predict_surv_df(x), m.predict_hazard(x), m.predict_surv(torch.from_numpy(x).to(DEV))
for how in ("plain", "validated"):
    driver.work("fit/pc hazard/" + how, lambda: constant(how), limit=25)
driver.work("fit/deephit/weights", lambda: discrete(M.DeepHitSingle, alpha=0.5, sigma=0.5), limit=25)
class Risks(nn.Module):
    def __init__(self): super().__init__(); self.net = mlp(2 * K)
    def forward(self, x): return self.net(x).view(len(x), 2, K)
def competing():
    x, t, e = survival(); e = np.random.randint(0, 3, N); i, _ = LabTransDiscreteTime(K).fit_transform(t, (e > 0).astype("float32")); m = M.DeepHit(Risks(), tt.optim.Adam(0.01), device(), duration_index=np.arange(K))
    m.fit(x, (i, e.astype("int64")), val_data=(x, (i, e.astype("int64"))), **FIT); return m.predict_surv_df(x), m.predict_cif(x), m.predict_pmf(x), m.predict_surv(torch.from_numpy(x).to(DEV))
driver.work("fit/competing", competing, limit=25)
def cox(cls, how="plain", net=None, **o):
    x, t, e = survival(); y = (t, e); net = net or mlp(1, bias=False); more = {}
    if cls is M.CoxTime: lt = LabTransCoxTime(); y = lt.fit_transform(t, e); net, more = MLPVanillaCoxTime(4, [8, 8], True, 0.1), dict(labtrans=lt)
    m = cls(net, tt.optim.Adam(0.01), device(), **more, **o); val = tt.tuplefy(x, y); kind = {} if how == "plain" else dict(val_data=val.repeat(2).cat() if cls in (M.CoxCC, M.CoxTime) else val)
    if how == "controls": kind["n_control"] = 3
    m.fit(x, y, **FIT, **kind); m.compute_baseline_hazards(); surv = m.predict_surv_df(x)
    if how == "sampled": m.compute_baseline_hazards(sample=0.5); m.compute_baseline_cumulative_hazards(max_duration=5.0, set_hazards=True); m.predict_cumulative_hazards(x, max_duration=5.0); m.predict_surv(x)
    if how == "likelihood": return m.partial_log_likelihood(x, y).mean()
    if how == "saved": m.save_net("net.pt"); m.load_net("net.pt"); m.save_model_weights("w.pt"); m.load_model_weights("w.pt")
    return evaluated(surv, t, e)
for name, cls in (("ph", M.CoxPH), ("cc", M.CoxCC), ("time", M.CoxTime)):
    for how in ("plain", "validated", "sampled", "likelihood", "saved") + (("controls",) if name != "ph" else ()):
        driver.work(f"cox/{name}/{how}", lambda: cox(cls, how), limit=25)
driver.work("cox/sorted", lambda: cox(CoxPHSorted), limit=25)
driver.work("cox/shrink", lambda: (cox(M.CoxCC, shrink=0.1), cox(M.CoxTime, shrink=0.1)), limit=40)
driver.work("cox/weights", lambda: cox(M.CoxPH, net=nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1, bias=False))), limit=25)
def mixed():
    x, t, e = survival(); c = np.random.randint(0, 3, (N, 2)).astype("int64"); lt = LabTransCoxTime(); y = lt.fit_transform(t, e); m = M.CoxTime(MixedInputMLPCoxTime(4, [3, 3], [2, 2], [8], True, 0.1), tt.optim.Adam(0.01), device(), labtrans=lt)
    m.fit((x, c), y, **FIT); m.compute_baseline_hazards(); return m.predict_surv_df((x, c))
driver.work("cox/mixed", mixed, limit=25)
def mixed_discrete():
    x, t, e = survival(); c = np.random.randint(0, 3, (N, 2)).astype("int64"); lt = LabTransDiscreteTime(K); y = lt.fit_transform(t, e); m = M.LogisticHazard(tt.practical.MixedInputMLP(4, [3, 3], [2, 2], [8], K), tt.optim.AdamWR(cycle_multiplier=2), device(), duration_index=lt.cuts); m.fit(tt.tuplefy(x, c), y, **FIT); return m.predict_surv_df(tt.tuplefy(x, c))
driver.work("fit/mixed", mixed_discrete, limit=25)
def by_hand():
    x, t, e = survival(); net = mlp(K).to(DEV); opt = torch.optim.Adam(net.parameters(), 1e-2); lt = LabTransDiscreteTime(K); i, e = lt.fit_transform(t, e); total = 0.0
    for xb, ib, eb in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(*map(torch.from_numpy, (x, i, e))), 20): loss = L.nll_logistic_hazard(net(xb.to(DEV)), ib.to(DEV), eb.to(DEV)); opt.zero_grad(); loss.backward(); opt.step(); total += loss.item()
    return total
driver.work("by hand", by_hand)
def scores(): s = (torch.rand(K, N, device=DEV)).sort(0, descending=True).values; x, t, e = survival(); return evaluated(pd.DataFrame(s.cpu().numpy(), index=np.linspace(0, t.max(), K)), t, e)
driver.work("evaluation/from the gpu", scores)
driver.work("simulations", lambda: (discrete_logit_hazard.SimStudySACCensorConst().simulate(20), relative_risk.SimStudyLinearPH().simulate(20)))
driver.finish()
