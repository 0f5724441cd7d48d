import torch
import torch.nn.functional as F


def train(model, data, optimizer):
    model.train()
    optimizer.zero_grad()
    out = model(data.x, data.edge_index)
    loss = F.cross_entropy(out[data.train_mask], data.y[data.train_mask])
    loss.backward()
    optimizer.step()
    return float(loss)


@torch.no_grad()
def test(model, data):
    model.eval()
    pred = model(data.x, data.edge_index).argmax(dim=-1)

    accs = []
    for mask in [data.train_mask, data.val_mask, data.test_mask]:
        accs.append(int((pred[mask] == data.y[mask]).sum()) / int(mask.sum()))
    return accs


def describe(data):
    degree = torch.bincount(data.edge_index[0], minlength=data.x.size(0))
    isolated = (degree == 0).sum().item()
    names = {k: tuple(v.shape) for k, v in vars(data).items() if torch.is_tensor(v)}
    print(f"{data.x.shape[0]} nodes, {data.edge_index.shape[1]} edges, {isolated} isolated", names)
    if (data.edge_index[0] == data.edge_index[1]).any():
        print("the graph has self loops")
    return degree.float().mean()


def main_loop(model, data, optimizer, device, epochs=2, patience=10):
    for name in list(vars(data)):
        value = getattr(data, name)
        if torch.is_tensor(value):
            setattr(data, name, value.to(device))
    mean_degree = describe(data)
    best_val_acc = test_acc = 0
    history, since = [], 0
    for epoch in range(1, epochs + 1):
        loss = train(model, data, optimizer)
        train_acc, val_acc, tmp_test_acc = test(model, data)
        history.append(val_acc)
        if val_acc > best_val_acc:
            best_val_acc, test_acc, since = val_acc, tmp_test_acc, 0
        else:
            since += 1
        print(f'Epoch: {epoch:03d}, Loss: {loss:.4f}, Train: {train_acc:.4f}, Val: {val_acc:.4f}, Test: {test_acc:.4f}')
        if since > patience:
            break
    return test_acc, history, f"mean degree {mean_degree:.1f}"
