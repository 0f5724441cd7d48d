import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

PAD = 0


def make_batch(sentences, tags, vocab, tagset, cuda=False):
    xs = [torch.tensor([vocab.get(w, 1) for w in s]) for s in sentences]
    ys = [torch.tensor([tagset[t] for t in ts]) for ts in tags]
    lengths = torch.tensor([len(x) for x in xs])
    lengths, perm = lengths.sort(descending=True)
    x = pad_sequence([xs[i] for i in perm], batch_first=True, padding_value=PAD)
    y = pad_sequence([ys[i] for i in perm], batch_first=True, padding_value=-100)
    if cuda:
        x, y = x.cuda(), y.cuda()
    return x, y, lengths


def run_lstm(emb, lstm, fc, x, lengths):
    packed = pack_padded_sequence(emb(x), lengths, batch_first=True)
    out, _ = lstm(packed)
    out, _ = pad_packed_sequence(out, batch_first=True)
    return fc(out)


def f1(tp, fp, fn):
    p = tp / (tp + fp) if tp + fp else 0.0
    r = tp / (tp + fn) if tp + fn else 0.0
    return 2 * p * r / (p + r) if p + r > 0 else 0.0


def train(emb, lstm, fc, corpus, vocab, tagset, optimizer, criterion, bs=2):
    idx2tag = {v: k for k, v in tagset.items()}
    losses, errors = [], {}
    tp = fp = fn = 0
    for start in range(0, len(corpus), bs):
        chunk = corpus[start:start + bs]
        x, y, lens = make_batch([c[0] for c in chunk], [c[1] for c in chunk], vocab, tagset, cuda=True)
        logits = run_lstm(emb, lstm, fc, x, lens)
        loss = criterion(logits.view(-1, logits.size(-1)), y.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())

        pred = logits.argmax(-1)
        mask = y != -100
        tp += ((pred == y) & mask & (y > 0)).sum().item()
        fp += ((pred != y) & mask & (pred > 0)).sum().item()
        fn += ((pred != y) & mask & (y > 0)).sum().item()
        for row, gold, n in zip(pred.cpu(), y.cpu(), lens):
            for a, b in zip(row[:n].tolist(), gold[:n].tolist()):
                if a != b:
                    key = (idx2tag[b], idx2tag[a])
                    errors[key] = errors.get(key, 0) + 1
    top = sorted(errors.items(), key=lambda kv: kv[1], reverse=True)[:3]
    print("loss %.3f f1 %.3f" % (sum(losses) / len(losses), f1(tp, fp, fn)), top)
    return losses
