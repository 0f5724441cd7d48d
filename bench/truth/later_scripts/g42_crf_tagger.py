import torch
import torch.nn as nn


class CRF(nn.Module):
    def __init__(self, num_tags):
        super().__init__()
        self.start = nn.Parameter(torch.empty(num_tags).uniform_(-0.1, 0.1))
        self.end = nn.Parameter(torch.empty(num_tags).uniform_(-0.1, 0.1))
        self.trans = nn.Parameter(torch.empty(num_tags, num_tags).uniform_(-0.1, 0.1))

    def forward(self, emissions, tags, mask):
        num = self._score(emissions, tags, mask)
        den = self._normalizer(emissions, mask)
        return (den - num).sum() / mask.float().sum()

    def _score(self, emissions, tags, mask):
        T, B = tags.shape
        mask = mask.float()
        score = self.start[tags[0]] + emissions[0, torch.arange(B), tags[0]]
        for i in range(1, T):
            score += self.trans[tags[i - 1], tags[i]] * mask[i]
            score += emissions[i, torch.arange(B), tags[i]] * mask[i]
        ends = mask.long().sum(0) - 1
        return score + self.end[tags[ends, torch.arange(B)]]

    def _normalizer(self, emissions, mask):
        score = self.start + emissions[0]
        for i in range(1, emissions.size(0)):
            nxt = torch.logsumexp(score.unsqueeze(2) + self.trans + emissions[i].unsqueeze(1), dim=1)
            score = torch.where(mask[i].unsqueeze(1), nxt, score)
        return torch.logsumexp(score + self.end, dim=1)

    def decode(self, emissions, mask):
        T, B = mask.shape
        score, history = self.start + emissions[0], []
        for i in range(1, T):
            nxt = score.unsqueeze(2) + self.trans + emissions[i].unsqueeze(1)
            nxt, idx = nxt.max(dim=1)
            score = torch.where(mask[i].unsqueeze(1), nxt, score)
            history.append(idx)
        score += self.end
        ends = mask.long().sum(0) - 1
        best = []
        for b in range(B):
            _, last = score[b].max(dim=0)
            tags = [last.item()]
            for hist in reversed(history[: ends[b]]):
                last = hist[b][tags[-1]]
                tags.append(last.item())
            best.append(tags[::-1])
        return best


def spans(tags, names):
    out, start, kind = [], None, None
    for i, t in enumerate(list(tags) + [0]):
        name = names[t]
        if name.startswith("B-") or name == "O":
            if start is not None:
                out.append((start, i, kind))
                start = None
            if name != "O":
                start, kind = i, name[2:]
    return set(out)


def f1(preds, golds, names):
    tp = fp = fn = 0
    for p, g in zip(preds, golds):
        ps, gs = spans(p, names), spans(g, names)
        tp += len(ps & gs)
        fp += len(ps - gs)
        fn += len(gs - ps)
    prec, rec = tp / max(tp + fp, 1), tp / max(tp + fn, 1)
    return 2 * prec * rec / max(prec + rec, 1e-9)


def prepare(batch, device):
    return {k: (v.to(device) if hasattr(v, "to") else v) for k, v in batch.items()}


def train(model, crf, loader, optimizer, device, epochs):
    model.train()
    for _ in range(epochs):
        total = torch.zeros(1, device=device)
        for raw in loader:
            batch = prepare(raw, device)
            emissions = model(batch["ids"]).transpose(0, 1)
            mask = batch["ids"].ne(0)
            loss = crf(emissions, batch["tags"].t(), mask.t())
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            total += loss.detach()
        print("epoch loss", total.item() / len(loader))


@torch.no_grad()
def evaluate(model, crf, loader, device, names):
    model.eval()
    preds, golds = [], []
    for raw in loader:
        batch = prepare(raw, device)
        mask = batch["ids"] != 0
        emissions = model(batch["ids"])
        preds.extend(crf.decode(emissions.transpose(0, 1), mask.t()))
        for row, n in zip(batch["tags"], mask.sum(1)):
            golds.append(row[:n].tolist())
    return f1(preds, golds, names)


def token_accuracy(logits, tags, pad=-100):
    keep = tags != pad
    hits = torch.masked_select(logits.argmax(-1).eq(tags), keep)
    return hits.float().mean()
