import sys
from driving import Driver, DEV, ROOT
driver = Driver("pytorch_ood")
sys.path.insert(0, ROOT)
import numpy as np, torch, torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset
import pytorch_ood
from pytorch_ood import detector as D, loss as L, metrics as M, utils as U
from pytorch_ood.model import WideResNet, GRUClassifier
from pytorch_ood.model.resnet import ResNet18
from pytorch_ood.model.centers import ClassCenters, RunningCenters
N = 4
torch.manual_seed(0)
x_all = torch.randn(64, 3, 32, 32); y_all = torch.arange(64) % N
y_ood = y_all.clone(); y_ood[48:] = -1
loader = DataLoader(TensorDataset(x_all, y_all), batch_size=16)
mixed = DataLoader(TensorDataset(x_all, y_ood), batch_size=16)
def net():
    torch.manual_seed(0)
    return WideResNet(num_classes=N, depth=10, widen_factor=2).to(DEV).eval()
model = net()
fc = next(m for m in reversed(list(model.modules())) if isinstance(m, nn.Linear))
with torch.no_grad():  # predictions that differ, so that every class has correct ones
    out = model(x_all.to(DEV)); fc.weight.mul_(10 / out.std()); out = model(x_all.to(DEV)); fc.bias.sub_(out.mean(0)); y_all = model(x_all.to(DEV)).argmax(1).cpu()
y_ood = y_all.clone(); y_ood[48:] = -1
loader = DataLoader(TensorDataset(x_all, y_all), batch_size=16)
mixed = DataLoader(TensorDataset(x_all, y_ood), batch_size=16)
w, b = fc.weight.detach(), fc.bias.detach()
enc, maps, head = model.features, model.feature_maps, model.forward_feature_maps

makers = {
    "MaxSoftmax": lambda: D.MaxSoftmax(model), "MaxLogit": lambda: D.MaxLogit(model), "EnergyBased": lambda: D.EnergyBased(model), "Entropy": lambda: D.Entropy(model), "GEN": lambda: D.GEN(model, M=3),
    "ODIN": lambda: D.ODIN(model, norm_std=[0.25, 0.25, 0.25]), "ODIN plain": lambda: D.ODIN(model), "MCD": lambda: D.MCD(model, samples=3), "MCD mean": lambda: D.MCD(model, samples=3, mode="mean"),
    "ASH s": lambda: D.ASH(maps, head, variant="ash-s"), "ASH b": lambda: D.ASH(maps, head, variant="ash-b"), "ASH p": lambda: D.ASH(maps, head, variant="ash-p"), "SCALE": lambda: D.SCALE(maps, head), "RankFeat": lambda: D.RankFeat(maps, head),
    "DICE": lambda: D.DICE(enc, w, b, 0.65), "ReAct": lambda: D.ReAct(maps, head), "VRA": lambda: D.VRA(maps, head), "LTS": lambda: D.LTS(enc, fc), "fDBD": lambda: D.fDBD(enc, fc), "NCI": lambda: D.NCI(enc, fc, alpha=0.1),
    "GMM": lambda: D.GMM(enc, reg=1e-3), "KNN": lambda: D.KNN(enc, k=5), "Mahalanobis": lambda: D.Mahalanobis(enc), "MahalanobisODIN": lambda: D.MahalanobisODIN(enc, norm_std=[0.25] * 3), "RMD": lambda: D.RMD(enc), "ViM": lambda: D.ViM(enc, d=8, w=w, b=b),
    "SHE": lambda: D.SHE(enc, fc), "NNGuide": lambda: D.NNGuide(enc, fc, k=3), "PNML": lambda: D.PNML(enc, fc), "KLMatching": lambda: D.KLMatching(model), "TemperatureScaling": lambda: D.TemperatureScaling(model), "OpenMax": lambda: D.OpenMax(model, tailsize=5, alpha=3),
    "WeightedEBO": lambda: D.WeightedEBO(model, torch.rand(N, device=DEV)), "GradNorm": lambda: D.GradNorm(model, param_filter=lambda n: "fc" in n), "GradUncertainty": lambda: D.GradUncertainty(model, param_filter=lambda n: "fc" in n),
    "MultiMahalanobis": lambda: D.MultiMahalanobis([nn.Sequential(*list(model.children())[:2]), nn.Identity()]), "Gram": lambda: D.Gram(nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, N)).to(DEV), [nn.Conv2d(3, 8, 3, 2).to(DEV), nn.Conv2d(8, 8, 3, 2).to(DEV)], N, [1, 2]),
    "NACUE": lambda: D.NACUE(model, [m for m in model.modules() if isinstance(m, nn.BatchNorm2d)][-1:], m_bins=10), "MCM": lambda: D.MCM(enc, torch.randn(N, w.shape[1], device=DEV)),
}
def run(make):
    """The evaluation loop of the README."""
    detector = make()
    if hasattr(detector, "to"): detector.to(DEV)
    detector.fit(loader)
    metrics = M.OODMetrics()
    for x, y in mixed:
        metrics.update(detector(x.to(DEV)), y.to(DEV))
    return metrics.compute()
for name, make in makers.items():
    driver.work("detector/" + name, lambda: run(make), limit=30)
def features(make):
    d = make()
    d.to(DEV)
    with torch.no_grad():
        z = torch.cat([enc(x.to(DEV)) for x, _ in loader]); logits = fc(z); y = y_all.to(DEV); f = torch.cat([maps(x.to(DEV)) for x, _ in loader])
    for data, kind in ((z, "features"), (logits, "logits"), (f, "feature_maps")):
        if hasattr(d, "predict_" + kind):
            if hasattr(d, "fit_" + kind): getattr(d, "fit_" + kind)(data, y)
            return getattr(d, "predict_" + kind)(data)
for name in ("GMM", "KNN", "Mahalanobis", "RMD", "ViM", "SHE", "NNGuide", "PNML", "fDBD", "NCI", "DICE", "LTS", "KLMatching", "TemperatureScaling", "OpenMax", "MaxSoftmax", "GEN", "ReAct", "VRA", "ASH s", "SCALE", "RankFeat"):
    driver.work("features/" + name, lambda: features(makers[name]))

def logits(): return torch.randn(16, N, device=DEV, requires_grad=True)
yk = (torch.arange(16) % N).to(DEV); ym = yk.clone(); ym[10:] = -1
z8 = lambda: torch.randn(16, 8, device=DEV, requires_grad=True)
def loss(f):
    v = f()
    v = v[0] if isinstance(v, tuple) else v
    v.mean().backward()
    return v
losses = {
    "Background": lambda: L.BackgroundClassLoss(n_classes=N).to(DEV)(torch.randn(16, N + 1, device=DEV, requires_grad=True), ym),
    "CrossEntropy": lambda: L.CrossEntropyLoss().to(DEV)(logits(), ym), "Energy": lambda: L.EnergyRegularizedLoss().to(DEV)(logits(), ym), "Entropic": lambda: L.EntropicOpenSetLoss().to(DEV)(logits(), ym),
    "LogitNorm": lambda: L.LogitNorm(t=0.5).to(DEV)(logits(), yk), "Objectosphere": lambda: L.ObjectosphereLoss().to(DEV)(logits(), z8(), ym), "OE": lambda: L.OutlierExposureLoss().to(DEV)(logits(), ym), "Confidence": lambda: L.ConfidenceLoss().to(DEV)(logits(), torch.rand(16, 1, device=DEV), yk),
    "SVDD": lambda: L.DeepSVDDLoss(n_dim=8).to(DEV)(z8(), ym), "SVDD soft": lambda: L.DeepSVDDLoss(n_dim=8, radius=0.5).to(DEV)(z8()), "SAD": lambda: L.DeepSADLoss(n_dim=8).to(DEV)(z8(), ym),
}
def center(): l = L.CenterLoss(N, 8, radius=0.1).to(DEV); return l(l.distance(z8()), yk)
def cac(): l = L.CACLoss(N, magnitude=5.0).to(DEV); d = l.distance(logits()); l.score(d); return l(d, ym)
def ii(): l = L.IILoss(N, 8).to(DEV); z = z8(); out = l(z, yk); l.predict(z), l.distance(z); return out
def ii_eval(): l = L.IILoss(N, 8).to(DEV); l(z8(), ym); l.eval(); return l(z8(), ym)
def mchad(): l = L.MCHADLoss(N, 8, margin=1.0).to(DEV); return l(l.distance(z8()), ym)
def vos(): lr, we = nn.Linear(1, 2).to(DEV), nn.Linear(N, 1).to(DEV); return L.VOSRegLoss(lr, we).to(DEV)(logits(), ym)
def vos_synth():
    lr, we, f = nn.Linear(1, 2).to(DEV), nn.Linear(N, 1).to(DEV), nn.Linear(8, N).to(DEV)
    l = L.VirtualOutlierSynthesizingRegLoss(lr, we, f, sample_number=4, select=1, sample_from=30).to(DEV)
    for _ in range(3): z = z8(); out = l(f(z), z, yk)
    return out
def scone():
    bit = nn.Linear(1, 1).to(DEV)
    l = L.EnergyMarginLoss(full_train_loss=1.0).to(DEV)
    out = l(logits(), ym, bit)
    l.update_hyperparameters(model, loader, bit)
    return out
losses.update(center=center, cac=cac, ii=ii, ii_eval=ii_eval, mchad=mchad, vos=vos, vos_synth=vos_synth, scone=scone)
for name, f in losses.items():
    driver.work("loss/" + name, lambda: loss(f))
def train():
    net_ = net().train()
    opt = torch.optim.SGD(net_.parameters(), lr=0.01, momentum=0.9)
    crit = L.EnergyRegularizedLoss().to(DEV)
    for x, y in mixed:
        loss_ = crit(net_(x.to(DEV)), y.to(DEV))
        opt.zero_grad(); loss_.backward(); opt.step()
    return loss_.item()
driver.work("train", train)
driver.work("model/wrn", lambda: (model(x_all.to(DEV)[:4]), model.feature_list(x_all[:4].to(DEV)), model.forward_feature_maps(model.feature_maps(x_all[:4].to(DEV)))))
driver.work("model/gru", lambda: GRUClassifier(N, 100).to(DEV)(torch.randint(0, 100, (4, 12), device=DEV)).sum().backward())
driver.work("model/resnet", lambda: (lambda m: m.forward_feature_maps(m.feature_maps(x_all[:4].to(DEV))))(ResNet18(num_classes=N).to(DEV).eval()))
def centers():
    c = ClassCenters(N, 8).to(DEV); c(torch.randn(5, 8, device=DEV)); c.predict(torch.randn(5, 8, device=DEV))
    r = RunningCenters(N, 8).to(DEV); r.update(torch.randn(16, 8, device=DEV), yk); r(torch.randn(5, 8, device=DEV)); r.reset()
driver.work("model/centers", centers)
s, t, p = torch.rand(200, device=DEV), (torch.arange(200) % 5 - 1).to(DEV), (torch.arange(200) % 4).to(DEV)
mets = {"OODMetrics": lambda: M.OODMetrics(device=DEV), "AUROC": lambda: M.AUROC(), "AUPR": lambda: M.AUPR("id"), "FPR": lambda: M.FPRAtTPR(), "AUTC": lambda: M.AUTC(), "void": lambda: M.OODMetrics(void_label=2)}
def metric(make):
    m = make()
    m.update(s, t); m.update(s * 0.5, t)
    r = m.compute(); m.reset(); m.update(s, t)
    return r
for name, make in mets.items():
    driver.work("metric/" + name, lambda: metric(make))
def metric_predictions(): m = M.OODMetrics(); m.update(s, t, p); return m.compute()
driver.work("metric/predictions", metric_predictions)
def accuracy(): m = M.Accuracy(device=DEV); m.update(p, t); return m.compute()
driver.work("metric/accuracy", accuracy)
def seg(cls):
    m = cls(); m.update(torch.rand(3, 16, 16, device=DEV), (torch.rand(3, 16, 16, device=DEV) > 0.7).long() * -1); return m.compute()
for cls in (M.OODSegmentationMetrics, M.OODPerImageSegmentationMetrics) if hasattr(M, "OODSegmentationMetrics") else ():
    driver.work("metric/" + cls.__name__, lambda: seg(cls))
from pytorch_ood.metrics import functional as MF
for name in ("roc_curve", "pr_curve", "auroc", "aupr", "fpr_at_tpr", "autc"):
    driver.work("functional/" + name, lambda: getattr(MF, name)(s, t))
driver.work("functional/accuracy", lambda: MF.accuracy(p, t))
driver.work("functional/oscr", lambda: MF.oscr_score(s, p, t))
driver.work("functional/calibration", lambda: (MF.calibration_error(s, (p == t), beta=20), MF.aurra(s, (p == t).float())))
driver.work("utils/calibrate", lambda: U.utils.temperature_calibration(torch.randn(64, N, device=DEV), y_all.to(DEV)))
driver.work("utils/known", lambda: (U.is_known(t), U.is_unknown(t), U.contains_known_and_unknown(t), U.contains_known(t), U.contains_unknown(t)))
driver.work("utils/centers", lambda: U.utils.estimate_class_centers(torch.randn(64, 8, device=DEV), y_all.to(DEV)))
driver.work("utils/distances", lambda: (U.utils.torch_get_distances(torch.randn(N, 8, device=DEV), torch.randn(16, 8, device=DEV)), U.pairwise_distances(torch.randn(16, 8, device=DEV), torch.randn(4, 8, device=DEV))))
driver.work("utils/extract", lambda: (U.extract_features(loader, enc, DEV), U.utils.extract_feature_avg(loader, maps, DEV)))
def buffer():
    buf = U.TensorBuffer(device=DEV)
    for x, y in loader: buf.append("z", enc(x.to(DEV))); buf.append("y", y)
    buf.sample("y"), buf.get("z"), buf.is_empty(); buf.save(driver.folder.name + "/ood_buffer.pt"); return buf.clear()
driver.work("utils/buffer", buffer)
def search():
    return U.GridSearch(D.GEN(model), None, mixed, {"gamma": [0.1, 0.5], "M": [2, 3]}, device=DEV).run()
def search_fit():
    return U.GridSearch(D.KNN(enc), loader, mixed, {"k": [2, 5]}, device=DEV).run()
driver.work("search", search, limit=30)
driver.work("search fit", search_fit, limit=30)
driver.finish()
