import sys
from driving import Driver, DEV, ROOT
driver = Driver("torchhd")
sys.path.insert(0, ROOT)
import torch, torchhd
from torch.utils.data import DataLoader, TensorDataset
from torchhd import embeddings as E, structures as S, models as M, classifiers as C, memory as Y, functional as F
VSAS = ["MAP", "BSC", "HRR", "FHRR", "BSBC", "VTB", "MCR", "CGR"]
D = 256
def kw(v): return dict(vsa=v, device=DEV, **({"block_size": 64} if v in ("BSBC", "MCR", "CGR") else {}))
def basis(v):
    torchhd.empty(3, D, **kw(v)); torchhd.random(5, D, **kw(v))
    torchhd.random(4, D, sparsity=0.3, **kw(v)) if v == "BSC" else None
def identity(v): return torchhd.identity(2, D, **kw(v))
def levels(v): torchhd.level(5, D, **kw(v)); torchhd.level(5, D, randomness=0.2, **kw(v)); torchhd.circular(6, D, **kw(v)); torchhd.circular(5, D, randomness=0.1, **kw(v))
def thermometer(v): torchhd.thermometer(5, D, **kw(v))
def ops(v):
    a, b = torchhd.random(4, D, **kw(v)), torchhd.random(4, D, **kw(v))
    torchhd.bind(a, b); torchhd.bundle(a, b); torchhd.permute(a, shifts=2)
    torchhd.multiset(a); torchhd.multibundle(a)
    a * b, a + b
def inverse(v): a = torchhd.random(4, D, **kw(v)); return torchhd.bind(torchhd.inverse(a), a)
def negative(v): return torchhd.negative(torchhd.random(4, D, **kw(v)))
def normalize(v): return torchhd.normalize(torchhd.multiset(torchhd.random(4, D, **kw(v))))
def multibind(v): return torchhd.multibind(torchhd.random(4, D, **kw(v)))
def similarity(v):
    a, b = torchhd.random(4, D, **kw(v)), torchhd.random(6, D, **kw(v))
    torchhd.cosine_similarity(a, b), torchhd.cos(a[0], b), torchhd.dot_similarity(a, b), torchhd.dot(a, b)
def hamming(v): a = torchhd.random(4, D, **kw(v)); return torchhd.hamming_similarity(a, a)
def sequences(v):
    a = torchhd.random(6, D, **kw(v))
    torchhd.bundle_sequence(a), torchhd.bind_sequence(a), torchhd.ngrams(a, 3), torchhd.hash_table(a, a.clone()), torchhd.cross_product(a[:3], a[3:])
def graphs(v): a = torchhd.random(8, D, **kw(v)).reshape(2, 4, D); return torchhd.graph(a), torchhd.graph(a, directed=True)
def select(v): a, b = torchhd.random(4, D, **kw(v)), torchhd.random(4, D, **kw(v)); torchhd.randsel(a, b, p=0.3); torchhd.multirandsel(a, p=torch.tensor([0.1, 0.2, 0.3, 0.4], device=DEV))
def cleanup(v):
    m = torchhd.random(6, D, **kw(v)); return torchhd.cleanup(m[2], m, threshold=0.1)
for f in (basis, identity, levels, thermometer, ops, inverse, negative, normalize, multibind, similarity, hamming, sequences, graphs, select, cleanup):
    for v in VSAS:
        driver.work("%s/%s" % (f.__name__, v), lambda: f(v))
def resonate():
    X = torchhd.random(5, D, "MAP", device=DEV); Yv = torchhd.random(5, D, "MAP", device=DEV)
    target = torchhd.bind(X[1], Yv[2]); domains = torch.stack((X, Yv)); est = torch.stack((torchhd.multiset(X).sign(), torchhd.multiset(Yv).sign()))
    for _ in range(3): est = torchhd.resonator(target, est, domains)
driver.work("resonator", resonate)
driver.work("ridge", lambda: torchhd.ridge_regression(torch.randn(50, D, device=DEV), torch.nn.functional.one_hot(torch.randint(0, 3, (50,), device=DEV)).float()))
driver.work("ranges", lambda: (torchhd.map_range(torch.rand(5, device=DEV), 0, 1, -1, 1), torchhd.value_to_index(torch.rand(5, device=DEV), 0, 1, 10), torchhd.index_to_value(torch.arange(5, device=DEV), 5, 0.0, 1.0), torchhd.soft_quantize(torch.randn(5, device=DEV)), torchhd.hard_quantize(torch.randn(5, device=DEV))))
driver.work("random permute", lambda: torchhd.create_random_permute(D)(torchhd.random(3, D, device=DEV), 2))
driver.work("ensure", lambda: torchhd.ensure_vsa_tensor(torch.randn(3, D, device=DEV), vsa="MAP", device=DEV))
def devices(v): h = torchhd.random(3, D, vsa=v, **({"block_size": 64} if v in ("BSBC", "MCR", "CGR") else {})); return h.to(DEV).cpu()
for v in VSAS: driver.work("move/" + v, lambda: devices(v))

embs = {
    "Empty": lambda v: E.Empty(4, D, **kw(v)), "Identity": lambda v: E.Identity(4, D, **kw(v)), "Random": lambda v: E.Random(10, D, **kw(v)), "Level": lambda v: E.Level(10, D, low=-1, high=1, **kw(v)),
    "Thermometer": lambda v: E.Thermometer(10, D, **kw(v)), "Circular": lambda v: E.Circular(10, D, **kw(v)),
}
for name, make in embs.items():
    for v in VSAS:
        driver.work("embedding/%s/%s" % (name, v), lambda: make(v)(torch.randint(0, 4, (3, 5), device=DEV) if name in ("Empty", "Identity", "Random") else torch.rand(3, 5, device=DEV)))
for v in ("MAP", "HRR", "VTB"):
    for cls in (E.Projection, E.Sinusoid):
        driver.work("embedding/%s/%s" % (cls.__name__, v), lambda: cls(10, D, vsa=v, device=DEV)(torch.randn(4, 10, device=DEV)))
driver.work("embedding/Density", lambda: E.Density(10, D, device=DEV)(torch.rand(4, 10, device=DEV)))
for dist in ("sinc", "gaussian"):
    driver.work("embedding/Fractional/" + dist, lambda: E.FractionalPower(3, D, dist, 1.0, vsa="FHRR", device=DEV)(torch.randn(4, 3, device=DEV)))
driver.work("embedding/to", lambda: E.Random(10, D).to(DEV)(torch.arange(3, device=DEV)))

letters = None
def hv(n=6, v="MAP"): return torchhd.random(n, D, **kw(v))
def memory(): m = S.Memory(); a = hv(); [m.add(k, i) for i, k in enumerate(a)]; m[a[2]]; len(m); m.index(a[1]); del m[a[0]]; return m
def multiset(v):
    a = hv(6, v); m = S.Multiset(D, device=DEV, vsa=v) if v == "MAP" else S.Multiset(a[5]); m.add(a[0]); m.add(a[1]); m.remove(a[0]); m.contains(a[1]); len(m); S.Multiset.from_tensor(a); S.Multiset.from_ngrams(a, 2); m.clear()
def table(v):
    k, x = hv(4, v), hv(4, v); t = S.HashTable(D, device=DEV, vsa=v) if v == "MAP" else S.HashTable(k[0]); [t.add(i, j) for i, j in zip(k, x)]; t.get(k[1]); t[k[2]]; t.replace(k[0], x[0], x[1]); t.remove(k[1], x[1]); len(t); S.HashTable.from_tensors(k, x); t.clear()
def bundled(v):
    a = hv(6, v); q = S.BundleSequence(D, device=DEV, vsa=v) if v == "MAP" else S.BundleSequence(a[5]); [q.append(i) for i in a[:4]]; q.appendleft(a[4]); q[0]; q[2]; q.replace(1, a[0], a[5]); q.pop(a[3]); q.popleft(a[4]); len(q); q.concat(S.BundleSequence.from_tensor(a)); q.clear()
def bound(v):
    a = hv(6, v); q = S.BindSequence(D, device=DEV, vsa=v) if v == "MAP" else S.BindSequence(a[5]); [q.append(i) for i in a[:4]]; q.appendleft(a[4]); q.replace(1, a[0], a[5]); q.pop(a[3]); q.popleft(a[4]); len(q); S.BindSequence.from_tensor(a); q.clear()
def graph(v):
    a = hv(6, v)
    for directed in (False, True):
        g = S.Graph(D, device=DEV, directed=directed, vsa=v); g.add_edge(a[0], a[1]); g.add_edge(a[1], a[2]); g.encode_edge(a[0], a[1]); g.node_neighbors(a[0]); g.contains(g.encode_edge(a[0], a[1])); S.Graph.from_edges(torch.stack((a[:3], a[3:])).as_subclass(type(a)), directed=directed); g.clear()
def tree(v): a = hv(6, v); t = S.Tree(D, device=DEV, vsa=v); t.add_leaf(a[0], ["l", "l"]); t.add_leaf(a[1], ["l", "r"]); t.get_leaf(["l", "l"]); t.left, t.right; t.clear()
def automaton(v): a = hv(6, v); f = S.FiniteStateAutomata(D, device=DEV, vsa=v); f.add_transition(a[0], a[1], a[2]); f.transition(a[1], a[0]); f.clear()
driver.work("structure/memory", memory)
for f in (multiset, table, bundled, bound, graph, tree, automaton):
    for v in ("MAP", "BSC", "HRR", "FHRR"):
        driver.work("structure/%s/%s" % (f.__name__, v), lambda: f(v))

x, y = torch.randn(120, 10), torch.randint(0, 3, (120,)); x += y[:, None].float()
loader = DataLoader(TensorDataset(x, y), batch_size=32)
def classify(cls, **k):
    c = cls(10, D, 3, device=DEV, **k)
    c.fit(loader)
    c.accuracy(loader); c.predict(x[:8].to(DEV)); c(x[:8].to(DEV))
for cls, k in ((C.Vanilla, {}), (C.AdaptHD, dict(epochs=2)), (C.OnlineHD, dict(epochs=2)), (C.NeuralHD, dict(epochs=4, regen_freq=2)), (C.DistHD, dict(epochs=4, regen_freq=2)), (C.LeHDC, dict(epochs=2)), (C.CompHD, {}), (C.SparseHD, dict(epochs=2)), (C.QuantHD, dict(epochs=2)), (C.IntRVFL, {})):
    driver.work("classifier/" + cls.__name__, lambda: classify(cls, **k), limit=30)
def centroid():
    """The training loop of the MNIST example."""
    encode = E.Projection(10, D, device=DEV)
    model = M.Centroid(D, 3, device=DEV)
    with torch.no_grad():
        for samples, labels in loader:
            samples, labels = samples.to(DEV), labels.to(DEV)
            samples_hv = torchhd.hard_quantize(encode(samples))
            model.add(samples_hv, labels)
        for samples, labels in loader:
            model.add_online(encode(samples.to(DEV)), labels.to(DEV)); model.add_adapt(encode(samples.to(DEV)), labels.to(DEV))
        model.normalize()
        correct = 0
        for samples, labels in loader:
            out = model(encode(samples.to(DEV)), dot=True)
            correct += (torch.argmax(out, dim=-1) == labels.to(DEV)).sum().item()
    repr(model); torch.save(model.state_dict(), driver.folder.name + "/torchhd.pt"); model.load_state_dict(torch.load(driver.folder.name + "/torchhd.pt"))
driver.work("centroid", centroid)
def rvfl():
    m = M.IntRVFL(10, D, 3, device=DEV); m.fit_ridge_regression(x.to(DEV), torch.nn.functional.one_hot(y, 3).float().to(DEV)); return m(x.to(DEV))
driver.work("rvfl", rvfl)
def sparse(): m = Y.SparseDistributed(200, D, D, p=0.1, device=DEV); k, v = hv(4), hv(4); m.write(k, v); return m.read(k).sign()
def sparse_k(): m = Y.SparseDistributed(200, D, D, p=0.1, kappa=3, device=DEV); k, v = hv(4), hv(4); m.write(k, v); return m.read(k)
def hop(): m = Y.Hopfield(D, device=DEV); a = hv(4); m.write(a); m.read(a[0]); return Y.hopfield(a[0], a), Y.modern_hopfield(a[:2], a), Y.attention(a[:2], a, a)
driver.work("memory/sparse", sparse); driver.work("memory/sparse kappa", sparse_k); driver.work("memory/hopfield", hop)
driver.work("utils/plots", lambda: (torchhd.utils.plot_pair_similarity(hv()), torchhd.utils.plot_similarity(hv(1)[0], hv())))
driver.finish()
