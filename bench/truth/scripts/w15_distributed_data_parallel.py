import os
import socket

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def setup():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ["MASTER_PORT"] = str(port)
    rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    local_rank = int(os.environ.get("LOCAL_RANK", 0))
    torch.cuda.set_device(local_rank)
    dist.init_process_group("nccl", rank=rank, world_size=world)
    return rank, world, local_rank


def reduce_tensor(tensor, world_size):
    rt = tensor.clone()
    dist.all_reduce(rt, op=dist.ReduceOp.SUM)
    rt /= world_size
    return rt


def is_main(rank):
    return rank == 0


def main():
    rank, world, gpu = setup()
    torch.manual_seed(rank)
    dataset = TensorDataset(torch.randn(32, 10), torch.randint(0, 3, (32,)))
    sampler = DistributedSampler(dataset, num_replicas=world, rank=rank, shuffle=True)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler, pin_memory=True, drop_last=True)
    model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 3)).cuda(gpu)
    model = DDP(model, device_ids=[gpu])
    criterion = nn.CrossEntropyLoss().cuda(gpu)
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9, weight_decay=1e-4)

    for epoch in range(1):
        sampler.set_epoch(epoch)
        for i, (inputs, target) in enumerate(loader):
            inputs = inputs.cuda(gpu, non_blocking=True)
            target = target.cuda(gpu, non_blocking=True)
            loss = criterion(model(inputs), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            reduced = reduce_tensor(loss.data, world)
            if i % 2 == 0 and is_main(rank):
                print(f"[{epoch}][{i}/{len(loader)}] loss {reduced.item():.4f}")
        dist.barrier()

    correct = torch.zeros(2, device=gpu)
    model.eval()
    with torch.no_grad():
        for inputs, target in loader:
            pred = model(inputs.cuda(gpu, non_blocking=True)).argmax(1)
            correct[0] += (pred == target.cuda(gpu, non_blocking=True)).sum()
            correct[1] += len(target)
    dist.all_reduce(correct)
    hits, n = correct.tolist()
    gathered = [None] * world
    dist.all_gather_object(gathered, {"rank": rank, "acc": hits / max(n, 1)})
    if is_main(rank):
        print("accuracy", gathered)
        torch.save(model.module.state_dict(), "checkpoint.pth.tar")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
