"""Fine-tunes a small text classifier with Accelerate."""
import argparse
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch import nn
from torch.utils.data import DataLoader


class TextClassifier(nn.Module):
    def __init__(self, vocab=50, dim=16, labels=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim, padding_idx=0)
        self.fc = nn.Linear(dim, labels)

    def forward(self, input_ids, attention_mask, labels=None):
        h = self.emb(input_ids) * attention_mask.unsqueeze(-1)
        logits = self.fc(h.sum(1) / attention_mask.sum(1, keepdim=True).clamp(min=1))
        loss = nn.functional.cross_entropy(logits, labels) if labels is not None else None
        return {"loss": loss, "logits": logits}


def collate(rows):
    width = max(len(r["ids"]) for r in rows)
    ids = torch.tensor([r["ids"] + [0] * (width - len(r["ids"])) for r in rows])
    return {"input_ids": ids, "attention_mask": (ids != 0).long(), "labels": torch.tensor([r["label"] for r in rows])}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--gradient_accumulation_steps", type=int, default=2)
    args = parser.parse_args()
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    set_seed(42)
    rows = [{"ids": list(range(1, 4 + i % 5)), "label": i % 3} for i in range(24)]
    train_dl = DataLoader(rows, batch_size=6, shuffle=True, collate_fn=collate)
    eval_dl = DataLoader(rows, batch_size=12, collate_fn=collate)
    model = TextClassifier()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    model, optimizer, train_dl, eval_dl = accelerator.prepare(model, optimizer, train_dl, eval_dl)

    total_loss, completed = 0, 0
    for step, batch in enumerate(train_dl):
        with accelerator.accumulate(model):
            outputs = model(**batch)
            loss = outputs["loss"]
            total_loss += loss.detach().float()
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
                completed += 1
            optimizer.step()
            optimizer.zero_grad()

    model.eval()
    hits, n = 0, 0
    for batch in eval_dl:
        with torch.no_grad():
            predictions = model(**batch)["logits"].argmax(dim=-1)
        predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
        hits += (predictions == references).sum().item()
        n += references.shape[0]
    ppl = math.exp(total_loss.item() / len(train_dl))
    accelerator.print(f"accuracy {hits / n:.3f} perplexity {ppl:.2f} updates {completed}")


if __name__ == "__main__":
    main()
