import torch


def collate(graphs):
    xs, edges, batch, ys = [], [], [], []
    offset = 0
    for gid, g in enumerate(graphs):
        n = g["x"].shape[0]
        xs.append(g["x"])
        edges.append(g["edge_index"] + offset)
        batch += [gid] * n
        ys.append(g["y"])
        offset += n
    return torch.cat(xs), torch.cat(edges, 1), torch.tensor(batch), torch.tensor(ys)


def global_mean_pool(x, batch):
    size = int(batch.max().item() + 1)
    out = torch.zeros(size, x.size(1), device=x.device).index_add_(0, batch, x)
    count = torch.zeros(size, device=x.device).index_add_(0, batch, torch.ones_like(batch, dtype=x.dtype))
    return out / count.clamp(min=1).unsqueeze(-1)


def add_self_loops(edge_index, num_nodes=None):
    if num_nodes is None:
        num_nodes = edge_index.max() + 1
    loop = torch.arange(num_nodes, device=edge_index.device)
    return torch.cat([edge_index, loop.repeat(2, 1)], dim=1)


def gin_layer(mlp, x, edge_index, eps=0.0):
    src, dst = edge_index
    agg = torch.zeros_like(x).index_add_(0, dst, x[src])
    return mlp((1 + eps) * x + agg)


def to_dense(x, batch):
    sizes = torch.bincount(batch).tolist()
    chunks = x.split(sizes)
    return torch.nn.utils.rnn.pad_sequence(chunks, batch_first=True), sizes


def fit(layers, head, loader, opt, loss_fn, device):
    total = correct = 0
    longest = 0
    for x, edge_index, batch, y in loader:
        x, edge_index, batch, y = (t.to(device) for t in (x, edge_index, batch, y))
        edge_index = add_self_loops(edge_index)
        for mlp in layers:
            x = gin_layer(mlp, x, edge_index).relu()
        dense, sizes = to_dense(x.detach(), batch)
        longest = max(longest, max(sizes))
        logits = head(global_mean_pool(x, batch))
        loss = loss_fn(logits, y)
        opt.zero_grad(); loss.backward(); opt.step()
        correct += int((logits.argmax(-1) == y).sum())
        total += len(y)
        if dense.shape[1] != max(sizes):
            print("padding is off", dense.shape, sizes)
    return correct / total, longest
