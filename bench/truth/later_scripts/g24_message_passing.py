import torch
import torch.nn as nn
import torch.nn.functional as F


def scatter_mean(src, index, dim_size):
    out = src.new_zeros(dim_size, src.size(-1))
    out.index_add_(0, index, src)
    count = torch.zeros(dim_size, device=src.device).index_add_(0, index, torch.ones_like(index, dtype=src.dtype))
    return out / count.clamp(min=1).unsqueeze(-1)


def maybe_num_nodes(edge_index, num_nodes=None):
    return int(edge_index.max()) + 1 if num_nodes is None else num_nodes


def add_self_loops(edge_index, num_nodes=None):
    n = maybe_num_nodes(edge_index, num_nodes)
    loop = torch.arange(0, n, dtype=torch.long, device=edge_index.device)
    return torch.cat([edge_index, loop.unsqueeze(0).repeat(2, 1)], dim=1)


def remove_self_loops(edge_index):
    mask = edge_index[0] != edge_index[1]
    return edge_index[:, mask]


def gcn_norm(edge_index, num_nodes):
    row, col = edge_index
    deg = torch.zeros(num_nodes, device=row.device).scatter_add_(0, col, torch.ones(col.size(0), device=col.device))
    dis = deg.pow(-0.5)
    dis[dis == float("inf")] = 0
    return dis[row] * dis[col]


def edge_softmax(alpha, index, num_nodes):
    amax = torch.full((num_nodes,), -1e30, device=alpha.device).scatter_reduce_(0, index, alpha, reduce="amax")
    alpha = (alpha - amax[index]).exp()
    denom = torch.zeros(num_nodes, device=alpha.device).scatter_add_(0, index, alpha)
    return alpha / (denom[index] + 1e-16)


class GATLayer(nn.Module):
    def __init__(self, lin, att):
        super().__init__()
        self.lin, self.att = lin, att

    def forward(self, x, edge_index):
        h = self.lin(x)
        src, dst = edge_index[0], edge_index[1]
        alpha = F.leaky_relu(self.att(torch.cat([h[src], h[dst]], -1))).squeeze(-1)
        alpha = edge_softmax(alpha, dst, x.size(0))
        return torch.zeros_like(h).index_add_(0, dst, alpha.unsqueeze(-1) * h[src])


def to_dense_batch(x, batch):
    batch_size = batch[-1].item() + 1
    num_nodes = torch.bincount(batch, minlength=batch_size)
    cum = torch.cat([num_nodes.new_zeros(1), num_nodes.cumsum(0)])
    max_n = num_nodes.max().item()
    idx = torch.arange(batch.size(0), device=x.device) - cum[batch] + batch * max_n
    out = x.new_zeros(batch_size * max_n, x.size(-1))
    out[idx] = x
    mask = torch.zeros(batch_size * max_n, dtype=torch.bool, device=x.device)
    mask[idx] = True
    return out.view(batch_size, max_n, -1), mask.view(batch_size, max_n)


def k_hop_subgraph(seeds, hops, edge_index, num_nodes):
    node_mask = edge_index.new_empty(num_nodes, dtype=torch.bool)
    subsets = [seeds]
    for _ in range(hops):
        node_mask.fill_(False)
        node_mask[subsets[-1]] = True
        edge_mask = node_mask[edge_index[1]]
        subsets.append(edge_index[0][edge_mask])
    subset, inv = torch.cat(subsets).unique(return_inverse=True)
    return subset, inv[: seeds.numel()]


def train(layers, head, data, optimizer, epochs):
    x, edge_index, y = data["x"], data["edge_index"], data["y"]
    edge_index = add_self_loops(remove_self_loops(edge_index), x.size(0))
    norm = gcn_norm(edge_index, x.size(0))
    for epoch in range(epochs):
        h = x
        for layer in layers:
            h = F.elu(layer(h, edge_index))
        h = h + scatter_mean(norm[:, None] * h[edge_index[0]], edge_index[1], x.size(0))
        dense, mask = to_dense_batch(h, data["batch"])
        pooled = (dense * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
        loss = F.cross_entropy(head(pooled), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch % 1 == 0:
            print(f"Epoch: {epoch:03d}, Loss: {loss:.4f}")
    sub, mapping = k_hop_subgraph(torch.tensor([0, 1], device=x.device), 2, edge_index, x.size(0))
    return sub.numel(), maybe_num_nodes(edge_index)
