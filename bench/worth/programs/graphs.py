"""Trains a graph network on batches of graphs: some edges are dropped, some nodes have labels, and each graph has one."""

import argparse

import torch
import torch.nn.functional as F
from torch import nn


class Convolution(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.own, self.other, self.norm = nn.Linear(width, width), nn.Linear(width, width), nn.LayerNorm(width)

    def forward(self, x, edges):
        source, target = edges
        degree = torch.zeros(len(x), device=x.device).index_add_(0, target, torch.ones_like(target, dtype=x.dtype))
        degree[degree == 0] = 1
        gathered = torch.zeros_like(x).index_add_(0, target, self.other(x)[source])
        return F.relu(self.norm(self.own(x) + gathered / degree[:, None])) + x


class Net(nn.Module):
    def __init__(self, width, layers, classes):
        super().__init__()
        self.layers = nn.ModuleList(Convolution(width) for _ in range(layers))
        self.nodes, self.graphs = nn.Linear(width, classes), nn.Linear(width, 2)

    def forward(self, x, edges, graph):
        for layer in self.layers:
            x = layer(x, edges)
        count = graph.max().item() + 1
        pooled = torch.zeros(count, x.shape[1], device=x.device).index_add_(0, graph, x)
        sizes = torch.bincount(graph, minlength=count)
        return self.nodes(x), self.graphs(pooled / sizes[:, None])


class Trainer:
    def __init__(self, device="cuda", small=False):
        torch.manual_seed(0)
        self.device = torch.device(device)
        self.graphs, self.each, self.width = (4, 8, 16) if small else (128, 64, 128)
        self.model = Net(self.width, 4, 10).to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.pool = [self.sample() for _ in range(8)]
        self.losses, self.accuracies = [], []

    def sample(self):
        nodes = self.graphs * self.each
        graph = torch.arange(self.graphs).repeat_interleave(self.each)
        edges = torch.randint(0, self.each, (2, nodes * 4)) + graph.repeat_interleave(4) * self.each
        x, labels = torch.randn(nodes, self.width), torch.randint(0, 10, (nodes,))
        return x, edges, graph, labels, torch.rand(nodes) < 0.3, torch.randint(0, 2, (self.graphs,))

    def inputs(self, number):
        x, edges, graph, labels, known, classes = (each.to(self.device) for each in self.pool[number % len(self.pool)])
        kept = torch.rand(edges.shape[1]).to(self.device) > 0.1
        return x, edges, graph, labels, known, classes, kept

    def loss_of(self, x, edges, graph, labels, known, classes, kept):
        edges = edges[:, kept]
        nodes, graphs = self.model(x, edges, graph)
        node_loss = F.cross_entropy(nodes[known], labels[known])
        correct = (nodes[known].argmax(-1) == labels[known]).float().mean()
        return node_loss + F.cross_entropy(graphs, classes), correct

    def compute(self, x, edges, graph, labels, known, classes, kept):
        loss, correct = self.loss_of(x, edges, graph, labels, known, classes, kept)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return {"loss": loss.detach(), "accuracy": correct}

    def step(self, number):
        results = self.compute(*self.inputs(number))
        self.losses.append(results["loss"].item())
        self.accuracies.append(results["accuracy"].item())
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args()
    trainer = Trainer(options.device, options.small)
    for number in range(options.steps):
        results = trainer.step(number)
    print({name: value.item() for name, value in results.items()})


if __name__ == "__main__":
    main()
