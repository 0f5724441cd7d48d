"""Mixtures of Gaussians and k-means of torchgmm: estimators with Lightning's trainer on the GPU, modules, metrics, loaders."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torchgmm")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import logging, warnings; warnings.filterwarnings("ignore"); logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
import numpy as np, torch
from torch.utils.data import TensorDataset
import torchgmm
from torchgmm.bayes import GaussianMixture
from torchgmm.bayes.gmm import GaussianMixtureModel, GaussianMixtureModelConfig
from torchgmm.bayes.core import cholesky_precision, covariance, log_normal, sample_normal, covariance_shape, covariance_dim
from torchgmm.bayes.gmm import metrics as GM, lightning_module as GL
from torchgmm.clustering import KMeans
from torchgmm.clustering.kmeans import KMeansModel, KMeansModelConfig
from torchgmm.clustering.kmeans import metrics as KM, lightning_module as KL
from torchgmm.base.data import DataLoader, RangeBatchSampler, collate_tensor, collate_tuple, dataset_from_tensors

def trainer(**o): return dict(accelerator="gpu" if DEV == "cuda" else "cpu", devices=1, enable_progress_bar=False, enable_model_summary=False, **{"max_epochs": 4, **o})
def points(n=200, d=3): return torch.randn(n, d) + 5 * torch.randint(-1, 2, (n, 1))
KINDS = ("full", "tied", "diag", "spherical")
def mixture(kind="diag", x=None, **o): o = {"trainer_params": trainer(), "covariance_regularization": 1e-2, **o}; x = points() if x is None else x; return GaussianMixture(3, covariance_type=kind, **o).fit(x), x
def used(kind="diag", **o): m, x = mixture(kind, **o); return m.predict(x), m.predict_proba(x), m.score(x), m.sample(10), m.nll_, m.converged_, m.num_iter_
for kind in KINDS:
    for start in ("kmeans", "kmeans++"):
        driver.work(f"gmm/{kind}/{start}", lambda: used(kind, init_strategy=start), limit=25)
    driver.work(f"gmm/{kind}/batches", lambda: used(kind, batch_size=20), limit=25)
    driver.work(f"gmm/{kind}/means", lambda: used(kind, init_means=torch.randn(3, 3)), limit=25)
    driver.work(f"gmm/{kind}/random batches", lambda: used(kind, init_strategy="random", batch_size=20), limit=25)
driver.work("gmm/samples", lambda: (lambda m, x: m.score_samples(x))(*mixture()), limit=25)
driver.work("gmm/numpy", lambda: (lambda m, x: m.predict(x))(*mixture(x=points().numpy())), limit=25)
driver.work("gmm/tolerance", lambda: used(convergence_tolerance=10.0), limit=25)
driver.work("gmm/covariances", lambda: [mixture(k)[0].model_.covariances for k in KINDS], limit=40)
def clustering(x=None, **o): x = points() if x is None else x; m = KMeans(3, **{"trainer_params": trainer(), **o}).fit(x); return m.predict(x), m.score(x), m.score_samples(x), m.transform(x), m.inertia_, m.converged_, m.num_iter_
for start in ("random", "kmeans++"):
    driver.work("kmeans/" + start, lambda: clustering(init_strategy=start), limit=25)
    driver.work("kmeans/batches " + start, lambda: clustering(init_strategy=start, batch_size=20), limit=25)
driver.work("kmeans/exact", lambda: clustering(convergence_tolerance=0), limit=25)
driver.work("kmeans/loose", lambda: clustering(convergence_tolerance=10.0), limit=25)
driver.work("kmeans/fit predict", lambda: KMeans(3, trainer_params=trainer()).fit_predict(points()), limit=25)
driver.work("kmeans/fit transform", lambda: KMeans(3, trainer_params=trainer()).fit_transform(points()), limit=25)
def saved(): m, x = mixture(); m.save("gmm"); return GaussianMixture.load("gmm").predict(x)
driver.work("gmm/saved", saved, limit=25)
driver.work("estimator/parameters", lambda: (lambda e: (e.get_params(), e.clone()))(GaussianMixture(3)))
def module(kind): m = GaussianMixtureModel(GaussianMixtureModelConfig(num_components=3, num_features=2, covariance_type=kind)).to(DEV); m.reset_parameters(); return m
def gpu(n=30, d=2): return torch.randn(n, d, device=DEV)
for kind in KINDS:
    driver.work("module/" + kind, lambda: (module(kind)(gpu()), module(kind).covariances))
    def raw():
        c = torch.eye(2, device=DEV) + 0.1 if kind in ("full", "tied") else torch.rand(2, device=DEV) + 0.5; c = {"full": lambda: c.expand(3, 2, 2), "tied": lambda: c, "diag": lambda: c.expand(3, 2), "spherical": lambda: torch.rand(3, device=DEV) + 0.5}[kind]()
        p = cholesky_precision(c, kind); one = p if kind == "tied" else p[0]
        return log_normal(gpu(), torch.randn(3, 2, device=DEV), p, kind), covariance(p, kind), sample_normal(5, torch.zeros(2, device=DEV), one, kind), covariance_shape(3, 2, kind), covariance_dim(kind)
    driver.work("core/" + kind, raw)
def cluster_module(): m = KMeansModel(KMeansModelConfig(num_clusters=4, num_features=2)).to(DEV); m.reset_parameters(); return m(gpu())
driver.work("module/kmeans", cluster_module)
def responsibilities(n=30, k=3): return torch.randn(n, k, device=DEV).softmax(1)
metrics = {"prior": lambda: (GM.PriorAggregator(3), lambda m: m.update(responsibilities())), "mean": lambda: (GM.MeanAggregator(3, 2), lambda m: m.update(gpu(), responsibilities()))}
for kind in KINDS: metrics["covariance " + kind] = lambda kind=kind: (GM.CovarianceAggregator(3, 2, kind, 1e-6), lambda m: m.update(gpu(), responsibilities(), torch.randn(3, 2, device=DEV)))
for name, make in metrics.items():
    def measured(): m, update = make(); m = m.to(DEV); update(m); update(m); value = m.compute(); m.reset(); return value
    driver.work("metric/" + name, measured)
def of(metric, *batches): m = metric.to(DEV); [m.update(*b) for b in batches]; v = m.compute(); m.reset(); return v
driver.work("metric/centroids", lambda: of(KM.CentroidAggregator(3, 2), (gpu(), torch.randint(3, (30,), device=DEV)), (gpu(), torch.randint(3, (30,), device=DEV))))
driver.work("metric/uniform", lambda: of(KM.UniformSampler(3, 2), (gpu(),), (gpu(),)))
driver.work("metric/distance", lambda: of(KM.DistanceSampler(2, 2), (gpu(), torch.rand(30, device=DEV))))
driver.work("metric/costs", lambda: of(KM.BatchSummer(2), (torch.rand(30, 2, device=DEV),)))
driver.work("metric/average", lambda: of(KM.BatchAverager(2, for_variance=False), (gpu(),), (gpu(),)))
driver.work("metric/variance", lambda: of(KM.BatchAverager(2, for_variance=True), (gpu(),)))
def loaders():
    x, y = gpu(), gpu(); out = []
    for loader in (DataLoader(dataset_from_tensors(x, y), batch_size=7), DataLoader(dataset_from_tensors(x), batch_size=7, collate_fn=collate_tensor, drop_last=True), DataLoader(TensorDataset(x, y), batch_size=7, shuffle=True)): out += list(loader)
    return out
driver.work("data/loaders", loaders)
driver.work("logging", lambda: torchgmm.set_logging_level(logging.ERROR))
driver.finish()
