import sys
from driving import Driver, DEV, ROOT
driver = Driver("kmeans_pytorch")
sys.path.insert(0, ROOT)
import numpy as np, torch
from kmeans_pytorch import initialize, kmeans, kmeans_predict, pairwise_cosine, pairwise_distance

dev = torch.device(DEV)
def points(n, d, on=dev): return (torch.randn(n, d) + 5 * torch.randint(3, (n, 1))).to(on)
def example(n, d, k, distance, on, tol=1e-4):
    """The README's."""
    x = points(n, d, on)
    ids, centers = kmeans(X=x, num_clusters=k, distance=distance, device=dev, tol=tol)
    return kmeans_predict(points(20, d, on), centers, distance, device=dev), ids, centers
for distance in ("euclidean", "cosine"):
    for n, d, k in ((100, 2, 3), (500, 8, 4), (60, 3, 2), (1000, 16, 5)):
        for on in (dev, torch.device("cpu")):
            driver.work(f"kmeans/{distance}/{n}x{d}/{k}/{on.type}", lambda: example(n, d, k, distance, on))
    driver.work("tolerance/" + distance, lambda: example(200, 4, 3, distance, dev, 1e-1))
    driver.work("host/" + distance, lambda: kmeans(points(80, 3, torch.device("cpu")), 3, distance))
def wrong(distance):
    for f in (lambda: kmeans(points(9, 2), 2, "manhattan", device=dev), lambda: kmeans_predict(points(9, 2), points(2, 2), "manhattan", device=dev)):
        try: f()
        except NotImplementedError: pass
driver.work("wrong", lambda: wrong(""))
driver.work("double", lambda: kmeans(points(50, 3).double(), 2, device=dev))
driver.work("integers", lambda: kmeans(torch.randint(9, (50, 3), device=dev), 2, device=dev))
driver.work("numpy", lambda: kmeans(torch.from_numpy(np.random.rand(50, 3)), 2, device=dev))
driver.work("initialize", lambda: initialize(points(50, 3), 4))
driver.work("pairwise distance", lambda: pairwise_distance(points(9, 3), points(4, 3), dev))
driver.work("pairwise cosine", lambda: pairwise_cosine(points(9, 3), points(4, 3), dev))
driver.work("one point", lambda: pairwise_distance(points(1, 3), points(3, 3), dev))
def purity():
    x = points(120, 2); ids, centers = kmeans(x, 3, device=dev)
    return [(x[ids.to(dev) == i].mean(0) - centers[i].to(dev)).abs().max().item() for i in range(3)]
driver.work("purity", purity)
def elbow(): x = points(90, 2); return [sum((x - c.to(dev)[i.to(dev)]).square().sum().item() for i, c in [kmeans(x, k, device=dev)]) for k in (2, 3, 4)]
driver.work("elbow", elbow)
driver.finish()
