import logging
import math
import sys

import torch
import torch.nn.functional as F
from torch import nn

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(message)s")
logger = logging.getLogger("clip")


class TwoTower(nn.Module):
    def __init__(self, width=16, vocab=40):
        super().__init__()
        self.visual = nn.Sequential(nn.Flatten(), nn.Linear(48, width))
        self.token = nn.Embedding(vocab, width)
        self.text_projection = nn.Parameter(torch.randn(width, width) * width ** -0.5)
        self.logit_scale = nn.Parameter(torch.ones([]) * math.log(1 / 0.07))

    def encode_text(self, text):
        x = self.token(text)
        # take the features from the end-of-text token, which has the highest number of each sequence
        return x[torch.arange(x.shape[0]), text.argmax(dim=-1)] @ self.text_projection

    def forward(self, image, text):
        return F.normalize(self.visual(image), dim=-1), F.normalize(self.encode_text(text), dim=-1), self.logit_scale.exp()


def clip_loss(image_features, text_features, scale):
    logits = scale * image_features @ text_features.t()
    labels = torch.arange(logits.shape[0], device=logits.device, dtype=torch.long)
    return (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2


def get_metrics(image_features, text_features):
    metrics = {}
    logits = (image_features @ text_features.t()).detach().cpu()
    ground_truth = torch.arange(len(text_features)).view(-1, 1)
    for name, logit in {"image_to_text": logits, "text_to_image": logits.t()}.items():
        ranking = torch.argsort(logit, descending=True)
        preds = torch.where(ranking == ground_truth)[1].numpy()
        metrics[f"{name}_mean_rank"] = preds.mean() + 1
        for k in [1, 5]:
            metrics[f"{name}_R@{k}"] = (preds < k).mean()
    return metrics


def batches(n, size):
    for _ in range(n):
        yield torch.rand(size, 3, 4, 4), torch.randint(1, 40, (size, 7))


def main(device="cuda", steps=3):
    model = TwoTower().to(device)
    exclude = lambda n, p: p.ndim < 2 or "logit_scale" in n
    named = list(model.named_parameters())
    optimizer = torch.optim.AdamW([
        {"params": [p for n, p in named if exclude(n, p)], "weight_decay": 0.0},
        {"params": [p for n, p in named if not exclude(n, p)], "weight_decay": 0.2},
    ], lr=1e-3)
    for i, (images, texts) in enumerate(batches(steps, 6)):
        images = images.to(device=device, non_blocking=True)
        texts = texts.to(device=device, non_blocking=True)
        optimizer.zero_grad()
        image_features, text_features, logit_scale = model(images, texts)
        total_loss = clip_loss(image_features, text_features, logit_scale)
        total_loss.backward()
        optimizer.step()
        with torch.no_grad():
            model.logit_scale.clamp_(0, math.log(100))
        if i % 10 == 0 or i == steps - 1:
            logger.info(f"step {i} Loss: {total_loss.item():.4f} Scale: {logit_scale.item():.3f}")
    metrics = get_metrics(image_features, text_features)
    logger.info("\t".join(f"{k}: {round(float(v), 4):.4f}" for k, v in metrics.items()))


if __name__ == "__main__":
    main()
