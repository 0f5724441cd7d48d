"""Batched k-means, its soft and constrained variants, nearest neighbours and the distances."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_kmeans")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import torch
from torch_kmeans import KMeans, SoftKMeans, ConstrainedKMeans
from torch_kmeans.clustering.knn import KNN
from torch_kmeans.utils.distances import LpDistance, DotProductSimilarity, CosineSimilarity
from torch_kmeans.utils.utils import group_by_label_mean, first_nonzero, rm_kwargs

def points(b=3, n=40, d=2): return torch.randn(b, n, d, device=DEV) + 3 * torch.randint(-2, 3, (b, n, 1), device=DEV)
def clustered(model, x=None, **how): r = model.to(DEV)(points() if x is None else x, **how); return r.labels, r.centers, r.inertia, r.k
options = {"plain": {}, "plus": dict(init_method="k-means++"), "one start": dict(num_init=1), "many starts": dict(num_init=12), "few steps": dict(max_iter=3), "no seed": dict(seed=None), "plus no seed": dict(init_method="k-means++", seed=None), "no tolerance": dict(tol=0.0, max_iter=10), "manhattan": dict(p_norm=1), "quiet": dict(verbose=False), "mean": dict(normalize="mean"), "minmax": dict(normalize="minmax"), "unit": dict(normalize="unit"), "normalized": dict(normalize=True), "cosine": dict(distance=CosineSimilarity), "dot": dict(distance=DotProductSimilarity), "lp": dict(distance=LpDistance, p_norm=3)}
for name, o in options.items():
    driver.work("kmeans/" + name, lambda: clustered(KMeans(**{"n_clusters": 4, **o})))
ks = {"int": 5, "tensor": torch.tensor([2, 4, 3]), "gpu": torch.tensor([3, 2, 5], device=DEV)}
for name, k in ks.items():
    driver.work("kmeans/k " + name, lambda: clustered(KMeans(), k=k))
    driver.work("kmeans/plus k " + name, lambda: clustered(KMeans(init_method="k-means++"), k=k))
driver.work("kmeans/centers", lambda: clustered(KMeans(n_clusters=3, num_init=1), centers=torch.randn(3, 3, 2, device=DEV)))
driver.work("kmeans/centers starts", lambda: clustered(KMeans(n_clusters=3, num_init=4), centers=torch.randn(3, 4, 3, 2, device=DEV)))
driver.work("kmeans/double", lambda: clustered(KMeans(n_clusters=3), points().double()))
driver.work("kmeans/four dimensions", lambda: clustered(KMeans(n_clusters=3), points()[:, :, None]))
driver.work("kmeans/more features", lambda: clustered(KMeans(n_clusters=6), points(2, 100, 16)))
driver.work("kmeans/equal", lambda: clustered(KMeans(n_clusters=3), torch.ones(2, 10, 2, device=DEV) + torch.arange(2, device=DEV)[:, None, None]))
def fitted(cls=KMeans, **o):
    m = cls(n_clusters=4, **o).to(DEV); x = points(); m.fit(x); return m.predict(x + 0.1), m.is_fitted, m.num_clusters, repr(m)
driver.work("kmeans/fitted", fitted)
driver.work("kmeans/fit predict", lambda: KMeans(n_clusters=4).fit_predict(points()))
driver.work("soft/fitted", lambda: fitted(SoftKMeans))
driver.work("soft/fit predict", lambda: SoftKMeans(n_clusters=4).fit_predict(points()))
soft = {"plain": {}, "plus": dict(init_method="k-means++"), "cold": dict(temp=50.0), "starts": dict(num_init=4), "dot": dict(distance=DotProductSimilarity, normalize=None), "mean": dict(normalize="mean"), "few": dict(max_iter=3), "quiet": dict(verbose=False, seed=None)}
for name, o in soft.items():
    driver.work("soft/" + name, lambda: clustered(SoftKMeans(**{"n_clusters": 4, **o})))
def through(): x = points().requires_grad_(); r = SoftKMeans(n_clusters=3, max_iter=10).to(DEV)(x); (r.inertia.sum() + r.soft_assignment.square().sum()).backward(); return x.grad
driver.work("soft/gradient", through)
driver.work("soft/k", lambda: clustered(SoftKMeans(), k=torch.tensor([2, 4, 3], device=DEV)))
def weights(b=3, n=40, top=0.1): return torch.rand(b, n, device=DEV) * top + 1e-3
constrained = {"plain": {}, "plus": dict(init_method="ckm++"), "topk": dict(init_method="topk", num_init=1), "trials": dict(n_priority_trials_before_fall_back=1), "one start": dict(num_init=1), "keep going": dict(raise_infeasible=False), "quiet": dict(verbose=False), "few": dict(max_iter=3)}
for name, o in constrained.items():
    driver.work("constrained/" + name, lambda: clustered(ConstrainedKMeans(**{"n_clusters": 6, **o}), weights=weights()))
driver.work("constrained/tight", lambda: clustered(ConstrainedKMeans(n_clusters=3, raise_infeasible=False), weights=weights(top=0.14)), limit=40)
driver.work("constrained/impossible", lambda: clustered(ConstrainedKMeans(n_clusters=2, raise_infeasible=False), weights=weights(top=0.9)), limit=40)
def constrained_fit(): m = ConstrainedKMeans(n_clusters=6).to(DEV); x, w = points(), weights(); m.fit(x, weights=w); return m.num_clusters
driver.work("constrained/fitted", constrained_fit)
driver.work("constrained/k", lambda: clustered(ConstrainedKMeans(), k=torch.tensor([5, 6, 7], device=DEV), weights=weights()))
neighbours = {"plain": {}, "cosine": dict(distance=CosineSimilarity), "unit": dict(normalize="unit"), "minmax": dict(normalize="minmax"), "manhattan": dict(p_norm=1)}
for name, o in neighbours.items():
    driver.work("knn/" + name, lambda: KNN(k=5, **o).to(DEV)(points()))
driver.work("knn/other source", lambda: KNN(k=5).to(DEV)(points(), same_source=False))
driver.work("knn/fit", lambda: KNN(k=5).to(DEV).fit(points(), k=3))
for cls in (LpDistance, DotProductSimilarity, CosineSimilarity):
    for p in (1, 2):
        driver.work(f"distance/{cls.__name__}/{p}", lambda: (cls(p=p)(torch.randn(3, 6, 4, device=DEV), torch.randn(3, 5, 4, device=DEV)), cls(p=p).pairwise_distance(torch.randn(6, 4, device=DEV), torch.randn(6, 4, device=DEV)), cls(p=p).get_norm(torch.randn(6, 4, device=DEV)), cls(p=p).normalize(torch.randn(6, 4, device=DEV))))
driver.work("distance/power", lambda: LpDistance(power=2, normalize_embeddings=False)(torch.randn(3, 6, 4, device=DEV)))
driver.work("utils", lambda: (group_by_label_mean(points(), torch.randint(4, (3, 2, 40), device=DEV), torch.arange(4, device=DEV).expand(3, 4)), first_nonzero(torch.randint(2, (3, 5), device=DEV)), rm_kwargs({"a": 1, "b": 2}, ["a"])))
def refused(f):
    try: f()
    except (ValueError, TypeError): return
driver.work("checks", lambda: [refused(f) for f in (lambda: KMeans(init_method="x"), lambda: KMeans(num_init=0), lambda: KMeans(tol=2), lambda: clustered(KMeans(), torch.ones(3, device=DEV)), lambda: clustered(KMeans(), k=torch.tensor([1, 2], device=DEV)), lambda: clustered(KMeans(n_clusters=3), centers=torch.ones(2, 2, device=DEV)), lambda: clustered(KMeans(), k=1), lambda: clustered(ConstrainedKMeans(n_clusters=3), weights=weights() * 20), lambda: KNN(k=0), lambda: KNN(k=100).to(DEV)(points()))])
driver.finish()
