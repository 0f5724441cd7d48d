from types import SimpleNamespace

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 8)
        self.out = nn.Linear(8, 2)

    def forward(self, input_ids, attention_mask, labels):
        h = (self.emb(input_ids) * attention_mask[..., None]).sum(1)
        logits = self.out(h)
        return nn.functional.cross_entropy(logits, labels), logits


def run(script, toys):
    toys.show_logging()
    ids, masks = script["convert_examples"](["a b c", "b c", "c d", "a"] * 4, {"a": 2, "b": 3, "c": 4})
    labels = torch.randint(2, (16,))
    model = Classifier().cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: 1.0)
    args = SimpleNamespace(num_train_epochs=2.0, device=torch.device("cuda"), gradient_accumulation_steps=2, max_grad_norm=1.0, logging_steps=1, max_steps=3)
    script["train"](args, model, toys.loader(ids, masks, labels, batch_size=4), toys.loader(ids, masks, labels, batch_size=8), optimizer, scheduler)
