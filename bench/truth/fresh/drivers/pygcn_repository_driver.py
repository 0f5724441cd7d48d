"""The repository's own training script, over a small made-up citation network in cora's format."""
import os, random, runpy, sys
from driving import Driver, DEV, ROOT
driver = Driver("pygcn_repository")
sys.path.insert(0, os.path.join(ROOT, "pygcn_repository"))
import numpy as np, torch
from pygcn import GCN, GraphConvolution, load_data, accuracy, normalize, sparse_mx_to_torch_sparse_tensor
base = driver.folder.name
os.makedirs(base + "/data/cora", exist_ok=True); os.makedirs(base + "/pygcn", exist_ok=True)
r = np.random.RandomState(0); n = 1600
with open(base + "/data/cora/cora.content", "w") as f:
    for i in range(n):
        f.write("\t".join([str(1000 + i)] + [str(v) for v in (r.rand(60) < 0.1).astype(int)] + ["class%d" % r.randint(7)]) + "\n")
with open(base + "/data/cora/cora.cites", "w") as f:
    for i in range(4000):
        f.write("%d\t%d\n" % (1000 + r.randint(n), 1000 + r.randint(n)))
os.chdir(base + "/pygcn")
def script(*flags):
    sys.argv = ["train.py", "--epochs", "3", *flags]
    try:
        runpy.run_module("pygcn.train", run_name="__main__")
    finally:
        sys.argv = [__file__]
argv = list(sys.argv)
driver.work("train", lambda: script())
driver.work("train fast", lambda: script("--fastmode"))
def by_hand():
    adj, features, labels, idx_train, idx_val, idx_test = load_data()
    model = GCN(features.shape[1], 16, int(labels.max()) + 1, 0.5).to(DEV)
    features, adj, labels, idx_train = features.to(DEV), adj.to(DEV), labels.to(DEV), idx_train.to(DEV)
    out = model(features, adj)
    torch.nn.functional.nll_loss(out[idx_train], labels[idx_train]).backward()
    return accuracy(out[idx_train], labels[idx_train]).item(), repr(model)
driver.work("by hand", by_hand)
driver.work("layer", lambda: GraphConvolution(8, 4, bias=False).to(DEV)(torch.rand(10, 8, device=DEV), torch.eye(10, device=DEV).to_sparse()).sum().backward())
sys.argv = argv
driver.finish()
