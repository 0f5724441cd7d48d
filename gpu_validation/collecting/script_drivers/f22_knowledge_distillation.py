import types

import torch


def run(script, toys):
    student, teacher = toys.net(8, 4), toys.net(8, 4)
    loader = toys.loader(torch.randn(16, 8), torch.randint(4, (16,)), batch_size=8)
    params = types.SimpleNamespace(cuda=True, save_summary_steps=1)
    metrics = {"accuracy": script["metric_accuracy"]}
    optimizer = torch.optim.Adam(student.parameters())
    script["train_kd"](student, teacher, optimizer, script["kd_loss"], loader, metrics, params)
