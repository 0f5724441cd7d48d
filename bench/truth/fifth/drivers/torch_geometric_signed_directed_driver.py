"""Signed and directed graphs: models of nodes and links with their losses and training, convolutions, Laplacians, splits, synthetic graphs, measures."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("torch_geometric_signed_directed")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import numpy as np, scipy.sparse as sp, torch, torch.nn as nn, torch.nn.functional as F
from torch_geometric_signed_directed import data as D, nn as N, utils as U
from torch_geometric_signed_directed.nn.general.conv_base import Conv_Base, conv_norm_rw
from torch_geometric_signed_directed.utils.directed import get_adjs_DiGCN as Adj, DiGCL_utils as Cl
from torch_geometric_signed_directed.utils.general.link_split import link_class_split
from torch_geometric_signed_directed.utils.signed import link_sign_loss as LL

n, f, K = 40, 6, 3
def edges(m=160): e = torch.randint(n, (2, m)); e[0, :n] = torch.arange(n); e[1, :n] = (torch.arange(n) + 1) % n; e = e[:, e[0] != e[1]]; return torch.unique(e, dim=1).to(DEV)
def w(e, signed=False): v = torch.rand(e.shape[1], device=DEV) + 0.1; return torch.where(torch.rand_like(v) > 0.5, v, -v) if signed else v
def x(k=f): return torch.randn(n, k, device=DEV, requires_grad=True)
def back(o): sum(t.sum() for t in (o if isinstance(o, (tuple, list)) else (o,)) if torch.is_tensor(t) and t.requires_grad).backward(); return o
def y(k=K): return torch.randint(k, (n,), device=DEV)
def queries(m=20): return torch.randint(n, (m, 2), device=DEV)
def learn(m, forward, target, steps=3):
    m = m.to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-2); losses = []
    for _ in range(steps): m.train(); o = forward(m); loss = F.nll_loss(o, target); opt.zero_grad(); loss.backward(); opt.step(); losses.append(loss.item())
    m.eval()
    with torch.no_grad(): hits = (forward(m).argmax(1) == target).sum().item() / len(target)
    m.reset_parameters() if hasattr(m, "reset_parameters") else None
    return losses, hits
def first(o): return next(t for t in o if torch.is_tensor(t) and t.dim() == 2 and t.shape[1] == K) if isinstance(o, (tuple, list)) else o
for k in ("sym", None):
    for cached in (False, True):
        for trainable in (False, True) if k else (False,):
            o = dict(normalization=k, cached=cached, trainable_q=trainable); e = edges(); t = y(); q = queries(); tq = torch.randint(2, (20,), device=DEV); name = f"{k}/{cached}/{trainable}"
            driver.work("magnet/nodes/" + name, lambda: learn(N.MagNet_node_classification(f, 8, K=2, label_dim=K, activation=True, dropout=0.3, **o), lambda m: m(x(), x(), e, w(e)), t))
            driver.work("magnet/links/" + name, lambda: learn(N.MagNet_link_prediction(f, 8, K=1, label_dim=2, **o), lambda m: m(x(), x(), e, q, w(e)), tq))
            for a in (False, True):
                driver.work(f"msgnn/nodes/{name}/{a}", lambda: learn(N.MSGNN_node_classification(f, 8, K=2, label_dim=K, activation=True, dropout=0.3, absolute_degree=a, **o), lambda m: first(m(x(), x(), e, w(e, True))), t))
                driver.work(f"msgnn/links/{name}/{a}", lambda: learn(N.MSGNN_link_prediction(f, 8, K=1, label_dim=2, absolute_degree=a, **o), lambda m: m(x(), x(), e, q, w(e, True)), tq))
for k in ("sym", None): driver.work(f"convolution/magnet/{k}", lambda: (lambda e: back(N.MagNetConv(f, 4, 3, 0.25, k is not None, normalization=k).to(DEV)(x(), x(), e, w(e))))(edges())); driver.work(f"convolution/ms/{k}", lambda: (lambda e: back(N.MSConv(f, 4, 3, 0.25, k is not None, normalization=k).to(DEV)(x(), x(), e, w(e, True))))(edges()))
driver.work("convolution/largest", lambda: (lambda e: back(N.MagNetConv(f, 4, 2, 0.25, False, normalization=None).to(DEV)(x(), x(), e, w(e), torch.tensor(2.0, device=DEV))))(edges())); driver.work("convolution/shown", lambda: [repr(c) for c in (N.MagNetConv(f, 4, 2, 0.25, False), N.DiGCNConv(f, 4), N.DGCNConv(), N.MSConv(f, 4, 2, 0.25, False))])
driver.work("convolution/relu", lambda: back(N.complex_relu_layer().to(DEV)(x(), x())))
def appr(e): return Adj.get_appr_directed_adj(0.1, e, n, torch.float32, w(e))
def second(e): return Adj.get_second_directed_adj(e, n, torch.float32, w(e))
driver.work("digcn/first order", lambda: appr(edges())); driver.work("digcn/first order fast", lambda: (lambda e: Adj.cal_fast_appr(0.1, e, n, torch.float32, w(e)))(edges())); driver.work("digcn/second order", lambda: second(edges()))
def digcn(kind):
    e = edges(); e1, w1 = appr(e); t = y(); q = queries(); tq = torch.randint(2, (20,), device=DEV)
    if kind == "nodes": return learn(N.DiGCN_node_classification(f, 8, K), lambda m: m(x(), e1, w1), t)
    if kind == "links": return learn(N.DiGCN_link_prediction(f, 8, 2), lambda m: m(x(), e1, q, w1), tq)
    e2, w2 = second(e)
    if kind == "inception nodes": return learn(N.DiGCN_Inception_Block_node_classification(f, 8, K), lambda m: m(x(), (e1, e2), (w1, w2)), t)
    return learn(N.DiGCN_Inception_Block_link_prediction(f, 8, 2), lambda m: m(x(), (e1, e2), q, (w1, w2)), tq)
for kind in ("nodes", "links", "inception nodes", "inception links"): driver.work("digcn/" + kind, lambda: digcn(kind))
driver.work("digcn/cached", lambda: (lambda c, e: (c(x(), *e), c(x(), *e)))(N.DiGCNConv(f, 4, cached=True).to(DEV), appr(edges())))
def dgcn(kind, **o):
    e = edges(); ei, ein, win, eout, wout = U.directed_features_in_out(e, n, w(e), DEV); t = y(); q = queries(); tq = torch.randint(2, (20,), device=DEV)
    if kind == "nodes": return learn(N.DGCN_node_classification(f, 8, K, 0.3, **o), lambda m: m(x(), ei, ein, eout, win, wout), t)
    return learn(N.DGCN_link_prediction(f, 8, 2, 0.3, **o), lambda m: m(x(), ei, ein, eout, q, win, wout), tq)
for kind in ("nodes", "links"):
    for o in (dict(), dict(improved=True), dict(cached=True)): driver.work(f"dgcn/{kind}/{o}", lambda: dgcn(kind, **o))
driver.work("dgcn/features", lambda: (lambda e: (U.directed_features_in_out(e, n, w(e), DEV), U.directed_features_in_out(e, n, None, DEV)))(edges()))
def contrast(batch=0, mean=True):
    e = edges(); e1, w1 = appr(e); e2, w2 = Adj.cal_fast_appr(0.2, e, n, torch.float32, w(e)); m = N.DiGCL(f, "relu", 8, 4, 0.4, 2).to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-3); seen = []
    for _ in range(2): a = m(Cl.drop_feature(x().detach(), 0.3), e1, w1); b = m(Cl.drop_feature(x().detach(), 0.3), e2, w2); l = m.loss(a, b, mean, batch); l = l if mean else l.sum(); opt.zero_grad(); l.backward(); opt.step(); seen.append(l.item())
    m.eval(); z = m(x(), e1, w1).detach(); m.reset_parameters(); return seen, z
driver.work("digcl", contrast, limit=30); driver.work("digcl/batches", lambda: contrast(16), limit=30); driver.work("digcl/each", lambda: contrast(0, False), limit=30)
cycle = np.array([[0.5, 0.9, 0.5], [0.1, 0.5, 0.9], [0.5, 0.1, 0.5]])
def imbalance(**o):
    e = edges(); m = N.DIGRAC_node_clustering(f, 8, K, 0.5, 0.2, 2).to(DEV); loss = U.Prob_Imbalance_Loss(o.pop("F", None)); A = torch.sparse_coo_tensor(e, w(e), (n, n)).coalesce(); opt = torch.optim.Adam(m.parameters(), 1e-2); seen = []
    for _ in range(2): z, _, _, p = m(e, w(e), x()); l = loss(p, A, K, **o).mean(); opt.zero_grad(); l.backward(); opt.step(); seen.append(l.item())
    return seen
for k in ("vol_sum", "vol_min", "vol_max", "plain"):
    for t in ("sort", "std", "naive"): driver.work(f"digrac/{k}/{t}", lambda: imbalance(normalization=k, threshold=t, **({"F": cycle} if t == "sort" else {})))
driver.work("digrac/naive graph", lambda: imbalance(F=cycle, threshold="naive"))
driver.work("digrac/graph", lambda: imbalance(F=cycle))
def signed(m=160): e = edges(m); return torch.cat([e, torch.where(torch.rand(1, e.shape[1], device=DEV) > 0.4, 1, -1)]).t().contiguous()
def embedded(make, steps=2):
    s = signed(); m = make(s).to(DEV); opt = torch.optim.Adam(m.parameters(), 1e-2); seen = []
    for _ in range(steps): m.train(); l = m.loss(); opt.zero_grad(); l.backward(); opt.step(); seen.append(l.item())
    m.eval(); z = m().detach().cpu().numpy(); m.reset_parameters(); a, b = s[:100].cpu().numpy(), s[100:130].cpu().numpy(); return seen, U.link_sign_prediction_logistic_function(z, a[:, :2], (a[:, 2] > 0).astype(int), b[:, :2], (b[:, 2] > 0).astype(int))
makes = {"sgcn": lambda s: N.SGCN(n, s, 8, 8), "sgcn normalized": lambda s: N.SGCN(n, s, 8, 8, norm_emb=True, init_emb_grad=True, layer_num=3), "sgcn given": lambda s: N.SGCN(n, s, 8, 8, init_emb=torch.randn(n, 8, device=DEV)), "snea": lambda s: N.SNEA(n, s, 8, 8), "snea given": lambda s: N.SNEA(n, s, 8, 8, init_emb=torch.randn(n, 8, device=DEV)), "sigat": lambda s: N.SiGAT(n, s, 8, 8), "sdgnn": lambda s: N.SDGNN(n, s, 8, 8), "sdgnn given": lambda s: N.SDGNN(n, s, 8, 8, init_emb=torch.randn(n, 8, device=DEV))}
for name, make in makes.items(): driver.work("embedded/" + name, lambda: embedded(make), limit=40)
def parts(s): return s[s[:, 2] > 0][:, :2].t().contiguous(), s[s[:, 2] < 0][:, :2].t().contiguous()
def both():
    s = signed(); p, q = parts(s); return p, w(p), q, w(q)
def adj(e, v): return torch.sparse_coo_tensor(e, v, (n, n)).coalesce()
def clustered(directed):
    p, wp, q, wq = both(); m = N.SSSNET_node_clustering(f, 8, K, 0.3, 2, 0.5, directed).to(DEV); Ap, An = (sp.csr_matrix((v.cpu().numpy(), e.cpu().numpy()), (n, n)) for e, v in ((p, wp), (q, wq))); losses = [c(Ap, An).to(DEV) if hasattr(c(Ap, An), "to") else c(Ap, An) for c in (U.Prob_Balanced_Normalized_Loss, U.Prob_Balanced_Ratio_Loss, U.Unhappy_Ratio)]; opt = torch.optim.Adam(m.parameters(), 1e-2); seen = []
    for _ in range(2): z, _, _, prob = m(p, wp, q, wq, x()); l = losses[0](prob).mean() + losses[1](prob).mean() + U.triplet_loss_node_classification(y(), z, 40, 0.1); opt.zero_grad(); l.backward(); opt.step(); seen.append(l.item())
    return seen, losses[2](prob.detach())
for d in (False, True):
    driver.work(f"sssnet/{d}", lambda: clustered(d)); driver.work(f"sssnet/links/{d}", lambda: (lambda b, q, t: learn(N.SSSNET_link_prediction(f, 8, 2, 0.3, 2, 0.5, d), lambda m: m(*b, x(), q), t))(both(), queries(), torch.randint(2, (20,), device=DEV)))
    driver.work(f"simpa/{d}", lambda: (lambda b: back(N.SIMPA(2, 0.5, d).to(DEV)(*b, x(), x(), *((x(), x()) if d else ()))))(both()))
driver.work("losses/labels", lambda: (U.triplet_loss_node_classification(y(), x(), 40, 0.1), U.triplet_loss_node_classification(y().cpu().numpy(), x(), 40, 0.1)))
for name, make in {"direction": lambda s: LL.Sign_Direction_Loss(8), "product entropy": lambda s: LL.Sign_Product_Entropy_Loss(), "product": lambda s: LL.Link_Sign_Product_Loss(), "entropy": lambda s: LL.Link_Sign_Entropy_Loss(8), "structure": lambda s: LL.Sign_Structure_Loss(), "triangle": lambda s: LL.Sign_Triangle_Loss(8, sp.csc_matrix((np.ones(len(s), "float32"), s[:, :2].cpu().numpy().T), (n, n)))}.items():
    driver.work("losses/" + name, lambda: (lambda s: back(make(s).to(DEV)(x(8), *parts(s))))(signed()))
driver.work("propagation", lambda: (lambda e: (back(Conv_Base(0.5).to(DEV)(x(), e, w(e))), conv_norm_rw(e, 0.5, w(e), n), conv_norm_rw(e), (lambda c: (c(x(), e, w(e)), c(x(), e, w(e))))(Conv_Base(0.5, cached=True).to(DEV)), back(N.DIMPA(2).to(DEV)(x(), x(), e, w(e)))))(edges()))
for k in ("sym", None):
    driver.work(f"laplacian/{k}", lambda: (lambda e: (U.get_magnetic_Laplacian(e, w(e), k, q=0.1), U.get_magnetic_Laplacian(e, None, k, num_nodes=n), U.get_magnetic_Laplacian(e, w(e), k, return_lambda_max=True)))(edges())); driver.work(f"laplacian/signed {k}", lambda: (lambda e: [U.get_magnetic_signed_Laplacian(e, w(e, True), k, q=0.1, absolute_degree=a, return_lambda_max=r) for a in (False, True) for r in (False, True)])(edges()))
driver.work("degrees", lambda: (lambda e: (U.in_out_degree(e, n), U.in_out_degree(e, n, signed=True, edge_weight=w(e, True)), U.in_out_degree(e, n, edge_weight=w(e))))(edges()))
driver.work("spectral", lambda: U.create_spectral_features(*parts(signed()), n, 4))
def graph(sig=False):
    if sig == "both": A, labels = D.SDSBM(60, 3, 0.4, np.array([[0.5, 0.9, -0.5], [0.1, 0.5, 0.9], [-0.5, 0.1, 0.5]])); d = D.SignedData(A=A, y=torch.LongTensor(labels))
    elif sig: (A, B), labels = D.SSBM(60, 3, 0.4, 0.1); d = D.SignedData(A=sp.coo_matrix(A - B), y=torch.LongTensor(labels))
    else: A, labels = D.DSBM(60, 3, 0.3, U.meta_graph_generation("cyclic", 3, 0.1)); d = D.DirectedData(A=A, y=torch.LongTensor(labels))
    return d
def described(d):
    d.x = torch.randn(d.A.shape[0], 4); d.node_split(train_size_per_class=0.6, val_size_per_class=0.2, test_size_per_class=0.2, seed_size_per_class=0.1, data_split=2); out = [d.is_directed, d.is_weighted]
    d = d.to(DEV); return out, [d.train_mask.sum().item(), d.val_mask.sum().item(), d.edge_index.shape]
driver.work("graph/directed", lambda: described(graph())); driver.work("graph/signed", lambda: described(graph(True)))
driver.work("graph/again", lambda: (lambda d: (d.to_unweighted(), D.DirectedData(edge_index=d.edge_index, edge_weight=d.edge_weight, init_data=d)))(graph())); driver.work("graph/signed features", lambda: (lambda d: (d.set_signed_Laplacian_features(3), d.set_spectral_adjacency_reg_features(3), d.set_spectral_adjacency_reg_features(3, normalization="sym_sep"), d.separate_positive_negative(), d.is_signed, d.to_unweighted(), d.clear_separate_attributes()))(graph(True)), limit=30)
for task in ("direction", "three_class_digraph"): driver.work("split/" + task, lambda: (lambda d: (d.link_split(prob_val=0.1, prob_test=0.1, task=task, splits=1, device=DEV), link_class_split(d, prob_val=0.1, prob_test=0.1, task=task, splits=1, device=DEV, maintain_connect=False)))(graph()), limit=40)
for task in ("sign", "four_class_signed_digraph", "five_class_signed_digraph"): driver.work("split/" + task, lambda: (lambda d: d.link_split(prob_val=0.1, prob_test=0.1, task=task, splits=1, device=DEV))(graph(True if task == "sign" else "both")), limit=40)
def linked():
    d = graph(); s = d.link_split(prob_val=0.1, prob_test=0.1, task="direction", splits=1, device=DEV)[0]; deg = U.in_out_degree(s["graph"], d.A.shape[0], signed=False, edge_weight=s["weights"]).to(DEV); return learn(N.MagNet_link_prediction(2, 8, label_dim=2), lambda m: m(deg, deg, s["graph"], s["train"]["edges"], s["weights"]), s["train"]["label"])
driver.work("linked", linked, limit=40)
driver.work("synthetic", lambda: (D.DSBM(60, 3, 0.3, U.meta_graph_generation("path", 3, 0.1)), D.SSBM(60, 3, 0.4, 0.1), D.polarized_SSBM(100, 3, 20, 2), D.SDSBM(60, 3, 0.4, np.array([[0.5, 0.9, -0.5], [0.1, 0.5, 0.9], [-0.5, 0.1, 0.5]])), [U.meta_graph_generation(s, 3, 0.1) for s in ("cyclic", "complete", "star")]), limit=30)
driver.work("helpers", lambda: (U.scipy_sparse_to_torch_sparse(sp.random(8, 8, 0.3, "csr")).to(DEV).coalesce().values(), U.extract_network(sp.random(40, 40, 0.3, "csr")), U.link_sign_direction_prediction_logistic_function(np.random.rand(n, 4), np.random.randint(n, size=(60, 2)), np.random.randint(4, size=60), np.random.randint(n, size=(30, 2)), np.random.randint(4, size=30))))
driver.finish()
