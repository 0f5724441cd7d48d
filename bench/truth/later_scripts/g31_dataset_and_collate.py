import random
from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import Dataset


class Vocab:
    def __init__(self, texts, specials=("<pad>", "<unk>", "<bos>", "<eos>"), min_freq=1):
        counter = Counter(w for t in texts for w in t.split())
        self.itos = list(specials) + [w for w, c in counter.most_common() if c >= min_freq]
        self.stoi = {w: i for i, w in enumerate(self.itos)}

    def encode(self, text):
        return [2] + [self.stoi.get(w, 1) for w in text.split()] + [3]

    def decode(self, ids):
        if isinstance(ids, torch.Tensor):
            ids = ids.tolist()
        return " ".join(self.itos[i] for i in ids if i > 3)


class PairDataset(Dataset):
    def __init__(self, pairs, vocab, images=None, augment=True):
        self.pairs, self.vocab, self.images, self.augment = pairs, vocab, images, augment
        lengths = np.array([len(a.split()) for a, _ in pairs])
        self.mean_len, self.std_len = lengths.mean().item(), float(lengths.std())

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, i):
        src, tgt = self.pairs[i]
        item = {"src": torch.tensor(self.vocab.encode(src)), "tgt": torch.LongTensor(self.vocab.encode(tgt))}
        if self.images is not None:
            img = self.images[i].astype(np.float32) / 255.0
            if self.augment and random.random() < 0.5:
                img = img[:, ::-1].copy()
            img = torch.from_numpy(img).permute(2, 0, 1)
            mean, std = img.mean((1, 2), keepdim=True), img.std((1, 2), keepdim=True)
            if (std == 0).any():
                std = std.clamp(min=1e-3)
            item["img"] = (img - mean) / std
        return item


@dataclass
class Collator:
    pad: int = 0
    multiple: int = 4
    mlm_prob: float = 0.15

    def __call__(self, items):
        src = pad_sequence([it["src"] for it in items], batch_first=True, padding_value=self.pad)
        extra = -src.size(1) % self.multiple
        src = torch.nn.functional.pad(src, (0, extra), value=self.pad)
        tgt = pad_sequence([it["tgt"] for it in items], batch_first=True, padding_value=self.pad)
        masked, labels = self.mask(src.clone())
        batch = {"src": src, "tgt": tgt, "masked": masked, "labels": labels, "lengths": torch.tensor([len(it["src"]) for it in items])}
        if "img" in items[0]:
            batch["img"] = torch.stack([it["img"] for it in items])
        return batch

    def mask(self, inputs):
        labels = inputs.clone()
        prob = torch.full(labels.shape, self.mlm_prob)
        special = torch.tensor([[t <= 3 for t in row] for row in labels.tolist()])
        prob.masked_fill_(special, value=0.0)
        picked = torch.bernoulli(prob).bool()
        if not picked.any():
            picked[0, 1] = True
        labels[~picked] = -100
        inputs[picked] = 1
        return inputs, labels


def seed_worker(worker_id):
    seed = torch.initial_seed() % 2 ** 32
    np.random.seed(seed)
    random.seed(seed + worker_id)


def class_weights(labels, num_classes):
    counts = np.bincount(labels, minlength=num_classes).astype(np.float64)
    w = counts.sum() / np.maximum(counts, 1)
    return torch.from_numpy(w / w.sum() * num_classes).float()


def to_device(batch, device):
    if torch.is_tensor(batch):
        return batch.to(device, non_blocking=True)
    if isinstance(batch, dict):
        return {k: to_device(v, device) for k, v in batch.items()}
    if isinstance(batch, (list, tuple)):
        return type(batch)(to_device(v, device) for v in batch)
    return batch


def inspect(loader, vocab, device, embed):
    n_tokens, longest = 0, 0
    for i, batch in enumerate(loader):
        n_tokens += batch["lengths"].sum().item()
        longest = max(longest, int(batch["lengths"].max()))
        if i == 0:
            print("example:", vocab.decode(batch["src"][0]), "| masked share", (batch["labels"] != -100).float().mean().item())
        batch = to_device(batch, device)
        pad_share = (batch["src"] == 0).float().mean()
        h = embed(batch["masked"])
        lost = (h.norm(dim=-1) * (batch["labels"] != -100)).sum()
    print(f"{n_tokens} tokens, longest {longest}, padding {pad_share.item():.2f}")
    return vocab.decode(batch["tgt"][0]), lost
