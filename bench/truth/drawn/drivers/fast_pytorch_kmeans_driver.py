import sys
from driving import Driver, DEV, ROOT
driver = Driver("fast_pytorch_kmeans")
sys.path.insert(0, ROOT)
import torch
from fast_pytorch_kmeans import KMeans, MultiKMeans
from fast_pytorch_kmeans import init_methods, util

def points(n=200, d=8): return torch.randn(n, d, device=DEV) + 5 * torch.randint(3, (n, 1), device=DEV)
def stacks(k=3, n=100, d=8): return torch.stack([points(n, d) for _ in range(k)])
for mode in ("euclidean", "cosine"):
    for init in ("random", "kmeans++", "gaussian"):
        for minibatch in (None, 32):
            def single():
                m = KMeans(4, mode=mode, init_method=init, minibatch=minibatch, max_iter=20, verbose=1); labels = m.fit_predict(points()); m.predict(points(20)); m.fit(points(50)); return labels.cpu().bincount()
            driver.work(f"one/{mode}/{init}/{minibatch}", single)
    for minibatch in (None, 16):
        def multi(): m = MultiKMeans(n_clusters=4, n_kmeans=3, mode=mode, minibatch=minibatch, verbose=1) if "n_kmeans" in MultiKMeans.__init__.__code__.co_varnames else MultiKMeans(4, mode=mode, minibatch=minibatch, verbose=1, max_iter=20); m.fit_predict(stacks()); m.predict(stacks(n=20)); m.fit(stacks())
        driver.work(f"many/{mode}/{minibatch}", multi)
    driver.work("given/" + mode, lambda: (lambda x: KMeans(3, mode=mode).fit_predict(x, centroids=x[:3].clone()))(points()))
    driver.work("given many/" + mode, lambda: (lambda x: MultiKMeans(3, mode=mode).fit_predict(x, centroids=x[:, :3].clone()))(stacks()))
    driver.work("half/" + mode, lambda: KMeans(3, mode=mode, max_iter=5).fit_predict(points().half()))
    driver.work("double/" + mode, lambda: KMeans(3, mode=mode, max_iter=5).fit_predict(points().double()))
    driver.work("similarity/" + mode, lambda: (lambda m: m.max_sim(points(30), points(4)))(KMeans(3, mode=mode)))
for init in ("_kpp", "_krandinit", "_kpoints"):
    driver.work("init/" + init, lambda: getattr(init_methods, init)(points(), 4, 100))
driver.work("tolerance", lambda: KMeans(4, tol=10.0).fit_predict(points()))
driver.work("one cluster", lambda: KMeans(1, max_iter=3).fit_predict(points()))
driver.work("inertia", lambda: (lambda m, x: (x - m.centroids[m.fit_predict(x)]).square().sum().item())(*(lambda m, x: (m.fit(x), (m, x))[1])(KMeans(3), points())))
driver.finish()
