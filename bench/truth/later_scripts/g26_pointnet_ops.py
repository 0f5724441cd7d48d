import numpy as np
import torch


def pc_normalize(pc):
    centroid = np.mean(pc, axis=0)
    pc = pc - centroid
    m = np.max(np.sqrt(np.sum(pc ** 2, axis=1)))
    return pc / m


def random_point_dropout(batch_pc, rng, max_dropout_ratio=0.875):
    for b in range(batch_pc.shape[0]):
        ratio = rng.random() * max_dropout_ratio
        drop_idx = np.where(rng.random(batch_pc.shape[1]) <= ratio)[0]
        if len(drop_idx) > 0:
            batch_pc[b, drop_idx, :] = batch_pc[b, 0, :]
    return batch_pc


def square_distance(src, dst):
    B, N, _ = src.shape
    _, M, _ = dst.shape
    dist = -2 * torch.matmul(src, dst.permute(0, 2, 1))
    dist += torch.sum(src ** 2, -1).view(B, N, 1)
    dist += torch.sum(dst ** 2, -1).view(B, 1, M)
    return dist


def index_points(points, idx):
    device = points.device
    B = points.shape[0]
    view_shape = list(idx.shape)
    view_shape[1:] = [1] * (len(view_shape) - 1)
    repeat_shape = list(idx.shape)
    repeat_shape[0] = 1
    batch_indices = torch.arange(B, dtype=torch.long).to(device).view(view_shape).repeat(repeat_shape)
    return points[batch_indices, idx, :]


def farthest_point_sample(xyz, npoint):
    device = xyz.device
    B, N, C = xyz.shape
    centroids = torch.zeros(B, npoint, dtype=torch.long).to(device)
    distance = torch.ones(B, N).to(device) * 1e10
    farthest = torch.randint(0, N, (B,), dtype=torch.long).to(device)
    batch_indices = torch.arange(B, dtype=torch.long).to(device)
    for i in range(npoint):
        centroids[:, i] = farthest
        centroid = xyz[batch_indices, farthest, :].view(B, 1, 3)
        dist = torch.sum((xyz - centroid) ** 2, -1)
        mask = dist < distance
        distance[mask] = dist[mask]
        farthest = torch.max(distance, -1)[1]
    return centroids


def fps_where(xyz, npoint):
    B, N, _ = xyz.shape
    idx = torch.zeros(B, npoint, dtype=torch.long, device=xyz.device)
    dist = torch.full((B, N), 1e10, device=xyz.device)
    far = torch.zeros(B, dtype=torch.long, device=xyz.device)
    for i in range(npoint):
        idx[:, i] = far
        c = torch.gather(xyz, 1, far.view(B, 1, 1).expand(-1, -1, 3))
        d = (xyz - c).square().sum(-1)
        dist = torch.minimum(dist, d)
        far = dist.argmax(-1)
    return idx


def query_ball_point(radius, nsample, xyz, new_xyz):
    device = xyz.device
    B, N, C = xyz.shape
    _, S, _ = new_xyz.shape
    group_idx = torch.arange(N, dtype=torch.long).to(device).view(1, 1, N).repeat([B, S, 1])
    sqrdists = square_distance(new_xyz, xyz)
    group_idx[sqrdists > radius ** 2] = N
    group_idx = group_idx.sort(dim=-1)[0][:, :, :nsample]
    group_first = group_idx[:, :, 0].view(B, S, 1).repeat([1, 1, nsample])
    mask = group_idx == N
    group_idx[mask] = group_first[mask]
    return group_idx


def knn(x, k):
    inner = -2 * torch.matmul(x.transpose(2, 1), x)
    xx = torch.sum(x ** 2, dim=1, keepdim=True)
    return (-xx - inner - xx.transpose(2, 1)).topk(k=k, dim=-1)[1]


def get_graph_feature(x, k=4):
    B, C, N = x.shape
    idx = knn(x, k)
    idx_base = torch.arange(0, B, device=x.device).view(-1, 1, 1) * N
    idx = (idx + idx_base).view(-1)
    x = x.transpose(2, 1).contiguous()
    feature = x.view(B * N, -1)[idx, :].view(B, N, k, C)
    x = x.view(B, N, 1, C).repeat(1, 1, k, 1)
    return torch.cat((feature - x, x), dim=3).permute(0, 3, 1, 2).contiguous()


def chamfer(p1, p2):
    d = torch.cdist(p1, p2)
    return d.min(1).values.mean() + d.min(2).values.mean()


def voxelize(points, size):
    coords = torch.floor(points / size).int()
    uniq, inv, counts = torch.unique(coords, dim=0, return_inverse=True, return_counts=True)
    feats = torch.zeros(uniq.size(0), points.size(1), device=points.device)
    feats.index_add_(0, inv, points)
    return uniq, feats / counts.unsqueeze(1)


def train(mlp, head, loader, optimizer, rng):
    mean_correct = []
    for points, target in loader:
        points = points.data.numpy()
        points = random_point_dropout(points, rng)
        points = torch.Tensor(np.stack([pc_normalize(p) for p in points]))
        points, target = points.cuda(), target.cuda()
        centers = index_points(points, farthest_point_sample(points, 8))
        groups = index_points(points, query_ball_point(0.4, 4, points, centers)) - centers.unsqueeze(2)
        feat = mlp(groups).max(2)[0].max(1)[0]
        edge = get_graph_feature(points.transpose(2, 1)).mean((2, 3))
        pred = head(torch.cat([feat, edge], 1))
        loss = torch.nn.functional.cross_entropy(pred, target.long()) + 0.1 * chamfer(index_points(points, fps_where(points, 8)), centers)
        optimizer.zero_grad()
        loss.backward()
        pred_choice = pred.data.max(1)[1]
        correct = pred_choice.eq(target.long().data).cpu().sum()
        mean_correct.append(correct.item() / float(points.size()[0]))
        optimizer.step()
    coords, vox = voxelize(points[0], 0.25)
    print("Train Instance Accuracy: %f" % np.mean(mean_correct), len(coords), "voxels")
    return vox
