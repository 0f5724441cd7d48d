import numpy as np
import torch
from torch import nn
from transformers import Trainer, TrainingArguments
from transformers.utils import logging

logging.set_verbosity_error()


class ToyDataset(torch.utils.data.Dataset):
    def __init__(self, n, dim=8):
        rng = np.random.default_rng(n)
        self.x = rng.normal(size=(n, dim)).astype("float32")
        self.y = (self.x.sum(1) > 0).astype("int64")
        if not len(self.x):
            raise ValueError("empty")

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return {"features": torch.tensor(self.x[i]), "labels": torch.tensor(self.y[i])}


class ToyModel(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.body = nn.Linear(dim, 16)
        self.head = nn.Linear(16, 2)

    def forward(self, features, labels=None):
        logits = self.head(torch.tanh(self.body(features)))
        out = {"logits": logits}
        if labels is not None:
            out["loss"] = nn.functional.cross_entropy(logits, labels)
        return out


class WeightedTrainer(Trainer):
    seen = 0

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.get("labels")
        outputs = model(**inputs)
        weight = torch.tensor([1.0, 2.0], device=outputs["logits"].device)
        loss = nn.functional.cross_entropy(outputs["logits"], labels, weight=weight)
        if loss.item() > 50:
            print("large loss at", self.state.global_step)
        self.seen += labels.numel()
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    acc = (preds == labels).mean()
    tp = int(((preds == 1) & (labels == 1)).sum())
    return {"accuracy": acc.item(), "precision": tp / max(1, int((preds == 1).sum()))}


if __name__ == "__main__":
    args = TrainingArguments("out", per_device_train_batch_size=8, num_train_epochs=1, logging_steps=2,
                             save_strategy="no", report_to=[], disable_tqdm=True)
    trainer = WeightedTrainer(model=ToyModel(), args=args, train_dataset=ToyDataset(32), eval_dataset=ToyDataset(16),
                              compute_metrics=compute_metrics)
    trainer.train()
    metrics = trainer.evaluate()
    print({k: round(v, 3) for k, v in metrics.items() if isinstance(v, float)}, trainer.seen)
