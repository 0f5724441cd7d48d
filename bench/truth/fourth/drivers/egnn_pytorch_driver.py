"""Equivariant graph networks, dense and sparse: layers, networks, their options, training loops and helpers."""
import os, sys
from driving import Driver, DEV, ROOT
driver = Driver("egnn_pytorch")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
import warnings; warnings.filterwarnings("ignore")
import torch, torch.nn as nn
import egnn_pytorch.egnn_pytorch as D, egnn_pytorch.egnn_pytorch_geometric as S
from egnn_pytorch import EGNN, EGNN_Network, EGNN_Sparse, EGNN_Sparse_Network

B, N, F = 2, 12, 16
def feats(n=N, d=F): return torch.randn(B, n, d, device=DEV)
def coors(n=N): return torch.randn(B, n, 3, device=DEV, requires_grad=True)
def mask(n=N): m = torch.ones(B, n, dtype=torch.bool, device=DEV); m[1, n - 3:] = False; return m
def chain(n=N): i = torch.arange(n, device=DEV); return (i[:, None] <= i[None] + 1) & (i[:, None] >= i[None] - 1)
def back(out): sum(o.sum() for o in (out if isinstance(out, (tuple, list)) else (out,)) if torch.is_tensor(o) and o.requires_grad).backward(); return out
layer = {"plain": {}, "fourier": dict(fourier_features=4), "norm feats": dict(norm_feats=True), "norm coors": dict(norm_coors=True), "feats only": dict(update_coors=False), "coors only": dict(update_feats=False), "soft": dict(soft_edges=True), "mean": dict(m_pool_method="mean"), "dropout": dict(dropout=0.1), "clamp": dict(coor_weights_clamp_value=2.0), "nearest": dict(num_nearest_neighbors=4), "radius": dict(num_nearest_neighbors=4, valid_radius=1.5), "nearest soft mean": dict(num_nearest_neighbors=5, soft_edges=True, m_pool_method="mean"), "all": dict(fourier_features=2, norm_feats=True, norm_coors=True, soft_edges=True, dropout=0.1, coor_weights_clamp_value=1.0, m_pool_method="mean")}
for name, o in layer.items():
    driver.work(f"layer/{name}", lambda: back(EGNN(dim=F, **o).to(DEV)(feats(), coors())))
    driver.work(f"layer/{name}/mask", lambda: back(EGNN(dim=F, **o).to(DEV)(feats(), coors(), mask=mask())))
    driver.work(f"layer/{name}/edges", lambda: back(EGNN(dim=F, edge_dim=4, **o).to(DEV)(feats(), coors(), edges=torch.randn(B, N, N, 4, device=DEV))))
for name, adjacency in {"shared": lambda: chain(), "batch": lambda: chain()[None].repeat(B, 1, 1)}.items():
    for only in (False, True):
        driver.work(f"adjacency/{name}/{only}", lambda: back(EGNN(dim=F, num_nearest_neighbors=0 if only else 4, only_sparse_neighbors=only).to(DEV)(feats(), coors(), adj_mat=adjacency())))
        driver.work(f"adjacency/{name}/{only}/mask", lambda: back(EGNN(dim=F, num_nearest_neighbors=0 if only else 4, only_sparse_neighbors=only, m_pool_method="mean").to(DEV)(feats(), coors(), adj_mat=adjacency(), mask=mask())))
network = {"plain": {}, "nearest": dict(num_nearest_neighbors=4), "clamped": dict(norm_coors=True, coor_weights_clamp_value=2.0), "global": dict(global_linear_attn_every=1, global_linear_attn_heads=2, global_linear_attn_dim_head=8), "global rarely": dict(global_linear_attn_every=2, global_linear_attn_heads=2, global_linear_attn_dim_head=8, num_global_tokens=2)}
for name, o in network.items():
    driver.work(f"network/{name}", lambda: back(EGNN_Network(depth=3, dim=F, **o).to(DEV)(feats(), coors(), mask=mask())[:2]))
    driver.work(f"network/{name}/tokens", lambda: back(EGNN_Network(depth=2, dim=F, num_tokens=21, num_positions=32, **o).to(DEV)(torch.randint(21, (B, N), device=DEV), coors())[:2]))
def degrees(**o): return EGNN_Network(depth=2, dim=F, num_tokens=21, num_adj_degrees=3, adj_dim=4, **o).to(DEV)
driver.work("network/degrees", lambda: back(degrees()(torch.randint(21, (B, N), device=DEV), coors(), adj_mat=chain())))
driver.work("network/degrees sparse", lambda: back(degrees(only_sparse_neighbors=True)(torch.randint(21, (B, N), device=DEV), coors(), adj_mat=chain(), mask=mask())))
driver.work("network/degrees edges", lambda: back(degrees(edge_dim=4, num_edge_tokens=5)(torch.randint(21, (B, N), device=DEV), coors(), adj_mat=chain(), edges=torch.randint(5, (B, N, N), device=DEV))))
driver.work("network/edges", lambda: back(EGNN_Network(depth=2, dim=F, edge_dim=4).to(DEV)(feats(), coors(), edges=torch.randn(B, N, N, 4, device=DEV))))
driver.work("network/changes", lambda: EGNN_Network(depth=3, dim=F).to(DEV)(feats(), coors(), return_coor_changes=True))
def denoise(steps=4):
    net = EGNN_Network(depth=3, dim=F, num_tokens=21, num_positions=64, num_nearest_neighbors=4, norm_coors=True, coor_weights_clamp_value=2.0).to(DEV); opt = torch.optim.Adam(net.parameters(), 1e-3)
    for _ in range(steps):
        seq, x, m = torch.randint(21, (B, N), device=DEV), torch.randn(B, N, 3, device=DEV), mask()
        _, out = net(seq, x + torch.randn_like(x), adj_mat=chain(), mask=m); loss = torch.nn.functional.mse_loss(out[m], x[m]); loss.backward(); opt.step(); opt.zero_grad()
    return loss.item()
driver.work("train/denoise", denoise)
def train(steps=3):
    net = EGNN_Network(depth=2, dim=F, only_sparse_neighbors=True, num_adj_degrees=2, adj_dim=4).to(DEV); opt = torch.optim.SGD(net.parameters(), 1e-3)
    for _ in range(steps): h, x = net(feats(), coors(), adj_mat=chain(), mask=mask()); loss = h.square().mean() + x.square().mean(); opt.zero_grad(); loss.backward(); opt.step()
    return float(loss)
driver.work("train/sparse neighbours", train)
def graph(n=20, e=50, d=F): return torch.randn(n, 3 + d, device=DEV, requires_grad=True), torch.randint(n, (2, e), device=DEV), torch.randn(e, 4, device=DEV), torch.arange(n, device=DEV) // (n // 2)
sparse = {"plain": {}, "fourier": dict(fourier_features=3), "soft": dict(soft_edge=1), "norm": dict(norm_feats=True, norm_coors=True), "feats only": dict(update_coors=False), "coors only": dict(update_feats=False), "dropout": dict(dropout=0.1), "mean": dict(aggr="mean"), "max": dict(aggr="max")}
for name, o in sparse.items():
    def one(edges): x, i, e, b = graph(); return back(EGNN_Sparse(feats_dim=F, edge_attr_dim=4 if edges else 0, **o).to(DEV)(x, i, e if edges else None, b))
    driver.work(f"sparse/{name}", lambda: one(False)); driver.work(f"sparse/{name}/edges", lambda: one(True))
def sparse_network(recalc=None, nums=(7,), dims=(6,), edge_nums=(5,), edge_dims=(3,), **o):
    x, i, e, b = graph(); x = torch.cat((x.detach(), torch.randint(7, (20, len(nums)), device=DEV).float()), -1); e = torch.cat((e, torch.randint(5, (50, len(edge_nums)), device=DEV).float()), -1)
    net = EGNN_Sparse_Network(2, F + len(nums), edge_attr_dim=4 + len(edge_nums), embedding_nums=list(nums), embedding_dims=list(dims), edge_embedding_nums=list(edge_nums), edge_embedding_dims=list(edge_dims), **o).to(DEV)
    return back(net(x, i, b, e, recalc_edge=recalc))
options = {"plain": {}, "norm coors": dict(norm_coors=True), "soft": dict(soft_edge=1), "fourier": dict(fourier_features=2), "dropout": dict(dropout=0.1), "no norm": dict(norm_feats=False), "mean": dict(aggr="mean")}
for name, o in options.items():
    driver.work(f"sparse network/{name}", lambda: sparse_network(**o))
driver.work("attention/sparse", lambda: S.Attention_Sparse(dim=8, heads=2, dim_head=4).to(DEV).sparse_forward(torch.randn(6, 8, device=DEV), torch.randn(6, 8, device=DEV), batch=torch.zeros(6, dtype=torch.long, device=DEV)))
driver.work("attention/dense", lambda: D.Attention(8, 2, 4).to(DEV)(torch.randn(2, 5, 8, device=DEV), torch.randn(2, 7, 8, device=DEV), mask=torch.ones(2, 7, dtype=torch.bool, device=DEV)))
driver.work("helpers", lambda: (D.safe_div(torch.randn(4, device=DEV), torch.tensor([0.0, 1.0, 2.0, 3.0], device=DEV)), D.fourier_encode_dist(torch.rand(3, device=DEV)), D.batched_index_select(feats(), torch.randint(N, (B, 4), device=DEV), 1), D.CoorsNorm().to(DEV)(coors()), D.Swish_()(feats())))
driver.work("layer/large", lambda: back(EGNN(dim=F).to(DEV)(feats(200), coors(200))))
driver.work("layer/no gradients", lambda: torch.no_grad()(EGNN(dim=F, num_nearest_neighbors=8).to(DEV).eval())(feats(64), coors(64)))
driver.finish()
